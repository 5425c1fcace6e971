import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import type { PaidTier } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { refreshSession } from "#web/api/session.ts";
import { callBilling } from "./call-billing.ts";
import { FAILED_PORTAL, FAILED_PURCHASE, FAILED_SUBSCRIPTION } from "./copy.ts";

const routes = api.api.billing;

export type Billing = InferResponseType<(typeof routes)["$get"]>;
export type PlanPreview = InferResponseType<(typeof routes)["preview-plan"]["$post"]>;

/** Under the topic by which the server tells that a plan changed. */
const BILLING = ["profile", "billing"];

export function useBilling() {
  return useQuery({ queryKey: BILLING, queryFn: () => answerOf(routes.$get()) });
}

export function useInvoices(isWanted: boolean) {
  return useQuery({
    queryKey: [...BILLING, "invoices"],
    queryFn: () => answerOf(routes.invoices.$get()),
    enabled: isWanted,
  });
}

/** What was bought, after the server has read Stripe: for somebody who comes back from a checkout. */
export function useFreshBilling(isWanted: boolean) {
  return useQuery({
    queryKey: [...BILLING, "fresh"],
    queryFn: async () => {
      const billing = await answerOf(routes.refresh.$post());
      await refreshSession();
      return billing;
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function usePlanPreview(tier: PaidTier, isWanted: boolean) {
  return useQuery({
    // Under no topic of the server: what it costs to go where one already is cannot be asked.
    queryKey: ["plan-preview", tier],
    queryFn: () => answerOf(routes["preview-plan"].$post({ json: { tier } })),
    enabled: isWanted,
    gcTime: 0,
    staleTime: 0,
  });
}

/** Reads again what a change of the plan has made old. */
export function useReloadBilling(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      // Who is here is asked again soon enough when it cannot be asked now.
      refreshSession().catch(() => {}),
      client.invalidateQueries({ queryKey: ["profile"] }),
      client.invalidateQueries({ queryKey: ["credits"] }),
    ]);
  };
}

export async function changePlan({ tier, prorationDate }: PlanPreview): Promise<void> {
  await answerOf(routes["change-plan"].$post({ json: { tier, prorationDate } }));
}

export async function cancelPlan(): Promise<void> {
  await answerOf(routes.cancel.$post());
}

export async function resumePlan(): Promise<void> {
  await answerOf(routes.resume.$post());
}

/** Leaves for the page where a plan is paid. */
export async function payForPlan(tier: PaidTier): Promise<void> {
  location.assign(await callBilling("create-subscription", { tier }, FAILED_SUBSCRIPTION));
}

/** Leaves for the page where a pack is paid. */
export async function payForCredits(amount: number): Promise<void> {
  location.assign(await callBilling("purchase-credits", { amount }, FAILED_PURCHASE));
}

/** Leaves for Stripe's page of cards and invoices. */
export async function openPortal(): Promise<void> {
  location.assign(await callBilling("portal", {}, () => FAILED_PORTAL));
}
