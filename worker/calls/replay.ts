import { countTokens } from "#worker/content/tokens.ts";
import { callerKey } from "#worker/context.ts";
import type { AgentCall, CallSession } from "./agent-call.ts";
import type { Given, McpSession } from "./mcp-session.ts";
import { openSession } from "./open-session.ts";
import { mintHandle } from "./session-handle.ts";

/** What every answer has that costs credits. `text` shows the session's handle when there is one. */
type Replayable = { text: string; session: string | null; receipt: { creditsUsed: number } };

/** An answer, and what a session that begins with it remembers. */
export type PaidAnswer<A> = { answer: A; given: Promise<Given | null> };

type Kept<A> = { answer: A; memory: Given };

type Request = {
  callId: string;
  /** Answers of another form or of a call with `repeat` are others. */
  form: string;
  isRepeat: boolean;
  session: CallSession | null;
  /** Running costs less than looking for an earlier answer, of which there are few. */
  runsFirst: boolean;
};

const NOTHING_GIVEN: Given = { query: null, chunkHashes: [] };

/**
 * Runs a call, or gives the answer that the same call of the same key got within the last 60 s. A client that lost an
 * answer asks again with a new request id, so the arguments are all that tells the repetition: it gets the same answer
 * and pays nothing. An answer that cost nothing is not kept: the next one may be better.
 */
export async function replayOrRun<A extends Replayable>(
  call: AgentCall,
  request: Request,
  run: (isUnknownSession: boolean) => Promise<PaidAnswer<A>>,
): Promise<A> {
  const { ctx } = call;
  const { session } = request;
  const callHash = [request.callId, request.form, ...(request.isRepeat ? ["repeat"] : [])].join(" ");
  // A call that names no session is looked up under its key. The dot keeps the name apart from every handle.
  const keySession = openSession(ctx, `key.${callerKey(ctx.actor)}`);
  // The charge tells which first calls of a session may be repetitions: what nobody pays for has no answer, or was paid
  // for within the last 60 s.
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

/** Keeps a paid answer for its repetition, with what a session that it began remembers. */
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

/** A kept answer, for nothing; in a session that was not named, as the first of a new one. */
async function again<A extends Replayable>(
  call: AgentCall,
  kept: Kept<A>,
  { isNamed }: { isNamed: boolean },
): Promise<A> {
  const answer = { ...kept.answer, receipt: { ...kept.answer.receipt, creditsUsed: 0 } };
  if (answer.session === null || isNamed) return answer;
  return withOwnSession(call, answer, (handle) => openSession(call.ctx, handle).remember(kept.memory));
}

/** Two agents may share a key and begin with the same question: each gets a session of its own, or they would hide results from each other. */
async function withOwnSession<A extends Replayable>(
  call: AgentCall,
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
