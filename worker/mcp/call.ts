import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import type { AppError } from "#worker/errors.ts";
import type { Ctx } from "#worker/context.ts";
import { asHandle, mintHandle } from "#worker/calls/session-handle.ts";
import type { Naming } from "#worker/calls/session-handle.ts";

/** One request at the MCP door: who asks, and what the door knows of the client. */
export type McpCall = {
  ctx: Ctx;
  requestId: string;
  naming: Naming;
  /** The `Mcp-Session-Id` of a client of the 2025 protocols. */
  sessionHeader: string | null;
  /** The tool that this request calls, if it calls one. */
  calledTool: string | null;
  /** What the caller may search, for a list of tools; null for every other request. */
  sources: NamedSources | null;
  /** A program asked for typed results, by `?structured=1`. */
  isStructured: boolean;
  /** Why no tool runs now, as when calls come faster than the plan allows. */
  refusal?: AppError | null;
};

export type CallSession = { handle: string; isNew: boolean; isByArgument: boolean };

/** The session of a call: named by its argument, else by its header, else a new one. What cannot be a handle names none. */
export function sessionOf(call: McpCall, argument: string | undefined): CallSession {
  const named = asHandle(argument);
  const handle = named ?? asHandle(call.sessionHeader);
  return handle === null
    ? { handle: mintHandle(call.naming), isNew: true, isByArgument: false }
    : { handle, isNew: false, isByArgument: named !== null };
}

/** The session of a client's connection; null for one that has none and no argument to name one. */
export function connectionSession(call: McpCall): CallSession | null {
  const handle = asHandle(call.sessionHeader);
  return handle === null ? null : { handle, isNew: false, isByArgument: false };
}
