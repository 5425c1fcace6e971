import type { Ctx } from "#worker/context.ts";
import { asHandle, mintHandle } from "./session-handle.ts";
import type { Naming } from "./session-handle.ts";

/** One request at the MCP door: who asks, and what the door knows of the client. */
export type McpCall = {
  ctx: Ctx;
  requestId: string;
  naming: Naming;
  /** The `Mcp-Session-Id` of a client of the 2025 protocols. */
  sessionHeader: string | null;
  /** The tool that this request calls, if it calls one. */
  calledTool: string | null;
  /** A program asked for typed results, by `?structured=1`. */
  isStructured: boolean;
};

export type CallSession = { handle: string; isNew: boolean };

/** The session of a call: named by its argument, else by its header, else a new one. What cannot be a handle names none. */
export function sessionOf(call: McpCall, argument: string | undefined): CallSession {
  const handle = asHandle(argument) ?? asHandle(call.sessionHeader);
  return handle === null ? { handle: mintHandle(call.naming), isNew: true } : { handle, isNew: false };
}
