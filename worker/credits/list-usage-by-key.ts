import { listApiKeys } from "#worker/api-keys/list-api-keys.ts";
import type { Ctx } from "#worker/context.ts";
import { sumUsageByKey } from "./repo.ts";

/** Days reported: today and the 13 before today. */
const DAYS = 14;
const DAY_MS = 86_400_000;

export type UsageOfKey = {
  /** Id of the key. The successor of a rolled key has a history of its own, so that the old key's shows who still uses the old key. */
  id: string;
  /** Calls that were charged on each of the last 14 days in UTC, the oldest first; today is the last. */
  calls: number[];
};

/**
 * Recent use of each key of the scope's owner; unused keys are absent. Rows that have only a key's name count for the one key of that
 * name, and for none where several keys have the name.
 */
export async function listUsageByKey(ctx: Pick<Ctx, "db" | "scope" | "now">): Promise<UsageOfKey[]> {
  const today = Math.floor(ctx.now().getTime() / DAY_MS);
  const first = today - DAYS + 1;
  const [keys, rows] = await Promise.all([
    listApiKeys(ctx),
    sumUsageByKey(ctx.db, ctx.scope.owner, new Date(first * DAY_MS)),
  ]);
  const keysOfName = Map.groupBy(keys, ({ name }) => name);
  const byId = new Map<string, number[]>();
  for (const { keyId, keyName, day, calls } of rows) {
    const id = keyId ?? onlyOne(keysOfName.get(keyName ?? ""))?.id;
    if (id === undefined) continue;
    const days = byId.get(id) ?? Array.from<number>({ length: DAYS }).fill(0);
    byId.set(id, days);
    const at = Date.parse(day) / DAY_MS - first;
    if (at < DAYS) days[at]! += calls;
  }
  return [...byId].map(([id, calls]) => ({ id, calls }));
}

function onlyOne<T>(things: T[] = []): T | undefined {
  return things.length === 1 ? things[0] : undefined;
}
