import type { Ctx } from "#worker/context.ts";
import { sumUsageByKeyName } from "./repo.ts";

/** Today and the days before it. */
const DAYS = 14;
const DAY_MS = 86_400_000;

export type UsageOfKey = {
  /** A key that was rolled and the one in its place have one name, and so one history. */
  name: string;
  /** Calls that were charged on each of the last 14 days in UTC, the oldest first; today is the last. */
  calls: number[];
};

/** How much each key of the scope's owner was used lately, by the key's name; those that were not are not there. */
export async function listUsageByKey(ctx: Pick<Ctx, "db" | "scope" | "now">): Promise<UsageOfKey[]> {
  const today = Math.floor(ctx.now().getTime() / DAY_MS);
  const first = today - DAYS + 1;
  const rows = await sumUsageByKeyName(ctx.db, ctx.scope.owner, new Date(first * DAY_MS));
  const byName = new Map<string, number[]>();
  for (const { keyName, day, calls } of rows) {
    const days = byName.get(keyName) ?? Array.from<number>({ length: DAYS }).fill(0);
    byName.set(keyName, days);
    const at = Date.parse(day) / DAY_MS - first;
    if (at < DAYS) days[at] = calls;
  }
  return [...byName].map(([name, calls]) => ({ name, calls }));
}
