/** Parts and states that the status page, its JSON and the badge have in common. */

/** The parts of the service that are checked, in the order in which they are shown. */
export const STATUS_COMPONENTS = [
  { id: "mcp", name: "MCP endpoint" },
  { id: "search", name: "Search" },
  { id: "crawler", name: "Crawler" },
  { id: "web", name: "Web app" },
  { id: "sign-in", name: "Sign-in" },
] as const;
export type StatusComponentId = (typeof STATUS_COMPONENTS)[number]["id"];

/** State of a part. `unknown`: not checked for so long that nothing can be said. */
export type StatusState = "operational" | "trouble" | "unknown";

export const STATUS_SUMMARY: Readonly<Record<StatusState, string>> = {
  operational: "All systems operational",
  trouble: "Some systems have trouble",
  unknown: "Status unknown",
};

/** Days of history that are shown, today included. */
export const STATUS_DAYS = 90;
