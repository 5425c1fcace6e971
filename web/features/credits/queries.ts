import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

export type CreditOverview = InferResponseType<(typeof api.api)["credits"]["$get"]>;
export type DayOfUsage = CreditOverview["days"][number];

/** The scope's credits now, and the use of each day of the period. */
export function useCredits() {
  return useQuery({ queryKey: ["credits"], queryFn: () => answerOf(api.api.credits.$get()) });
}

export type UsageOfMember = InferResponseType<
  (typeof api.api)["credits"]["by-member"]["$get"]
>["members"][number];

/** Credits that each member used in this period, by user id; a member who used nothing is not there. */
export function useUsageByMember(isNeeded = true) {
  return useQuery({
    queryKey: ["credits", "by-member"],
    enabled: isNeeded,
    queryFn: async () => {
      const { members } = await answerOf(api.api.credits["by-member"].$get());
      return new Map(members.map((usage) => [usage.userId, usage]));
    },
  });
}

/** Calls of each of the last 14 days, the oldest first, by the id of the key; keys without any are not there. */
export function useUsageByKey() {
  return useQuery({
    queryKey: ["credits", "by-key"],
    queryFn: async () => {
      const { keys } = await answerOf(api.api.credits["by-key"].$get());
      return new Map(keys.map(({ id, calls }) => [id, calls]));
    },
  });
}

/** The use of each key and member in this month, with or without a limit. */
export function useSpending() {
  return useQuery({
    queryKey: ["credits", "spending"],
    queryFn: () => answerOf(api.api.credits.spending.$get()),
  });
}

export type SavingsGroup = InferResponseType<
  (typeof api.api)["credits"]["savings"]["$get"]
>["groups"][number];

/** Tokens that the scope's agents were sent in the last twelve months, and tokens of the whole pages. */
export function useSavings() {
  return useQuery({
    queryKey: ["credits", "savings"],
    queryFn: () => answerOf(api.api.credits.savings.$get()),
  });
}
