import { detailsOf, keyNameOf, tokensOf } from "#web/features/activity/transactions.ts";
import type { Transaction } from "#web/features/activity/transactions.ts";
import type { ApiKey } from "#web/features/api-keys/queries.ts";
import { clientName } from "#web/lib/client-name.ts";
import { formatAgo } from "#web/lib/dates.ts";

export type LatestCall = { client: string; subject: string; ago: string; tokens: number | null };

/**
 * The newest call of an agent, or null; `transactions` have the newest first. A call from the console itself has no key, and
 * says nothing about agents. The client's name is the one that the key's client gives itself.
 */
export function latestCall(
  transactions: readonly Transaction[],
  keys: readonly Pick<ApiKey, "name" | "isActive" | "lastClient">[],
): LatestCall | null {
  const row = transactions.find((one) => one.source === "usage" && keyNameOf(one) !== "");
  if (!row) return null;
  const name = keyNameOf(row);
  const lastClient = keys.find((key) => key.isActive && key.name === name)?.lastClient;
  const client = lastClient ? clientName(lastClient) : name;
  const tokens = tokensOf(row)?.sent ?? null;
  return { client, subject: detailsOf(row), ago: formatAgo(row.timestamp), tokens };
}
