const DAY = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** Cents as dollars: `$9`, and `$12.34` where there are cents. */
export function dollars(cents: number): string {
  const amount = Math.abs(cents) / 100;
  const sign = cents < 0 ? "-" : "";
  return `${sign}$${Number.isInteger(amount) ? String(amount) : amount.toFixed(2)}`;
}

/** A day as `Nov 22, 2026`, in UTC. */
export function dayOf(iso: string): string {
  return DAY.format(new Date(iso));
}
