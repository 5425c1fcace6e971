import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DEFAULT_INDEX_ID, OWNER_KINDS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";

/** Everything that a user or a team has indexed, with totals. Its sources are the rows of `sources` with the same owner and index. */
export const privateIndexes = sqliteTable(
  "private_indexes",
  {
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    indexId: text("index_id").notNull().default(DEFAULT_INDEX_ID),
    totalDocs: integer("total_docs").notNull().default(0),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerKind, table.ownerId, table.indexId] }),
    oneOf("private_indexes_owner_kind", table.ownerKind, OWNER_KINDS),
  ],
);
