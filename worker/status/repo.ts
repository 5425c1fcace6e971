import { gte, sql } from "drizzle-orm";
import { statusDays } from "#schema/index.ts";
import type { StatusComponentId } from "#schema/api/status.ts";
import type { Db } from "#worker/platform/db.ts";

export type StatusDayRow = typeof statusDays.$inferSelect;

/** Result of one check of one component. */
export type CheckOutcome = { component: StatusComponentId; isOk: boolean; ms: number };

/**
 * Adds a round of checks to its day, in one statement. A component that was checked less than `minGapMs` before stays unchanged: a clock
 * that strikes twice counts once.
 */
export async function addChecks(
  db: Db,
  checks: CheckOutcome[],
  now: Date,
  { minGapMs }: { minGapMs: number },
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await db
    .insert(statusDays)
    .values(
      checks.map(({ component, isOk, ms }) => ({
        day,
        component,
        checks: 1,
        failures: isOk ? 0 : 1,
        totalMs: ms,
        maxMs: ms,
        lastCheckAt: now,
        lastFailureAt: isOk ? null : now,
      })),
    )
    .onConflictDoUpdate({
      target: [statusDays.day, statusDays.component],
      set: {
        checks: sql`${statusDays.checks} + 1`,
        failures: sql`${statusDays.failures} + excluded.failures`,
        totalMs: sql`${statusDays.totalMs} + excluded.total_ms`,
        maxMs: sql`max(${statusDays.maxMs}, excluded.max_ms)`,
        lastCheckAt: sql`excluded.last_check_at`,
        lastFailureAt: sql`coalesce(excluded.last_failure_at, ${statusDays.lastFailureAt})`,
      },
      setWhere: sql`${statusDays.lastCheckAt} <= ${now.getTime() - minGapMs}`,
    });
}

/** All components from a day on, the oldest day first; by the primary key. */
export async function listDays(db: Db, firstDay: string): Promise<StatusDayRow[]> {
  return await db.select().from(statusDays).where(gte(statusDays.day, firstDay)).orderBy(statusDays.day);
}
