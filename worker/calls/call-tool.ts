import { connectionSession, sessionOf } from "./agent-call.ts";
import type { AgentCall, CallSession } from "./agent-call.ts";
import type { AgentTool, Answer, SessionArguments, ToolOutcome, ToolSession } from "./agent-tool.ts";
import { argumentsOf, identifyCall } from "./identify-call.ts";
import type { Given } from "./mcp-session.ts";
import { openSession } from "./open-session.ts";
import { readToolInput } from "./read-tool-input.ts";
import { replayOrRun } from "./replay.ts";
import type { PaidAnswer } from "./replay.ts";
import { withCharge } from "./with-charge.ts";

export const UNKNOWN_SESSION = "This session is unknown or has ended, so nothing is withheld.";
/** Length of a question or an address in the credit history. */
const MAX_SUMMARY_CHARACTERS = 200;

/** Form in which a door shows answers: whole, or as a list of pages to a client whose calls name no session. */
export type AnswerForm = "whole" | "list";

/**
 * One paid call of an agent's tool, from its arguments to its receipt. The same call within 60 s gets the same answer and pays nothing; a
 * call without an answer costs nothing; the session remembers the answer.
 * @throws AppError invalid-argument with arguments that work; resource-exhausted without credits; what the tool throws.
 */
export async function callTool<Input extends SessionArguments, Found extends { text: string }>(
  call: AgentCall,
  tool: AgentTool<Input, Found>,
  args: unknown,
  form: AnswerForm = "whole",
): Promise<Answer<Found>> {
  const input = readToolInput(tool, args);
  const isList = form === "list";
  const session = isList ? connectionSession(call) : sessionOf(call, input.session);
  const callId = await identifyCall(call.ctx.actor, tool.operation, input);
  return replayOrRun(
    call,
    { callId, form, isRepeat: input.repeat === true, session, runsFirst: tool.isLookUp && !isList },
    (isUnknown) => runPaid(call, tool, input, { callId, session, isUnknown, isList }),
  );
}

type RunState = { callId: string; session: CallSession | null; isUnknown: boolean; isList: boolean };

async function runPaid<Input extends SessionArguments, Found extends { text: string }>(
  { ctx }: AgentCall,
  tool: AgentTool<Input, Found>,
  input: Input,
  { callId, session, isUnknown, isList }: RunState,
): Promise<PaidAnswer<Answer<Found>>> {
  const stored = session === null ? null : openSession(ctx, session.handle);
  const isRepeat = input.repeat === true;
  const told: ToolSession = {
    handle: isList ? null : (session?.handle ?? null),
    isList,
    // A new session has nothing to look up.
    ...(stored !== null &&
      !session!.isNew && {
        memory: async () => ({ ...(await stored.memory()), ...(isRepeat && { sentChunkHashes: [] }) }),
        keptPage: (url) => stored.keptPage(url),
      }),
    ...(isUnknown && { notice: UNKNOWN_SESSION }),
  };
  const { value, creditsUsed, creditsLeft } = await withCharge(
    ctx,
    {
      operation: tool.operation,
      price: tool.price,
      callId,
      note: {
        details: tool.summarize(input).slice(0, MAX_SUMMARY_CHARACTERS),
        metadata: { args: argumentsOf(input) },
      },
    },
    () => tool.run(ctx, input, told),
  );
  const given = stored ? value.given() : Promise.resolve(null);
  if (stored) ctx.waitUntil(remember(stored, value, given, isRepeat));
  const { sent, withheld, ofFullPages } = value.tokens;
  return {
    answer: {
      ...value.found,
      session: session?.handle ?? null,
      receipt: {
        tokensSent: sent,
        tokensWithheld: withheld,
        tokensOfFullPages: ofFullPages,
        creditsUsed,
        creditsLeft,
      },
    },
    given,
  };
}

/** Notes an answer in its session: a passage given is not sent again, and a kept page needs no look-up. */
async function remember(
  stored: ReturnType<typeof openSession>,
  { pagesToKeep }: Pick<ToolOutcome<unknown>, "pagesToKeep">,
  given: Promise<Given | null>,
  isRepeat: boolean,
): Promise<void> {
  const recorded = given.then((answer) => {
    if (answer === null) return;
    return isRepeat ? stored.beginAgain(answer) : stored.remember(answer);
  });
  const kept = pagesToKeep().then((pages) => stored.keepPages(pages));
  await Promise.all([recorded, kept]);
}
