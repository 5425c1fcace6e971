/** Dates in US English with short month, time and zone (specification, section 9): `Nov 21, 2026, 10:42 AM UTC`. */
const FORMAT = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

export function formatDate(iso: string): string {
  return FORMAT.format(new Date(iso));
}

const DAY = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** The day of a moment in UTC, `Dec 1, 2026`, as used for periods of credits. */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso));
}

const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const STEPS: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, "second", 1],
  [3_600, "minute", 60],
  [86_400, "hour", 3_600],
  [30 * 86_400, "day", 86_400],
  [365 * 86_400, "month", 30 * 86_400],
  [Number.POSITIVE_INFINITY, "year", 365 * 86_400],
];

/** The age of a moment, `4 seconds ago`, in the largest unit that is not above it. */
export function formatAgo(iso: string, now: Date = new Date()): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1_000;
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit)!;
  return RELATIVE.format(Math.round(seconds / size), unit);
}
