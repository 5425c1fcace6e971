import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/**
 * Kinds of mail that an address asked not to get, as keyed hashes of kind and address: people are invited before they have an account,
 * and the wish outlives a deleted one. The table's name is that of the first kind, which a build that is being replaced still reads.
 */
export const stoppedMails = sqliteTable("stopped_reminders", {
  addressHash: text("address_hash").primaryKey(),
  stoppedAt: timestamp("stopped_at").notNull(),
});
