import type { Ctx } from "#worker/context.ts";
import { asHandle, mintHandle } from "./session-handle.ts";
import type { Naming } from "./session-handle.ts";

/** One call of an agent's tool: who calls, and what the door knows of the client. */
export type AgentCall = {
  ctx: Ctx;
  /** How the client's tools are named, which a new session's handle carries on. */
  naming: Naming;
  /** The session that the connection itself names, such as by `Mcp-Session-Id`. */
  connection: string | null;
};

export type CallSession = { handle: string; isNew: boolean; isByArgument: boolean };

/** A call by HTTP, where only an argument names a session. */
export function httpCall(ctx: Ctx): AgentCall {
  return { ctx, naming: "docenda", connection: null };
}

/** The session of a call: named by its argument, else by its connection, else a new one. What cannot be a handle names none. */
export function sessionOf(call: AgentCall, argument: string | undefined): CallSession {
  const named = asHandle(argument);
  const handle = named ?? asHandle(call.connection);
  return handle === null
    ? { handle: mintHandle(call.naming), isNew: true, isByArgument: false }
    : { handle, isNew: false, isByArgument: named !== null };
}

/** The session of a client's connection; null for one that has none and no argument to name one. */
export function connectionSession(call: AgentCall): CallSession | null {
  const handle = asHandle(call.connection);
  return handle === null ? null : { handle, isNew: false, isByArgument: false };
}
