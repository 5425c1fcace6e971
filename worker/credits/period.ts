/**
 * Start of the monthly credit period that `now` is in, as UTC midnight. A period begins on the day of the month of the
 * subscription's start; if that day is still to come this month, the period began last month (specification, section 9).
 * A start day of 29 to 31 counts as the last day of a shorter month, in this month and in the last one alike, as
 * payment providers do it.
 */
export function periodStart(subscriptionStart: Date, now: Date): Date {
  const anchorDay = subscriptionStart.getUTCDate();
  const thisMonth = anchorIn(now.getUTCFullYear(), now.getUTCMonth(), anchorDay);
  if (now.getTime() >= thisMonth.getTime()) return thisMonth;
  return anchorIn(now.getUTCFullYear(), now.getUTCMonth() - 1, anchorDay);
}

/** Start of the period after the one that begins at `start`, which is a `periodStart` of the same subscription. */
export function nextPeriodStart(subscriptionStart: Date, start: Date): Date {
  return anchorIn(start.getUTCFullYear(), start.getUTCMonth() + 1, subscriptionStart.getUTCDate());
}

function anchorIn(year: number, month: number, anchorDay: number): Date {
  // Day 0 of the next month is the last day of this one; month -1 is December of the year before.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(anchorDay, lastDay)));
}
