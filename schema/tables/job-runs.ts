import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { JOB_RUN_STATUSES, OWNER_KINDS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { sources } from "./sources.ts";

/** One indexing of one source (specification, section 3). The id is the `executionId` of the wire. Pages and their outcomes are in the run's CrawlRun object. */
export const jobRuns = sqliteTable(
  "job_runs",
  {
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    sourceId: text("source_id")
      .notNull()
      .references(() => sources.id),
    generation: integer("generation").notNull(),
    status: word("status", JOB_RUN_STATUSES).notNull(),
    url: text("url").notNull(),
    displayName: text("display_name").notNull(),
    /** The failure, in words for the owner; only with FAILED. */
    error: text("error"),
    /** Number of pages that were searchable when the run ended. */
    docsCount: integer("docs_count").notNull().default(0),
    /** Number of pages that are new, changed or gone since the run before; null for runs that did not get so far. */
    changedPages: integer("changed_pages"),
    startedByUserId: text("started_by_user_id"),
    startTime: timestamp("start_time").notNull(),
    endTime: timestamp("end_time"),
  },
  (table) => [
    oneOf("job_runs_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("job_runs_status", table.status, JOB_RUN_STATUSES),
    index("job_runs_owner_start").on(table.ownerKind, table.ownerId, table.startTime),
    index("job_runs_source").on(table.sourceId, table.startTime),
    index("job_runs_status_start").on(table.status, table.startTime),
  ],
);
