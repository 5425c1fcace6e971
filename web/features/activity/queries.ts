import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";
import { SHOWN_TRANSACTIONS } from "./copy.ts";

/** The newest transactions of the scope. */
export function useTransactions(limit: number = SHOWN_TRANSACTIONS) {
  return useQuery({
    queryKey: ["activity", limit],
    queryFn: async () => {
      const query = { type: "all" as const, limit: String(limit) };
      return (await answerOf(api.api.credits.transactions.$get({ query }))).transactions;
    },
  });
}
