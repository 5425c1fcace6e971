import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { OAuthScope } from "../values.ts";
import { timestamp } from "./columns.ts";
import { users } from "./users.ts";

/** A request of an MCP client that its user has not decided yet. Only the SHA-256 of the handle in the page's URL is kept. */
export const oauthRequests = sqliteTable(
  "oauth_requests",
  {
    handleHash: text("handle_hash").primaryKey(),
    /** The authorization request as the OAuth library has validated it, as JSON. */
    request: text("request").notNull(),
    clientName: text("client_name").notNull(),
    /** Host of the client's metadata document; null for a client that registered itself, whose name nobody vouches for. */
    clientHost: text("client_host"),
    /** User who opened the request first; nobody else can open or decide it. */
    userId: text("user_id").references(() => users.id),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (table) => [
    index("oauth_requests_expiry").on(table.expiresAt),
    index("oauth_requests_user").on(table.userId),
  ],
);

/**
 * An access that a user has granted an MCP client. The OAuth library keeps its own record and the tokens in KV, which takes up to a minute
 * to forget; this row decides at once whether the tokens are good. Without a row there is no access.
 */
export const oauthGrants = sqliteTable(
  "oauth_grants",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    clientHost: text("client_host"),
    redirectUri: text("redirect_uri").notNull(),
    /** MCP endpoint that the grant's tokens are for. */
    resource: text("resource").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<OAuthScope[]>().notNull(),
    /** The library's id of the grant; null until the code is exchanged, by the one request that can set this id. */
    kvGrantId: text("kv_grant_id"),
    /** SHA-256 of the valid refresh token, and of the one that was spent for it. */
    refreshHash: text("refresh_hash"),
    spentRefreshHash: text("spent_refresh_hash"),
    refreshedAt: timestamp("refreshed_at"),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (table) => [
    index("oauth_grants_user").on(table.userId),
    uniqueIndex("oauth_grants_kv_grant").on(table.kvGrantId),
  ],
);
