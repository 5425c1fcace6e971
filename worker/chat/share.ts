import type { Conversation } from "#schema/api/chat.ts";
import { passagesOf } from "#schema/api/chat.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { principalOf, userOwner } from "#worker/owner.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { randomBase62 } from "#worker/platform/ids.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { conversationsOf } from "./ask.ts";
import { notThere } from "./conversation-verbs.ts";
import { deleteShares, findShare, replaceShare } from "./repo.ts";

/** A conversation as everybody with a link sees it. */
export type SharedConversation = Pick<Conversation, "title" | "updatedAt" | "turns">;

const TOKEN_CHARACTERS = 32;

/**
 * Makes a link that shows the turns so far to everybody who has the link; an earlier link stops working. A conversation that quotes
 * private documents is refused: such documents are not the asker's alone to show.
 */
export async function shareConversation(
  ctx: Ctx,
  { conversationId }: { conversationId: string },
): Promise<{ token: string }> {
  const chat = conversationsOf(ctx);
  const scope = principalOf(ctx.scope.owner);
  const conversation = await chat.find(scope, conversationId);
  if (!conversation) throw notThere();
  if (conversation.turns.some(({ status }) => status === "running"))
    throw new AppError("aborted", "An answer is still being written. Share the conversation when it's done.");
  await requirePublic(ctx, conversation);
  const token = randomBase62(TOKEN_CHARACTERS);
  const userId = actingUserId(ctx.actor)!;
  await replaceShare(ctx.db, {
    tokenHash: await sha256Hex(token),
    userId,
    conversationId,
    createdAt: ctx.now(),
  });
  await chat.setShared(scope, conversationId, true);
  await recordEvent(ctx, userOwner(userId), { type: "chat.shared", details: { conversationId } });
  return { token };
}

/** Revokes the link of a conversation. */
export async function unshareConversation(
  ctx: Pick<Ctx, "actor" | "caller" | "db" | "newId" | "now" | "scope" | "services">,
  { conversationId }: { conversationId: string },
): Promise<void> {
  const chat = conversationsOf(ctx);
  if (!(await chat.setShared(principalOf(ctx.scope.owner), conversationId, false))) throw notThere();
  const userId = actingUserId(ctx.actor)!;
  if (await deleteShares(ctx.db, userId, conversationId))
    await recordEvent(ctx, userOwner(userId), { type: "chat.unshared", details: { conversationId } });
}

/** The conversation behind a link, for anybody; not-found for a link that never was or was revoked. Costs are left out. */
export async function getShared(
  ctx: Pick<Ctx, "db" | "services" | "caller">,
  { token }: { token: string },
): Promise<SharedConversation> {
  await takeNetworkAttempt(ctx, "shared-chat/network");
  const share = await findShare(ctx.db, await sha256Hex(token));
  const found = share && (await ctx.services.conversations(share.userId).findShared(share.conversationId));
  if (!found)
    throw new AppError("not-found", "This link doesn't work. The conversation may not be shared any more.");
  const { title, updatedAt, turns } = found;
  return {
    title,
    updatedAt,
    turns: turns.map((turn) => ({
      ...turn,
      problem: turn.problem && { ...turn.problem, data: {} },
      model: turn.model && { ...turn.model, credits: 0 },
      tools: turn.tools.map((run) => ({
        ...run,
        receipt: { ...run.receipt, creditsUsed: 0, creditsLeft: 0 },
      })),
    })),
  };
}

/** Refuses private passages. A passage is public where its source's name is that of a public source, and of none of the owner's. */
async function requirePublic(ctx: Ctx, conversation: Conversation): Promise<void> {
  // Sources that the caller may no longer read are listed as well.
  const [visible, all] = await Promise.all([listVisibleSources(ctx, "public"), listSources(ctx)]);
  const ownNames = new Set(all.filter((source) => !source.isPublic).map(({ name }) => name));
  const publicNames = new Set(visible.map(({ name }) => name).filter((name) => !ownNames.has(name)));
  const isPublic = conversation.turns
    .flatMap(passagesOf)
    .every(({ source }) => source === null || publicNames.has(source));
  if (!isPublic)
    throw new AppError(
      "permission-denied",
      "This conversation quotes private documents. Only conversations about public docs can be shared.",
      { data: { reason: "private-passages" } },
    );
}
