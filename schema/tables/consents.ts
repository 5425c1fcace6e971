import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CONSENT_PROVENANCES } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { users } from "./users.ts";

/** Every change of a user's marketing consent, with how it came about; rows are only added. */
export const consents = sqliteTable(
  "consents",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    marketingConsent: integer("marketing_consent", { mode: "boolean" }).notNull(),
    provenance: word("provenance", CONSENT_PROVENANCES).notNull(),
    /** Version of the wording that the user saw. */
    textVersion: text("text_version").notNull(),
    /** Country, ISO 3166-1 alpha-2, as the edge saw the request; null when the edge did not say. */
    country: text("country"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    oneOf("consents_provenance", table.provenance, CONSENT_PROVENANCES),
    index("consents_user").on(table.userId, table.createdAt),
  ],
);
