import type { Ctx } from "#worker/context.ts";
import { asHandle, mintHandle } from "./session-handle.ts";
import type { Naming } from "./session-handle.ts";

/** One call of an agent's tool: the caller, and what the door knows of the client. */
export type AgentCall = {
  ctx: Ctx;
  /** Naming of the client's tools, which a new session's handle carries on. */
  naming: Naming;
  /** The session that the connection itself names, such as by `Mcp-Session-Id`. */
  connection: string | null;
};

export type CallSession = { handle: string; isNew: boolean; isByArgument: boolean };

/** A call by HTTP, where only an argument names a session. */
export function httpCall(ctx: Ctx): AgentCall {
  return { ctx, naming: "docenda", connection: null };
}

/** The session of a call: named by its argument, else by its connection, else a new one. Other text names no session. */
export function sessionOf(call: AgentCall, argument: string | undefined): CallSession {
  const named = asHandle(argument);
  const handle = named ?? asHandle(call.connection);
  return handle === null
    ? { handle: mintHandle(call.naming), isNew: true, isByArgument: false }
    : { handle, isNew: false, isByArgument: named !== null };
}

/** The session of a client's connection; null for a connection without a session. */
export function connectionSession(call: AgentCall): CallSession | null {
  const handle = asHandle(call.connection);
  return handle === null ? null : { handle, isNew: false, isByArgument: false };
}
