import { ERROR_REPORT } from "#schema/api/error-reports.ts";
import type { ERROR_REPORT_KINDS } from "#schema/api/error-reports.ts";

/** Limit on reports of one page that fails over and over. */
const MOST_REPORTS = 3;

const told = new Set<string>();

/** Reports errors that nothing in the page catches. */
export function reportUncaught(): void {
  addEventListener("error", ({ error }) => reportError("script", error));
  addEventListener("unhandledrejection", ({ reason }) => reportError("promise", reason));
}

/** Tells the server of an error in this browser, each message once. Nothing is done about a report that does not arrive. */
export function reportError(kind: (typeof ERROR_REPORT_KINDS)[number], error: unknown): void {
  if (!(error instanceof Error) || told.size >= MOST_REPORTS || told.has(error.message)) return;
  told.add(error.message);
  const report = {
    kind,
    message: error.message.slice(0, ERROR_REPORT.message),
    stack: error.stack?.slice(0, ERROR_REPORT.stack),
    path: location.pathname.slice(0, ERROR_REPORT.path),
    build: (import.meta.url.split("/").at(-1) ?? "").replace(/\?.*$/, "").slice(0, ERROR_REPORT.build),
  };
  // `fetch` and not the client of the routes, which is not among the scripts that every page loads.
  const headers = { "content-type": "application/json" };
  void fetch("/api/error-reports", {
    method: "POST",
    headers,
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined);
}
