import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { OWNER_KINDS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { users } from "./users.ts";

/** The model that an owner has answer in the chat: an address that speaks OpenAI's protocol. */
export const chatModels = sqliteTable(
  "chat_models",
  {
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    url: text("url").notNull(),
    model: text("model").notNull(),
    /** Key of the model's provider, sealed for the owner and the address; null for an address that wants no key. */
    sealedKey: text("sealed_key"),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerKind, table.ownerId] }),
    oneOf("chat_models_owner_kind", table.ownerKind, OWNER_KINDS),
  ],
);

/** Links that show a conversation to everybody, with its owner. The shown turns are in the user's `Conversations` object. */
export const chatShares = sqliteTable(
  "chat_shares",
  {
    /** SHA-256 of the link's token. */
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    conversationId: text("conversation_id").notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [index("chat_shares_conversation").on(table.userId, table.conversationId)],
);
