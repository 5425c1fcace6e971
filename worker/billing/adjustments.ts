/** A pack that was paid for, as Stripe has it. */
export type Purchase = {
  /** Id of the payment. */
  id: string;
  credits: number;
  amountCents: number;
  createdAt: Date;
  /** True for a pack bought by auto top-up. */
  isTopUp: boolean;
  refunds: { id: string; amountCents: number; hasFailed: boolean }[];
  disputes: { id: string; amountCents: number; outcome: "open" | "lost" | "won" | "inquiry" }[];
};

/** A change of the purchased credits under an id of its own; the ledger applies each id once. */
export type Adjustment = { opId: string; credits: number; reason: string };

/**
 * Adjustments for a purchase's refunds and disputes. Each refund and each dispute is one entry whose size depends on nothing else, so that
 * any order of arrival ends the same. Parts of a credit stay with the buyer.
 */
export function adjustmentsOf({ credits, amountCents, refunds, disputes }: Purchase): Adjustment[] {
  const share = (cents: number) => Math.floor((credits * Math.min(cents, amountCents)) / amountCents);
  const taken = refunds.map(({ id, amountCents: cents }) => ({
    opId: `refund:${id}`,
    credits: -share(cents),
    reason: "Payment refunded",
  }));
  const failed = refunds
    .filter(({ hasFailed }) => hasFailed)
    .map(({ id, amountCents: cents }) => ({
      opId: `refund-failed:${id}`,
      credits: share(cents),
      reason: "Refund failed",
    }));
  const held = disputes
    .filter(({ outcome }) => outcome !== "inquiry")
    .map(({ id, amountCents: cents }) => ({
      opId: `dispute:${id}`,
      credits: -share(cents),
      reason: "Payment disputed",
    }));
  const won = disputes
    .filter(({ outcome }) => outcome === "won")
    .map(({ id, amountCents: cents }) => ({
      opId: `dispute-won:${id}`,
      credits: share(cents),
      reason: "Dispute won",
    }));
  return [...taken, ...failed, ...held, ...won].filter(({ credits: change }) => change !== 0);
}
