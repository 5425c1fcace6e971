import { callerKey } from "#worker/context.ts";
import type { Actor } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { PaidOperation, SessionArguments } from "./agent-tool.ts";

/**
 * Id of a call, equal for the same call: one credential, one operation and the same arguments, in whatever order and session. The same
 * call within 60 s is charged once.
 */
export async function identifyCall<Input extends SessionArguments>(
  actor: Actor,
  operation: PaidOperation,
  input: Input,
): Promise<string> {
  const entries = Object.entries(argumentsOf(input)).filter(([, value]) => value !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify([callerKey(actor), operation, entries]));
}

/** The arguments without those about the session. */
export function argumentsOf<I extends SessionArguments>(input: I): Omit<I, "session" | "repeat"> {
  const { session: _session, repeat: _repeat, ...asked } = input;
  return asked;
}
