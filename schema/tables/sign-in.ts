import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { MAIL_CODE_PURPOSES } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { users } from "./users.ts";

/** A browser that is signed in. Better-auth reads and writes this table, `accounts` and `verifications`. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    expiresAt: timestamp("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** A way in: a password (`credential`) or an identity at a provider. The provider's tokens are not kept. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: timestamp("access_token_expires_at"),
    refreshTokenExpiresAt: timestamp("refresh_token_expires_at"),
    scope: text("scope"),
    /** Password as a scrypt hash with its parameters. */
    password: text("password"),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("accounts_provider_account").on(table.providerId, table.accountId),
    index("accounts_user").on(table.userId),
  ],
);

/** Sign-ins at a provider that have not come back yet. The identifier is hashed. */
export const verifications = sqliteTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** A code that went out by mail. Only its SHA-256 is kept; `usedAt` is set by the one request that spends it. */
export const mailCodes = sqliteTable(
  "mail_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    purpose: word("purpose", MAIL_CODE_PURPOSES).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The address that the code proves; the code is void once the user has another address. */
    email: text("email").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    usedAt: timestamp("used_at"),
  },
  (table) => [
    oneOf("mail_codes_purpose", table.purpose, MAIL_CODE_PURPOSES),
    index("mail_codes_user").on(table.userId, table.purpose),
  ],
);
