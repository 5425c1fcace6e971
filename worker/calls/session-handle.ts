import { randomDigits } from "#worker/platform/ids.ts";

/** Naming of the two tools for a client. A naming gives no rights: all four names are always accepted in a call. */
export type Naming = "docenda" | "deep-research";

const DEEP_RESEARCH_CLIENT = "openai-mcp";
/** Prefix of a handle, which carries the naming on: a client of 2025 says its name at `initialize` alone. */
const PREFIX = { docenda: "s_", "deep-research": "r_" } as const;
/**
 * Digits of a handle: 40 bits against collisions, in four tokens. A guessed handle gives nothing, as handles count under the caller's
 * own account.
 */
const DIGITS = 12;
/** Pattern of a handle, free of `:` and `.`, which our own names of session objects use. */
const HANDLE = /^[A-Za-z0-9_-]{1,64}$/;

/** A new session handle. Nothing is stored under the handle before the first answer. */
export function mintHandle(naming: Naming): string {
  return PREFIX[naming] + randomDigits(DIGITS);
}

/** The value when it can be a session handle, ours or the client's own, else null. */
export function asHandle(value: unknown): string | null {
  return typeof value === "string" && HANDLE.test(value) ? value : null;
}

/** Naming for a client: by its name in this request, else by the naming of its handle, else by user agent. */
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
