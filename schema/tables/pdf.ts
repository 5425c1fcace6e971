import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { OWNER_KINDS, PDF_SET_STATUSES } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { sources } from "./sources.ts";

/** A set of PDF files that is one source (specification, section 3). The id is the `setId` of the wire. */
export const pdfSets = sqliteTable(
  "pdf_sets",
  {
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    sourceId: text("source_id")
      .notNull()
      .references(() => sources.id),
    displayName: text("display_name").notNull(),
    status: word("status", PDF_SET_STATUSES).notNull().default("not indexed"),
    generation: integer("generation").notNull().default(1),
    totalFiles: integer("total_files").notNull().default(0),
    totalSizeBytes: integer("total_size_bytes").notNull().default(0),
    totalDocs: integer("total_docs").notNull().default(0),
    indexedPages: integer("indexed_pages").notNull().default(0),
    /** Language of most of the text, ISO 639-1; null when it could not be told. */
    language: text("language"),
    lastError: text("last_error"),
    errorCount: integer("error_count").notNull().default(0),
    uploadedAt: timestamp("uploaded_at").notNull(),
    lastIndexedAt: timestamp("last_indexed_at"),
    /** The set's current job run, or its last. */
    runId: text("run_id"),
    /** Time of the run's last progress; a run that stays at that time for too long is sent off again. */
    progressAt: timestamp("progress_at"),
    /**
     * Start of the latest upload since the set's objects were last compared with its files; a killed upload leaves an object that no file
     * refers to. Null when no upload came since the comparison.
     */
    uploadBeganAt: timestamp("upload_began_at"),
  },
  (table) => [
    oneOf("pdf_sets_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("pdf_sets_status", table.status, PDF_SET_STATUSES),
    index("pdf_sets_owner").on(table.ownerKind, table.ownerId, table.uploadedAt),
    index("pdf_sets_progress").on(table.status, table.progressAt),
    index("pdf_sets_upload")
      .on(table.uploadBeganAt)
      .where(sql`${table.uploadBeganAt} is not null`),
  ],
);

/** One file of a set; its bytes are in R2 under `objectKey`. */
export const pdfFiles = sqliteTable(
  "pdf_files",
  {
    id: text("id").primaryKey(),
    setId: text("set_id")
      .notNull()
      .references(() => pdfSets.id),
    name: text("name").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256"),
    objectKey: text("object_key").notNull(),
    status: word("status", PDF_SET_STATUSES).notNull().default("not indexed"),
    pages: integer("pages"),
    /** Language of the file's text, ISO 639-1; null when it could not be told. */
    language: text("language"),
    error: text("error"),
    lastModified: timestamp("last_modified").notNull(),
  },
  (table) => [
    oneOf("pdf_files_status", table.status, PDF_SET_STATUSES),
    uniqueIndex("pdf_files_name").on(table.setId, table.name),
  ],
);
