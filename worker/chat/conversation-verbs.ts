import type { Conversation, ConversationSummary } from "#schema/api/chat.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { principalOf } from "#worker/owner.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { conversationsOf } from "./ask.ts";
import { deleteShares } from "./repo.ts";

type ChatCtx = Pick<Ctx, "actor" | "scope" | "services">;
type OfConversation = { conversationId: string };
type OfTurn = { turnId: string };

/** The acting user's conversations for the scope's owner, the latest first. */
export async function listConversations(ctx: ChatCtx): Promise<ConversationSummary[]> {
  return conversationsOf(ctx).list(principalOf(ctx.scope.owner));
}

/** A conversation with all its turns; not-found for another user's conversation, or another owner's. */
export async function getConversation(
  ctx: ChatCtx,
  { conversationId }: OfConversation,
): Promise<Conversation> {
  const found = await conversationsOf(ctx).find(principalOf(ctx.scope.owner), conversationId);
  if (!found) throw notThere();
  return found;
}

/** The events of a turn from number `after` on; not-found under the rules of `getConversation`. */
export async function followTurn(
  ctx: ChatCtx,
  { turnId, after }: OfTurn & { after: number },
): Promise<ReadableStream<Uint8Array>> {
  const events = await conversationsOf(ctx).events(principalOf(ctx.scope.owner), turnId, after);
  if (!events) throw notThere();
  return events;
}

/** Ends a turn with the answer so far; a turn that has ended, or is missing, stays unchanged. */
export async function stopTurn(ctx: ChatCtx, { turnId }: OfTurn): Promise<void> {
  await conversationsOf(ctx).stop(principalOf(ctx.scope.owner), turnId);
}

/** Deletes a conversation with its link. A second call changes nothing. */
export async function deleteConversation(
  ctx: ChatCtx & Pick<Ctx, "db">,
  { conversationId }: OfConversation,
): Promise<void> {
  const chat = conversationsOf(ctx);
  const scope = principalOf(ctx.scope.owner);
  if (!(await chat.find(scope, conversationId))) return;
  if (ctx.actor.kind !== "system" && ctx.actor.userId)
    await deleteShares(ctx.db, ctx.actor.userId, conversationId);
  await chat.remove(scope, conversationId);
}

/** Exports every conversation of the acting user, for each owner, a line of JSON each. Ten times an hour at most. */
export async function exportConversations(
  ctx: Pick<Ctx, "actor" | "services">,
): Promise<ReadableStream<Uint8Array>> {
  const chat = conversationsOf(ctx);
  if (ctx.actor.kind !== "system") await takeAttempt(ctx, "chat-export/user", ctx.actor.userId ?? "");
  return chat.exportLines();
}

export function notThere(): AppError {
  return new AppError(
    "not-found",
    "This conversation isn't there. It may have been deleted, or belong to another team.",
  );
}
