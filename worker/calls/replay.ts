import { countTokens } from "#worker/content/tokens.ts";
import { readFirst } from "#worker/catalog/searchable-sources.ts";
import { callerKey } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { AgentCall, CallSession } from "./agent-call.ts";
import type { Given, McpSession } from "./mcp-session.ts";
import { openSession } from "./open-session.ts";
import { mintHandle } from "./session-handle.ts";

/** Fields of every answer that costs credits. `text` shows the session's handle when there is one. */
type Replayable = { text: string; session: string | null; receipt: { creditsUsed: number } };

/** An answer, and the memory of a session that begins with the answer. */
export type PaidAnswer<A> = { answer: A; given: Promise<Given | null> };

type Kept<A> = { answer: A; memory: Given };

type Request = {
  callId: string;
  /** Form of the answer; answers of another form, or of a call with `repeat`, are kept apart. */
  form: string;
  isRepeat: boolean;
  session: CallSession | null;
  /** True when running costs less than looking for an earlier answer, of which there are few. */
  runsFirst: boolean;
};

const NOTHING_GIVEN: Given = { query: null, chunkHashes: [] };

/**
 * Runs a call, or gives the answer that the same call of the same key got within the last 60 s. A client that lost an answer asks again
 * with a new request id, so only the arguments reveal the repetition: the client gets the same answer and pays nothing. An answer that
 * cost nothing is not kept: the next answer may be better.
 */
export async function replayOrRun<A extends Replayable>(
  call: AgentCall,
  request: Request,
  run: (isUnknownSession: boolean) => Promise<PaidAnswer<A>>,
): Promise<A> {
  const { ctx } = call;
  const { session } = request;
  const callHash = [
    request.callId,
    request.form,
    ...(request.isRepeat ? ["repeat"] : []),
    ...(await readableNow(call)),
  ].join(" ");
  // A call that names no session is looked up under its key. The dot keeps the name apart from every handle.
  const keySession = openSession(ctx, `key.${callerKey(ctx.actor)}`);
  // The charge tells which first calls of a session may be repetitions: a call without a charge has no answer, or was paid for within the
  // last 60 s.
  if (request.runsFirst && session?.isNew) {
    const paid = await run(false);
    if (paid.answer.receipt.creditsUsed > 0) {
      keep(call, paid, { callHash, session, place: keySession });
      return paid.answer;
    }
    const replayed = await keySession.replayed(callHash);
    return replayed === null ? paid.answer : again(call, readKept<A>(replayed), { isNamed: false });
  }
  const named = session !== null && !session.isNew ? openSession(ctx, session.handle) : null;
  const { replayed, isKnown } = named
    ? await named.opened(callHash)
    : { replayed: await keySession.replayed(callHash), isKnown: true };
  if (replayed !== null) return again(call, readKept<A>(replayed), { isNamed: named !== null });

  const paid = await run(!isKnown && session!.isByArgument);
  if (paid.answer.receipt.creditsUsed > 0)
    keep(call, paid, { callHash, session, place: named ?? keySession });
  return paid.answer;
}

/**
 * Ids of the team's sources that the caller may read now: an answer is not given again after the access to a repository has ended. Nothing
 * for a person's own sources, whose access ends by taking their documents out of the search.
 */
async function readableNow({ ctx }: AgentCall): Promise<string[]> {
  if (ctx.scope.owner.kind !== "team") return [];
  const { own } = await readFirst(ctx);
  return [await sha256Hex(own.map(({ id }) => id).join(" "))];
}

/** Keeps a paid answer for its repetition, with the memory of a session that the answer began. */
function keep<A extends Replayable>(
  { ctx }: AgentCall,
  { answer, given }: PaidAnswer<A>,
  {
    callHash,
    session,
    place,
  }: { callHash: string; session: CallSession | null; place: DurableObjectStub<McpSession> },
): void {
  const kept = (session?.isNew ? given : Promise.resolve(null)).then((memory) =>
    place.rememberResult(
      callHash,
      JSON.stringify({ answer, memory: memory ?? NOTHING_GIVEN } satisfies Kept<A>),
    ),
  );
  ctx.waitUntil(kept);
}

function readKept<A>(replayed: string): Kept<A> {
  return JSON.parse(replayed) as Kept<A>;
}

/** Gives a kept answer for nothing; without a named session, as the first answer of a new session. */
async function again<A extends Replayable>(
  call: AgentCall,
  kept: Kept<A>,
  { isNamed }: { isNamed: boolean },
): Promise<A> {
  const answer = { ...kept.answer, receipt: { ...kept.answer.receipt, creditsUsed: 0 } };
  if (answer.session === null || isNamed) return answer;
  return withOwnSession(call, answer, (handle) => openSession(call.ctx, handle).remember(kept.memory));
}

/** Gives a session of its own: two agents of one key may begin with one question, and must not hide results from each other. */
async function withOwnSession<A extends Replayable>(
  call: AgentCall,
  answer: A,
  remember: (handle: string) => Promise<void>,
): Promise<A> {
  const old = answer.session!;
  let handle = mintHandle(call.naming);
  // Handles differ in tokens, and the answer may fill its budget to the last token.
  while (countTokens(handle) > countTokens(old)) handle = mintHandle(call.naming);
  await remember(handle);
  return { ...answer, session: handle, text: answer.text.replaceAll(old, handle) };
}
