import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";
import { SHOWN_TRANSACTIONS } from "./copy.ts";
import { rangeOf } from "./transactions.ts";
import type { Filters, Transaction } from "./transactions.ts";

/** The newest transactions of the scope. */
export function useTransactions(limit: number = SHOWN_TRANSACTIONS) {
  return useQuery({
    queryKey: ["activity", limit],
    queryFn: () => readTransactions({ type: "all", limit: String(limit) }),
    placeholderData: keepPreviousData,
  });
}

/**
 * The newest transactions of a kind and of days, which may be older than the newest of all. Asked for only where the newest of
 * all do not reach far enough; the other filters are applied in the page.
 */
export function useOlderTransactions(filters: Filters, limit: number, isNeeded: boolean) {
  const { type } = filters;
  const range = rangeOf(filters);
  return useQuery({
    queryKey: ["activity", limit, type, range],
    enabled: isNeeded,
    queryFn: () =>
      readTransactions({
        type,
        limit: String(limit),
        ...(range.from !== null && { from: range.from.toISOString() }),
        ...(range.to !== null && { to: range.to.toISOString() }),
      }),
  });
}

async function readTransactions(query: {
  type: Filters["type"];
  limit: string;
  from?: string;
  to?: string;
}): Promise<Transaction[]> {
  return (await answerOf(api.api.credits.transactions.$get({ query }))).transactions;
}
