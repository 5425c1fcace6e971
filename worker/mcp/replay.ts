import { countTokens } from "#worker/content/tokens.ts";
import { callerKey } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { CallSession, McpCall } from "./call.ts";
import { openSession } from "./open-session.ts";
import { mintHandle } from "./session-handle.ts";

/** What every answer has that costs credits. `text` shows the session's handle when there is one. */
type PaidAnswer = { text: string; session: string | null; receipt: { creditsUsed: number } };

type Kept<A> = { answer: A; memory: { query: string | null; chunkHashes: string[] } };

/**
 * Runs a call, or gives the answer that the same call of the same key got within the last 60 s. A client that lost an
 * answer asks again with a new request id, so the arguments are all that tells the repetition: it gets the same answer
 * and pays nothing. An answer that cost nothing is not kept: the next one may be better.
 */
export async function replayOrRun<A extends PaidAnswer>(
  call: McpCall,
  request: { tool: string; input: object; session: CallSession | null },
  run: () => Promise<A>,
): Promise<A> {
  const { ctx } = call;
  const keyId = callerKey(ctx.actor);
  const callHash = await sha256Hex(JSON.stringify([keyId, request.tool, sortedEntries(request.input)]));
  // A call that names no session is looked up under its key. The dot keeps that name apart from every handle.
  const isNamed = request.session !== null && !request.session.isNew;
  const place = isNamed ? request.session!.handle : `key.${keyId}`;
  const answers = openSession(ctx, place);

  const replayed = await answers.replayed(callHash);
  if (replayed !== null) {
    const kept = JSON.parse(replayed) as Kept<A>;
    const answer = { ...kept.answer, receipt: { ...kept.answer.receipt, creditsUsed: 0 } };
    return answer.session === null || isNamed ? answer : withOwnSession(call, answer, kept.memory);
  }

  const answer = await run();
  if (answer.receipt.creditsUsed > 0) {
    ctx.waitUntil(
      memoryOfNew(call, request.session).then((memory) =>
        answers.rememberResult(callHash, JSON.stringify({ answer, memory } satisfies Kept<A>)),
      ),
    );
  }
  return answer;
}

/** Two agents may share a key and begin with the same question: each gets a session of its own, or they would hide results from each other. */
async function withOwnSession<A extends PaidAnswer>(
  call: McpCall,
  answer: A,
  memory: Kept<A>["memory"],
): Promise<A> {
  const old = answer.session!;
  let handle = mintHandle(call.naming);
  // Random characters differ in tokens, and the answer may fill its budget to the last one.
  while (countTokens(handle) > countTokens(old)) handle = mintHandle(call.naming);
  await openSession(call.ctx, handle).remember(memory);
  return { ...answer, session: handle, text: answer.text.replaceAll(old, handle) };
}

/** What a session that began with this answer remembers: the answer's passages, which the verb has just sent there. */
async function memoryOfNew(call: McpCall, session: CallSession | null): Promise<Kept<never>["memory"]> {
  if (!session?.isNew) return { query: null, chunkHashes: [] };
  const memory = await openSession(call.ctx, session.handle).memory();
  return { query: memory.recentQueries[0] ?? null, chunkHashes: memory.sentChunkHashes };
}

function sortedEntries(input: object): [string, unknown][] {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
