import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";
import { users } from "./users.ts";

/** An address that people would like to see in the public catalog, and how many of them. */
export const catalogSuggestions = sqliteTable("catalog_suggestions", {
  url: text("url").primaryKey(),
  people: integer("people").notNull(),
  firstAt: timestamp("first_at").notNull(),
  lastAt: timestamp("last_at").notNull(),
});

/** People who suggested an address, each counted once, and their words. Rows go with the account; the count stays. */
export const catalogSuggesters = sqliteTable(
  "catalog_suggesters",
  {
    url: text("url").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name"),
    note: text("note"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.url, table.userId] }),
    index("catalog_suggesters_user").on(table.userId),
  ],
);

/** An entry of the public catalog whose indexing was begun by the clock, and the time from which that may be tried again. */
export const catalogStarts = sqliteTable("catalog_starts", {
  /** The entry's name in lower case, with the version where it has one. */
  entry: text("entry").primaryKey(),
  tryAt: timestamp("try_at").notNull(),
});
