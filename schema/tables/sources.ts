import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { DEFAULT_INDEX_ID, OWNER_KINDS, SOURCE_KINDS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";

/**
 * A source: one body of documentation that is indexed and searched as a unit. The specification's payloads call it a
 * module (`moduleId`). Owned by a user, by a team, or public (then `ownerId` is "public").
 */
export const sources = sqliteTable(
  "sources",
  {
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    indexId: text("index_id").notNull().default(DEFAULT_INDEX_ID),
    kind: word("kind", SOURCE_KINDS).notNull(),
    /** Name that an agent writes in `sources`. Sources of one owner share a name when they are versions of the same thing. */
    name: text("name").notNull(),
    description: text("description"),
    url: text("url").notNull(),
    version: text("version"),
    /** Number that goes up with every removal or replacement; work that carries an older one is dropped. */
    generation: integer("generation").notNull().default(1),
    totalPages: integer("total_pages").notNull().default(0),
    totalChunks: integer("total_chunks").notNull().default(0),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
    lastIndexedAt: timestamp("last_indexed_at"),
    /** The owner's choices when the source was added, such as the scope of a crawl, so that a refresh does the same. */
    options: text("options", { mode: "json" }).$type<Record<string, unknown>>(),
    /** Request headers that open documentation behind a login; sealed, sent to the source's own host alone. */
    sealedHeaders: text("sealed_headers"),
    /** Time when a refresh is due; null when the source is only refreshed by hand. */
    refreshDueAt: timestamp("refresh_due_at"),
    /** Failed runs in a row; from three on the source is not refreshed by itself. */
    failedRuns: integer("failed_runs").notNull().default(0),
    /** Day of the last answer from the source. */
    lastUsedAt: timestamp("last_used_at"),
    /** Pages that a run of the source may have made searchable since the totals were written, so that other sources leave them. */
    reservedPages: integer("reserved_pages").notNull().default(0),
    /** Principal in the name of the index object, for a source that moved to another owner: passages stay where they are. */
    homePrincipal: text("home_principal"),
    /** User who added the source, for limits of members; null for the system, and for sources older than this column. */
    addedByUserId: text("added_by_user_id"),
  },
  (table) => [
    oneOf("sources_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("sources_kind", table.kind, SOURCE_KINDS),
    uniqueIndex("sources_owner_name_version").on(table.ownerKind, table.ownerId, table.name, table.version),
    // NULLs are distinct in a unique index, so sources without a version need a unique index of their own.
    uniqueIndex("sources_owner_name_unversioned")
      .on(table.ownerKind, table.ownerId, table.name)
      .where(sql`${table.version} is null`),
    index("sources_refresh_due").on(table.refreshDueAt),
    index("sources_owner_url").on(table.ownerKind, table.ownerId, table.url),
  ],
);

export type SourceRow = typeof sources.$inferSelect;
