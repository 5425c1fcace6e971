import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

export type CreditOverview = InferResponseType<(typeof api.api)["credits"]["$get"]>;
export type DayOfUsage = CreditOverview["days"][number];

/** The scope's credits now, and what each day of the period has used of them. */
export function useCredits() {
  return useQuery({ queryKey: ["credits"], queryFn: () => answerOf(api.api.credits.$get()) });
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
