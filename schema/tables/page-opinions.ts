import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/** An answer to whether a page of the documentation was useful, once a day. No column says who gave it. */
export const pageOpinions = sqliteTable(
  "page_opinions",
  {
    path: text("path").notNull(),
    /** Date of the answer, ISO in UTC. */
    day: text("day").notNull(),
    /** Keyed hash of the day, the network and the browser: the same all day, and tied to nobody afterwards. */
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
