import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { KEY_SCOPES, OWNER_KINDS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { users } from "./users.ts";

/**
 * An API key, found by `keyHash`, HMAC-SHA-256 under the pepper; `keyStart` and `keyEnd` serve the mask. The key itself is stored only
 * sealed, for the reveal, and is gone for good with the revocation.
 */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    /** Owner of the documents that the key reaches, who also pays: a person, or a team, whose keys outlive the people who made them. */
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    /** The person who made the key; null when that person's account is gone. */
    createdByUserId: text("created_by_user_id").references(() => users.id, { onDelete: "set null" }),
    scope: word("scope", KEY_SCOPES).notNull().default("index"),
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    keyStart: text("key_start").notNull(),
    keyEnd: text("key_end").notNull(),
    /** The key, AES-256-GCM under a key that is not in D1; null for a revoked key and for one made before keys could be revealed. */
    sealedKey: text("sealed_key"),
    /** The client that used the key last, as the client names itself over MCP. */
    lastClient: text("last_client"),
    /** Credits that the key may use in a month; null for as many as its owner has. */
    monthlyCreditLimit: integer("monthly_credit_limit"),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
    revokedAt: timestamp("revoked_at"),
    /** End of a rolled key's grace; null for a key that works until it is revoked. */
    endsAt: timestamp("ends_at"),
  },
  (table) => [
    oneOf("api_keys_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("api_keys_scope", table.scope, KEY_SCOPES),
    index("api_keys_owner").on(table.ownerKind, table.ownerId),
    index("api_keys_created_by").on(table.createdByUserId),
  ],
);
