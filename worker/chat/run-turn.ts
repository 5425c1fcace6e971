import type {
  ChatPassage,
  Facts,
  ModelUse,
  ToolRun,
  Turn,
  TurnEvent,
  TurnProblem,
} from "#schema/api/chat.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { ChatModel } from "#worker/platform/chat-model/chat-model.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import { checkPart } from "./check-part.ts";
import { promptFor } from "./prompt.ts";
import { AnswerReader } from "./read-answer.ts";

/** A question with all data for its answer. */
export type Asked = {
  turnId: string;
  question: string;
  /** Earlier turns of the conversation. */
  earlier: Turn[];
  searchScope: "all" | "public" | "private";
  sources: string[] | null;
  /** Signal that is aborted when the asker wants no more. */
  signal: AbortSignal;
};

/** The model's part of the cost; null where no model answered. */
export type Use = Omit<ModelUse, "credits"> | null;

/** Means of a turn: finding its passages, and choosing and paying its model. */
export type TurnMeans = {
  findPassages: (ctx: Ctx, asked: Asked) => AsyncIterable<ToolRun>;
  /** Runs the work with the chosen model, or with none, and returns the cost. */
  withModel: (
    ctx: Ctx,
    asked: Asked,
    work: (model: ChatModel | null) => Promise<Use>,
  ) => Promise<ModelUse | null>;
};

type Tell = (event: TurnEvent) => void;

const MAX_ANSWER_TOKENS = 900;
const MODEL_TIMEOUT_MS = 90_000;
/** Limit on an answer's sentences and blocks of code. */
const MAX_PARTS = 120;

/**
 * Answers a question: the passages first, then, where there are a model and passages, the model's answer, told sentence by sentence after
 * each check. The last event is always `end`. Without a model the passages are the answer.
 */
export async function runTurn(ctx: Ctx, asked: Asked, means: TurnMeans, tell: Tell): Promise<void> {
  const { signal } = asked;
  let model: ModelUse | null = null;
  let problem: TurnProblem | null = null;
  let used: Use = null;
  try {
    model = await means.withModel(ctx, asked, async (chatModel) => {
      const passages: ChatPassage[] = [];
      for await (const run of means.findPassages(ctx, asked)) {
        passages.push(...run.passages);
        tell({ type: "tool", run });
        if (signal.aborted) return null;
      }
      if (chatModel === null || passages.length === 0) return null;
      used = { name: chatModel.name, tokensIn: 0, tokensOut: 0 };
      // Text written before an answer broke off has to be paid for, so the problem is told beside the use.
      problem = await write(ctx, asked, { model: chatModel, passages, used }, tell);
      return used.tokensOut > 0 ? used : null;
    });
  } catch (error) {
    problem = problemOf(ctx, error);
  }
  const status = signal.aborted ? "stopped" : problem === null ? "done" : "failed";
  tell({ type: "end", status, model, problem: signal.aborted ? null : problem });
}

/** A deployment's own model, without a charge. */
export async function freeModel(
  { services }: Ctx,
  _asked: Asked,
  work: (model: ChatModel | null) => Promise<Use>,
): Promise<ModelUse | null> {
  const use = await work(services.chatModel);
  return use && { ...use, credits: 0 };
}

type Writing = { model: ChatModel; passages: ChatPassage[]; used: NonNullable<Use> };

/** Tells the checked answer of a model, and counts its tokens in `used`. Returns the reason of a break, or null. */
async function write(
  ctx: Ctx,
  { question, earlier, signal }: Asked,
  { model, passages, used }: Writing,
  tell: Tell,
): Promise<TurnProblem | null> {
  const messages = promptFor(question, passages, earlier, `passage-${randomBase62(8)}`);
  const reader = new AnswerReader();
  const late = AbortSignal.timeout(MODEL_TIMEOUT_MS);
  let parts = 0;
  let written = "";
  const tellAll = (found: ReturnType<AnswerReader["push"]>) => {
    for (const part of found.slice(0, MAX_PARTS - parts))
      tell({ type: "part", part: checkPart(part, passages) });
    parts += found.length;
  };
  try {
    const ends = AbortSignal.any([signal, late]);
    for await (const piece of model.answer(messages, { maxTokens: MAX_ANSWER_TOKENS, signal: ends })) {
      written += piece;
      tellAll(reader.push(piece));
      if (ends.aborted || parts >= MAX_PARTS) break;
    }
    if (!signal.aborted) tellAll(reader.end());
    if (late.aborted)
      throw new AppError("unavailable", "The model took too long and was stopped. Try again.");
    if (parts === 0 && !signal.aborted)
      throw new AppError("unavailable", "The model gave an empty answer. Try again.");
    return null;
  } catch (error) {
    return signal.aborted ? null : problemOf(ctx, late.aborted ? tooLate(error) : error);
  } finally {
    if (written !== "") {
      used.tokensIn = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
      used.tokensOut = countTokens(written);
    }
  }
}

function tooLate(cause: unknown): AppError {
  return new AppError("unavailable", "The model took too long and was stopped. Try again.", { cause });
}

function problemOf({ log }: Pick<Ctx, "log">, error: unknown): TurnProblem {
  if (error instanceof AppError) {
    if (error.cause) log.error("turn problem", error.cause, { code: error.code });
    return { code: error.code, message: error.message, data: factsOf(error.data) };
  }
  log.error("turn failed", error);
  return { code: "unavailable", message: "The answer broke off. Try again.", data: {} };
}

/** The values of an error's data that a page can show. */
function factsOf(data: Record<string, unknown>): Facts {
  const simple = Object.entries(data).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  return Object.fromEntries(simple) as Facts;
}
