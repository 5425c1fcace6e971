import * as z from "zod";
import { CHAT_ID, CHAT_LIMITS } from "#schema/api/chat.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { userOwner } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { attemptsLeft, takeAttempt, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { requireBegun } from "./ask.ts";
import { notThere } from "./conversation-verbs.ts";
import { DEMO_QUESTIONS } from "./demo-questions.ts";

export const askDemoInput = z.object({
  turnId: z.string().max(64).regex(CHAT_ID),
  question: z.string().trim().min(1).max(CHAT_LIMITS.questionCharacters),
});

type DemoCtx = Pick<Ctx, "db" | "services" | "caller">;

export type DemoInfo = {
  /** Questions that this network may ask within the hour. */
  left: number;
  max: number;
  /** Prepared questions about documentation that is indexed here. */
  questions: string[];
  /** Name of the model; null where the passages are the answer. */
  model: string | null;
};

const MAX_PREPARED = 3;
/** Scope of visitors. Object and conversation are one: a visitor's question has no history. */
const SCOPE = "visitor";

/** The demo for a visitor: prepared questions, and how many may be asked. */
export async function getDemo(ctx: DemoCtx): Promise<DemoInfo> {
  const scope = { owner: userOwner("visitor") };
  const [left, sources] = await Promise.all([
    attemptsLeft(ctx, "demo-question/network"),
    listVisibleSources({ ...ctx, actor: { kind: "system" }, scope }, "public"),
  ]);
  const names = new Set(sources.map(({ name }) => name.toLowerCase()));
  const questions = DEMO_QUESTIONS.filter(({ sources: about }) => about.some((name) => names.has(name)));
  return {
    left,
    max: CHAT_LIMITS.demoQuestionsAnHour,
    questions: questions.slice(0, MAX_PREPARED).map(({ question }) => question),
    model: ctx.services.chatModel?.name ?? null,
  };
}

/** Answers a visitor's question from public documents; the same turn counts once. resource-exhausted after too many from a network. */
export async function askDemo(
  ctx: DemoCtx,
  input: z.infer<typeof askDemoInput>,
): Promise<{ turnId: string }> {
  const { turnId, question } = input;
  const turn = ctx.services.demoTurn(turnId);
  if (await turn.findTurn(SCOPE, turnId)) return { turnId };
  await takeQuestion(ctx);
  const outcome = await turn.begin({
    scope: SCOPE,
    conversationId: turnId,
    turnId,
    question,
    moduleId: null,
    replaces: null,
    searchScope: "public",
    sources: null,
    asker: null,
  });
  requireBegun(outcome);
  return { turnId };
}

/** The events of a visitor's turn, for everybody who knows the turn's id; not-found an hour after the question. */
export async function followDemo(
  ctx: Pick<Ctx, "services">,
  { turnId, after }: { turnId: string; after: number },
): Promise<ReadableStream<Uint8Array>> {
  const events = CHAT_ID.test(turnId)
    ? await ctx.services.demoTurn(turnId).events(SCOPE, turnId, after)
    : null;
  if (!events) throw notThere();
  return events;
}

/** Ends a visitor's turn with the answer so far. */
export async function stopDemo(ctx: Pick<Ctx, "services">, { turnId }: { turnId: string }): Promise<void> {
  if (CHAT_ID.test(turnId)) await ctx.services.demoTurn(turnId).stop(SCOPE, turnId);
}

async function takeQuestion(ctx: DemoCtx): Promise<void> {
  try {
    await takeNetworkAttempt(ctx, "demo-question/network");
  } catch (error) {
    throw spent(
      error,
      `You've asked the ${CHAT_LIMITS.demoQuestionsAnHour} demo questions of this hour. Sign up for free to keep asking.`,
    );
  }
  try {
    await takeAttempt(ctx, "demo-question/all", "everybody");
  } catch (error) {
    throw spent(error, "The demo is busy right now. Try again in a few minutes, or sign up for free.");
  }
}

function spent(error: unknown, message: string): unknown {
  return error instanceof AppError && error.code === "resource-exhausted"
    ? new AppError("resource-exhausted", message, { data: { ...error.data, reason: "demo-limit" } })
    : error;
}
