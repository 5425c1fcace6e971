import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import type { PaidTier } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { refreshSession } from "#web/api/session.ts";
import { pageOf, succeed } from "./call-billing.ts";
import type { Payer } from "./call-billing.ts";
import { FAILED_PORTAL, FAILED_PURCHASE, FAILED_SEATS, FAILED_SUBSCRIPTION } from "./copy.ts";

export type { Payer } from "./call-billing.ts";

const own = api.api.billing;
const ofTeam = api.api.teams[":teamId"];

export type Billing = InferResponseType<(typeof own)["$get"]>;
export type AutoTopUpChange = InferRequestType<(typeof own)["auto-top-up"]["$put"]>["json"];
export type PlanPreview = InferResponseType<(typeof own)["preview-plan"]["$post"]>;
export type SeatsPreview = InferResponseType<(typeof ofTeam.billing)["preview-seats"]["$post"]>;

/** The query key of a payer's plan, under the topic by which the server tells that a plan changed. */
function billingKey(payer: Payer): string[] {
  return ["profile", "billing", payer === "self" ? "self" : payer.teamId];
}

/** The address of a team's calls. */
function at({ teamId }: { teamId: string }) {
  return { param: { teamId } };
}

export function useBilling(payer: Payer) {
  return useQuery({
    queryKey: billingKey(payer),
    queryFn: () => answerOf(payer === "self" ? own.$get() : ofTeam.billing.$get(at(payer))),
  });
}

export function useInvoices(payer: Payer) {
  return useQuery({
    queryKey: [...billingKey(payer), "invoices"],
    queryFn: () => answerOf(payer === "self" ? own.invoices.$get() : ofTeam.billing.invoices.$get(at(payer))),
  });
}

/** The payer's plan after the server has read Stripe: for a person who comes back from a checkout. */
export function useFreshBilling(payer: Payer) {
  return useQuery({
    queryKey: [...billingKey(payer), "fresh"],
    queryFn: async () => {
      const billing = await answerOf(
        payer === "self" ? own.refresh.$post() : ofTeam.billing.refresh.$post(at(payer)),
      );
      await refreshSession();
      return billing;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function usePlanPreview(tier: PaidTier, isWanted: boolean) {
  return useQuery({
    // A key under no topic of the server: after the change, the price of going to the plan at hand cannot be asked.
    queryKey: ["plan-preview", tier],
    queryFn: () => answerOf(own["preview-plan"].$post({ json: { tier } })),
    enabled: isWanted,
    gcTime: 0,
    staleTime: 0,
  });
}

/** The price of another number of seats, from the second in which it is asked. */
export function useSeatsPreview(teamId: string, numberOfSeats: number, isWanted: boolean) {
  return useQuery({
    queryKey: ["seats-preview", teamId, numberOfSeats],
    queryFn: () =>
      answerOf(ofTeam.billing["preview-seats"].$post({ param: { teamId }, json: { numberOfSeats } })),
    enabled: isWanted,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
}

/** Reads again the data that a change of the plan has made old. */
export function useReloadBilling(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      // A failed refresh does no harm: the session is asked for again soon enough.
      refreshSession().catch(() => {}),
      client.invalidateQueries({ queryKey: ["profile"] }),
      client.invalidateQueries({ queryKey: ["credits"] }),
      client.invalidateQueries({ queryKey: ["memberships"] }),
    ]);
  };
}

export async function changePlan({ tier, prorationDate }: PlanPreview): Promise<void> {
  await answerOf(own["change-plan"].$post({ json: { tier, prorationDate } }));
}

/** Turns auto top-up on with its settings, or off; answers with the payer's new state. */
export async function setAutoTopUp(payer: Payer, change: AutoTopUpChange): Promise<Billing> {
  return answerOf(
    payer === "self"
      ? own["auto-top-up"].$put({ json: change })
      : ofTeam.billing["auto-top-up"].$put({ ...at(payer), json: change }),
  );
}

export async function cancelPlan(payer: Payer): Promise<void> {
  await answerOf(payer === "self" ? own.cancel.$post() : ofTeam.billing.cancel.$post(at(payer)));
}

export async function resumePlan(payer: Payer): Promise<void> {
  await answerOf(payer === "self" ? own.resume.$post() : ofTeam.billing.resume.$post(at(payer)));
}

/** Leaves for the page where a plan is paid. */
export async function payForPlan(tier: PaidTier): Promise<void> {
  const call = { name: "create-subscription", body: { tier }, failed: FAILED_SUBSCRIPTION } as const;
  location.assign(await pageOf("self", call));
}

/** Leaves for the page where a team's seats are paid. */
export async function payForSeats(teamId: string, numberOfSeats: number): Promise<void> {
  const call = { name: "create-subscription", body: { numberOfSeats }, failed: FAILED_SUBSCRIPTION } as const;
  location.assign(await pageOf({ teamId }, call));
}

/** Leaves for the page where a pack is paid. */
export async function payForCredits(payer: Payer, amount: number): Promise<void> {
  const call = { name: "purchase-credits", body: { amount }, failed: FAILED_PURCHASE } as const;
  location.assign(await pageOf(payer, call));
}

/** Leaves for Stripe's page of cards and invoices. */
export async function openPortal(payer: Payer): Promise<void> {
  location.assign(await pageOf(payer, { name: "portal", body: {}, failed: () => FAILED_PORTAL }));
}

/** Members who get a paid seat, and the number of seats with its preview; null leaves the number as it is. */
export type SeatsChange = { paidSeatMembershipIds: string[]; preview: SeatsPreview | null };

export async function manageSeats(
  teamId: string,
  { paidSeatMembershipIds, preview }: SeatsChange,
): Promise<void> {
  const change = preview && {
    numberOfSeats: preview.numberOfSeats,
    seen: { renewingSeats: preview.renewingSeats, prorationDate: preview.prorationDate },
  };
  await succeed(
    { teamId },
    {
      method: "PUT",
      name: "manage-seats",
      body: { paidSeatMembershipIds, updateSubscription: change !== null, ...change },
      failed: FAILED_SEATS,
    },
  );
}
