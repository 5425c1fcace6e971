import { countTokens } from "#worker/content/tokens.ts";
import { callerKey } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { CallSession, McpCall } from "./call.ts";
import type { Given } from "./mcp-session.ts";
import { openSession } from "./open-session.ts";
import { mintHandle } from "./session-handle.ts";

/** What every answer has that costs credits. `text` shows the session's handle when there is one. */
type PaidAnswer = { text: string; session: string | null; receipt: { creditsUsed: number } };

type Kept<A> = { answer: A; memory: Given };

/** Tells what the first answer of a new session held; null for a call whose session there is already, or that has none. */
export type NoteFirst = ((given: Given) => void) | null;

/**
 * Runs a call, or gives the answer that the same call of the same key got within the last 60 s. A client that lost an
 * answer asks again with a new request id, so the arguments are all that tells the repetition: it gets the same answer
 * and pays nothing. An answer that cost nothing is not kept: the next one may be better.
 *
 * A session that begins with this call gets no object yet: what it was given is kept under its key, and moves into the
 * session's own object when the handle comes back.
 */
export async function replayOrRun<A extends PaidAnswer>(
  call: McpCall,
  request: { tool: string; input: object; session: CallSession | null },
  run: (noteFirst: NoteFirst) => Promise<A>,
): Promise<A> {
  const { ctx } = call;
  const { session } = request;
  const keyId = callerKey(ctx.actor);
  const callHash = await sha256Hex(JSON.stringify([keyId, request.tool, sortedEntries(request.input)]));
  // A call that names no session is looked up under its key. The dot keeps that name apart from every handle.
  const ofKey = openSession(ctx, `key.${keyId}`);
  const named = session !== null && !session.isNew ? openSession(ctx, session.handle) : null;

  const { replayed, isKnown } = named
    ? await named.opened(callHash)
    : { replayed: await ofKey.replayed(callHash), isKnown: true };
  if (replayed !== null) {
    const kept = JSON.parse(replayed) as Kept<A>;
    const answer = { ...kept.answer, receipt: { ...kept.answer.receipt, creditsUsed: 0 } };
    if (answer.session === null || named) return answer;
    return withOwnSession(call, answer, (handle) => ofKey.keepFirst(handle, kept.memory, null));
  }
  if (named && !isKnown) {
    const first = await ofKey.first(session!.handle);
    if (first) await named.remember(first);
  }

  let first: Given | null = null;
  const answer = await run(session?.isNew ? (given) => void (first = given) : null);
  const isPaid = answer.receipt.creditsUsed > 0;
  const keptWith = (memory: Given) => JSON.stringify({ answer, memory } satisfies Kept<A>);
  if (first !== null) {
    const kept = isPaid ? { callHash, answer: keptWith(first) } : null;
    ctx.waitUntil(ofKey.keepFirst(session!.handle, first, kept));
  } else if (isPaid) {
    const memory = memoryOfNew(call, session);
    ctx.waitUntil(memory.then((given) => (named ?? ofKey).rememberResult(callHash, keptWith(given))));
  }
  return answer;
}

/** Two agents may share a key and begin with the same question: each gets a session of its own, or they would hide results from each other. */
async function withOwnSession<A extends PaidAnswer>(
  call: McpCall,
  answer: A,
  keep: (handle: string) => Promise<void>,
): Promise<A> {
  const old = answer.session!;
  let handle = mintHandle(call.naming);
  // Random characters differ in tokens, and the answer may fill its budget to the last one.
  while (countTokens(handle) > countTokens(old)) handle = mintHandle(call.naming);
  await keep(handle);
  return { ...answer, session: handle, text: answer.text.replaceAll(old, handle) };
}

/** What a session that began with this answer remembers: the answer's passages, which the verb has just sent there. */
async function memoryOfNew(call: McpCall, session: CallSession | null): Promise<Given> {
  if (!session?.isNew) return { query: null, chunkHashes: [] };
  const memory = await openSession(call.ctx, session.handle).memory();
  return { query: memory.recentQueries[0] ?? null, chunkHashes: memory.sentChunkHashes };
}

function sortedEntries(input: object): [string, unknown][] {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
