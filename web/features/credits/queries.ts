import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

export type CreditOverview = InferResponseType<(typeof api.api)["credits"]["$get"]>;
export type DayOfUsage = CreditOverview["days"][number];

/** The scope's credits now, and what each day of the period has used of them. */
export function useCredits() {
  return useQuery({ queryKey: ["credits"], queryFn: () => answerOf(api.api.credits.$get()) });
}
