import * as z from "zod";
import { CHAT_ID, CHAT_LIMITS } from "#schema/api/chat.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { principalOf } from "#worker/owner.ts";
import type { BeginOutcome } from "./conversation-store.ts";
import { getModule } from "./get-module.ts";

const id = z.string().max(64).regex(CHAT_ID);

export const askInput = z.object({
  /** Ids made by the browser: the same turn sent twice is one turn. */
  conversationId: id,
  turnId: id,
  question: z.string().trim().min(1).max(CHAT_LIMITS.questionCharacters),
  scope: z.enum(["all", "public", "private"]).default("all"),
  /** The source that the conversation is limited to. */
  moduleId: z.string().min(1).max(64).nullish(),
  /** The turn that this question replaces; later turns go with it. */
  replaces: id.nullish(),
});
export type Ask = z.infer<typeof askInput>;

/**
 * Begins to answer a question in a conversation of the acting user for the scope's owner; makes the conversation if no such id exists. The
 * answer comes as events of the turn. The same turn again changes nothing.
 * @throws AppError resource-exhausted while too many turns are answered; aborted for a full conversation; not-found for a missing module
 * or turn.
 */
export async function ask(ctx: Ctx, input: Ask): Promise<{ conversationId: string; turnId: string }> {
  const { conversationId, turnId, question } = input;
  const scope = principalOf(ctx.scope.owner);
  const module = input.moduleId ? await getModule(ctx, { moduleId: input.moduleId }) : null;
  const outcome = await conversationsOf(ctx).begin({
    scope,
    conversationId,
    turnId,
    question,
    moduleId: module?.id ?? null,
    replaces: input.replaces ?? null,
    searchScope: module === null ? input.scope : "all",
    sources: module && [module.name],
    asker: { actor: ctx.actor, caller: ctx.caller, owner: ctx.scope.owner },
  });
  requireBegun(outcome);
  return { conversationId, turnId };
}

/** The object that holds the acting user's conversations. */
export function conversationsOf(ctx: Pick<Ctx, "actor" | "services">) {
  const userId = actingUserId(ctx.actor);
  if (userId === null) throw new AppError("permission-denied", "Only a person who is signed in has a chat.");
  return ctx.services.conversations(userId);
}

export function requireBegun(outcome: BeginOutcome): void {
  switch (outcome) {
    case "begun":
    case "already":
      return;
    case "too-many":
      throw new AppError(
        "resource-exhausted",
        `${CHAT_LIMITS.runningTurns} of your questions are being answered. Wait for one, or stop one.`,
        { data: { limit: CHAT_LIMITS.runningTurns, reason: "too-many-turns", retryAfterSeconds: 5 } },
      );
    case "full":
      throw new AppError(
        "aborted",
        `This conversation has ${CHAT_LIMITS.turnsOfConversation} questions, which is the limit. Begin a new one.`,
        { data: { limit: CHAT_LIMITS.turnsOfConversation } },
      );
    case "unknown":
      throw new AppError("not-found", "This conversation or question isn't there any more. Reload the page.");
    default:
      outcome satisfies never;
  }
}
