import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";
import { users } from "./users.ts";

/**
 * An API key. It is found by `keyHash`, HMAC-SHA-256 under the pepper; `keyStart` and `keyEnd` serve the mask. The key
 * itself is there only sealed, for the reveal, and is gone for good with the revocation.
 */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Set when the key works for a team; null for a personal key. */
    teamId: text("team_id"),
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    keyStart: text("key_start").notNull(),
    keyEnd: text("key_end").notNull(),
    /** AES-256-GCM under a key that is not in D1; null for a revoked key and for one made before keys could be revealed. */
    sealedKey: text("sealed_key"),
    /** The client that used it last, as it names itself over MCP. */
    lastClient: text("last_client"),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
    revokedAt: timestamp("revoked_at"),
    /** A key that was rolled works until then; null for one that works until it is revoked. */
    endsAt: timestamp("ends_at"),
  },
  (table) => [index("api_keys_user").on(table.userId), index("api_keys_team").on(table.teamId)],
);
