import { STATUS_DAYS } from "#schema/api/status.ts";

export type CheckedDay = { day: string; checks: number; failures: number };
/** A day of the bar chart; `failedShare` is null where nothing was checked. */
export type Bar = { day: string; checks: number; failures: number; failedShare: number | null };

const DAY_MS = 24 * 60 * 60_000;

/** The last 90 days (UTC) until `now`, the oldest first, with days without checks in their places. */
export function barsOf(days: readonly CheckedDay[], now: Date): Bar[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: STATUS_DAYS }, (_, index) => {
    const day = new Date(now.getTime() - (STATUS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const { checks = 0, failures = 0 } = known.get(day) ?? {};
    return { day, checks, failures, failedShare: checks === 0 ? null : failures / checks };
  });
}

/** A share of checks in per cent with two decimals, and never 100 when one failed. */
export function percent(share: number): string {
  const rounded = share < 1 ? Math.floor(share * 10_000) / 100 : 100;
  return `${rounded.toFixed(rounded === 100 ? 0 : 2)}%`;
}
