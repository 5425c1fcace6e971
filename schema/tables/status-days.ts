import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/** Results of one component's checks on one day (UTC), for the status page. */
export const statusDays = sqliteTable(
  "status_days",
  {
    /** Day in UTC, such as `2026-11-21`. */
    day: text("day").notNull(),
    component: text("component").notNull(),
    checks: integer("checks").notNull().default(0),
    failures: integer("failures").notNull().default(0),
    /** Milliseconds of all checks together, for the mean. */
    totalMs: integer("total_ms").notNull().default(0),
    maxMs: integer("max_ms").notNull().default(0),
    lastCheckAt: timestamp("last_check_at")
      .notNull()
      .default(sql`0`),
    /** Time of the day's last failure; null on a day without failures. */
    lastFailureAt: timestamp("last_failure_at"),
  },
  (table) => [primaryKey({ columns: [table.day, table.component] })],
);
