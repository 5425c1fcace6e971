import { sorted } from "#web/lib/sort.ts";
import type { Sort } from "#web/lib/sort.ts";
import { isLasting } from "./displayed-key.ts";
import type { ApiKey } from "./queries.ts";

/** Columns that the list can be ordered by. */
export const KEY_COLUMNS = ["name", "created", "used", "calls", "status"] as const;
export type KeyColumn = (typeof KEY_COLUMNS)[number];

/** Calls of each of the last days by the id of a key, the oldest first. */
export type KeyUsage = ReadonlyMap<string, readonly number[]>;

/** A sorted copy of the keys; without a sort in the server's order, newest first. */
export function sortKeys(keys: readonly ApiKey[], sort: Sort<KeyColumn>, usage: KeyUsage): ApiKey[] {
  return sorted(keys, sort, (key, column) => {
    switch (column) {
      case "name":
        return key.name.toLowerCase();
      case "created":
        return key.createdAt;
      // A key that was never used counts as the longest unused.
      case "used":
        return key.lastUsed ?? "";
      case "calls":
        return callsOf(usage.get(key.id));
      case "status":
        return isLasting(key) ? 0 : key.isActive ? 1 : 2;
      default:
        return column satisfies never;
    }
  });
}

export function callsOf(days: readonly number[] = []): number {
  return days.reduce((sum, calls) => sum + calls, 0);
}

/** The calls of a key in words: `1,204 calls in 14 days, 3 of them today`. */
export function usageWords(days: readonly number[]): string {
  const calls = callsOf(days);
  const words = `${calls.toLocaleString("en-US")} ${calls === 1 ? "call" : "calls"} in ${days.length} days`;
  return `${words}, ${(days.at(-1) ?? 0).toLocaleString("en-US")} of them today`;
}
