import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TIERS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";

/** The user profile (specification, section 3). The credit balance is not here: the user's CreditCounter holds it. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
    displayName: text("display_name"),
    photoUrl: text("photo_url"),
    tier: word("tier", TIERS).notNull().default("Free"),
    /** Latest of the user's consents; how the user gave it is in `consents`. */
    marketingConsent: integer("marketing_consent", { mode: "boolean" }).notNull().default(false),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at"),
    /** Time when the deletion of the account began; from then on nobody signs in. */
    deletionStartedAt: timestamp("deletion_started_at"),
  },
  (table) => [
    oneOf("users_tier", table.tier, TIERS),
    index("users_deletion")
      .on(table.deletionStartedAt)
      .where(sql`${table.deletionStartedAt} is not null`),
  ],
);
