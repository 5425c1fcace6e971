import { countTokens } from "#worker/content/tokens.ts";
import { callerKey } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { SessionState } from "#worker/search/search-docs.ts";
import type { CallSession, McpCall } from "#worker/mcp/call.ts";
import type { Given, McpSession } from "./mcp-session.ts";
import { openSession } from "./open-session.ts";
import { mintHandle } from "./session-handle.ts";

/** What every answer has that costs credits. `text` shows the session's handle when there is one. */
type PaidAnswer = { text: string; session: string | null; receipt: { creditsUsed: number } };

type Kept<A> = { answer: A; memory: Given };

type Request = { tool: string; input: object };

/**
 * Runs a call, or gives the answer that the same call of the same key got within the last 60 s. A client that lost an
 * answer asks again with a new request id, so the arguments are all that tells the repetition: it gets the same answer
 * and pays nothing. An answer that cost nothing is not kept: the next one may be better.
 */
export async function replayOrRun<A extends PaidAnswer>(
  call: McpCall,
  request: Request & { session: CallSession | null },
  run: (state: SessionState) => Promise<A>,
): Promise<A> {
  const { ctx } = call;
  const { session } = request;
  const { callHash, ofKey } = await placeOf(call, request);
  const named = session !== null && !session.isNew ? openSession(ctx, session.handle) : null;

  const { replayed, isKnown } = named
    ? await named.opened(callHash)
    : { replayed: await ofKey.replayed(callHash), isKnown: true };
  if (replayed !== null) return again(call, readKept<A>(replayed), { isNamed: named !== null });

  const answer = await run({ isNew: session?.isNew ?? false, isUnknown: !isKnown && session!.isByArgument });
  if (answer.receipt.creditsUsed > 0) keep(call, answer, { callHash, session, place: named ?? ofKey });
  return answer;
}

/**
 * The same for the first call of a session that does nothing but look, so that it may run before an earlier answer is
 * looked for: few calls are repetitions, and the charge tells which may be. What nobody pays for has no answer, or was
 * paid for within the last 60 s.
 */
export async function runOrReplay<A extends PaidAnswer>(
  call: McpCall,
  request: Request & { session: CallSession },
  run: (state: SessionState) => Promise<A>,
): Promise<A> {
  const { callHash, ofKey } = await placeOf(call, request);
  const answer = await run({ isNew: true });
  if (answer.receipt.creditsUsed > 0) {
    keep(call, answer, { callHash, session: request.session, place: ofKey });
    return answer;
  }
  const replayed = await ofKey.replayed(callHash);
  return replayed === null ? answer : again(call, readKept<A>(replayed), { isNamed: false });
}

/** Keeps a paid answer for its repetition, with what the session that it began remembers. */
function keep<A extends PaidAnswer>(
  call: McpCall,
  answer: A,
  {
    callHash,
    session,
    place,
  }: { callHash: string; session: CallSession | null; place: DurableObjectStub<McpSession> },
): void {
  const kept = memoryOfNew(call, session).then((given) =>
    place.rememberResult(callHash, keptAs(answer, given)),
  );
  call.ctx.waitUntil(kept);
}

/** A call that names no session is looked up under its key. */
async function placeOf({ ctx }: McpCall, { tool, input }: Request) {
  const keyId = callerKey(ctx.actor);
  const callHash = await sha256Hex(JSON.stringify([keyId, tool, sortedEntries(input)]));
  // The dot keeps the name apart from every handle.
  return { callHash, ofKey: openSession(ctx, `key.${keyId}`) };
}

function keptAs<A>(answer: A, memory: Given): string {
  return JSON.stringify({ answer, memory } satisfies Kept<A>);
}

function readKept<A>(replayed: string): Kept<A> {
  return JSON.parse(replayed) as Kept<A>;
}

/** A kept answer, for nothing; in a session that was not named, as the first of a new one. */
async function again<A extends PaidAnswer>(
  call: McpCall,
  kept: Kept<A>,
  { isNamed }: { isNamed: boolean },
): Promise<A> {
  const answer = { ...kept.answer, receipt: { ...kept.answer.receipt, creditsUsed: 0 } };
  if (answer.session === null || isNamed) return answer;
  return withOwnSession(call, answer, (handle) => openSession(call.ctx, handle).remember(kept.memory));
}

/** Two agents may share a key and begin with the same question: each gets a session of its own, or they would hide results from each other. */
async function withOwnSession<A extends PaidAnswer>(
  call: McpCall,
  answer: A,
  remember: (handle: string) => Promise<void>,
): Promise<A> {
  const old = answer.session!;
  let handle = mintHandle(call.naming);
  // Random characters differ in tokens, and the answer may fill its budget to the last one.
  while (countTokens(handle) > countTokens(old)) handle = mintHandle(call.naming);
  await remember(handle);
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
