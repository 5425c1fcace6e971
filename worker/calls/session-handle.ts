import { randomBase62 } from "#worker/platform/ids.ts";

/** How the two tools are named for a client. It gives no rights: all four names are always accepted in a call. */
export type Naming = "docenda" | "deep-research";

const DEEP_RESEARCH_CLIENT = "openai-mcp";
/** A client of 2025 says its name at `initialize` alone, so the handle that it gets there carries the naming on. */
const PREFIX = { docenda: "s_", "deep-research": "r_" } as const;
/** Guessing a handle gives nothing, as it counts under the caller's own account alone: 60 bits against collisions. */
const RANDOM_CHARACTERS = 10;
/** Free of `:` and `.`, which our own names of session objects use. */
const HANDLE = /^[A-Za-z0-9_-]{1,64}$/;

/** A new session handle. Nothing is stored for it until an answer is. */
export function mintHandle(naming: Naming): string {
  return PREFIX[naming] + randomBase62(RANDOM_CHARACTERS);
}

/** The value when it can be a session handle, ours or the client's own, else null. */
export function asHandle(value: unknown): string | null {
  return typeof value === "string" && HANDLE.test(value) ? value : null;
}

/** By what the client calls itself in this request, else by what it did when its handle was made, else by user agent. */
export function namingFor(client: {
  name: string | null;
  handle: string | null;
  userAgent: string | null;
}): Naming {
  const name =
    client.name ??
    (client.handle?.startsWith(PREFIX["deep-research"])
      ? DEEP_RESEARCH_CLIENT
      : client.userAgent?.split("/", 1)[0]);
  return name?.trim() === DEEP_RESEARCH_CLIENT ? "deep-research" : "docenda";
}
