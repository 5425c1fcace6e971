import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/** Whether a page of the documentation was useful to somebody, once a day. Nothing in it says who that was. */
export const pageOpinions = sqliteTable(
  "page_opinions",
  {
    path: text("path").notNull(),
    /** The ISO date, in UTC. */
    day: text("day").notNull(),
    /** Keyed hash of the day, the network and the browser: the same for a day, and after it nobody's. */
    visitor: text("visitor").notNull(),
    isUseful: integer("is_useful", { mode: "boolean" }).notNull(),
    words: text("words"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.path, table.day, table.visitor] }),
    index("page_opinions_created").on(table.createdAt),
  ],
);
