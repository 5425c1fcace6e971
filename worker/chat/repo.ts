import { and, eq } from "drizzle-orm";
import { chatModels, chatShares } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type ChatModelRow = typeof chatModels.$inferSelect;
export type ShareRow = typeof chatShares.$inferSelect;

export async function findModelRow(db: Db, owner: Owner): Promise<ChatModelRow | null> {
  const rows = await db.select().from(chatModels).where(ownedBy(chatModels, owner)).limit(1);
  return rows[0] ?? null;
}

/** Stores an owner's model in place of the former one. */
export async function putModelRow(db: Db, row: ChatModelRow): Promise<void> {
  const { ownerKind: _kind, ownerId: _id, ...changed } = row;
  const target = [chatModels.ownerKind, chatModels.ownerId];
  await db.insert(chatModels).values(row).onConflictDoUpdate({ target, set: changed });
}

export async function deleteModelRow(db: Db, owner: Owner): Promise<void> {
  await db.delete(chatModels).where(ownedBy(chatModels, owner));
}

/** Stores a link in place of a conversation's former links, by index `chat_shares_conversation`. */
export async function replaceShare(db: Db, row: ShareRow): Promise<void> {
  await db.batch([
    db.delete(chatShares).where(ofConversation(row.userId, row.conversationId)),
    db.insert(chatShares).values(row),
  ]);
}

/** Deletes the links of a conversation; true when there was one. */
export async function deleteShares(db: Db, userId: string, conversationId: string): Promise<boolean> {
  const deleted = await db
    .delete(chatShares)
    .where(ofConversation(userId, conversationId))
    .returning({ tokenHash: chatShares.tokenHash });
  return deleted.length > 0;
}

export async function findShare(db: Db, tokenHash: string): Promise<ShareRow | null> {
  const rows = await db.select().from(chatShares).where(eq(chatShares.tokenHash, tokenHash)).limit(1);
  return rows[0] ?? null;
}

function ofConversation(userId: string, conversationId: string) {
  return and(eq(chatShares.userId, userId), eq(chatShares.conversationId, conversationId));
}
