import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/** Questions that somebody says were answered badly, for us to look at: none is ever shown as it came. No column names the sender. */
export const missedQuestions = sqliteTable(
  "missed_questions",
  {
    /** Hash of the question and the page, so that a report sent twice is one row. */
    id: text("id").primaryKey(),
    question: text("question").notNull(),
    /** Address of the page that answers, as the sender gave it; null where nobody knows one. */
    pageUrl: text("page_url"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [index("missed_questions_created").on(table.createdAt)],
);
