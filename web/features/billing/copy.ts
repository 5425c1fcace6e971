import type { Billing } from "./queries.ts";

/** Fallbacks of the specification, section 8, for answers that bring no text of their own. */
export const FAILED_SUBSCRIPTION = (status: number) => `Failed to create subscription: ${status}`;
export const FAILED_PURCHASE = (status: number) => `Failed to purchase credits: ${status}`;
export const FAILED_SEATS = (status: number) => `Failed to manage seats: ${status}`;
export const FAILED_PORTAL = "Failed to create team portal session";

export const FAILED_BILLING = "Your plan could not be loaded.";
export const FAILED_CHANGE = "Your plan could not be changed.";

export const ALLOWANCE_RULE = "Monthly credits are spent first and don't roll over.";
export const PACK_RULE = "Purchased credits don't expire.";

export const FAILED_TOP_UP = "Auto top-up could not be saved.";
/** Reasons why auto top-up ended by itself, and what to do. */
export const STOPPED_TOP_UP: Record<NonNullable<Billing["autoTopUp"]["stoppedBecause"]>, string> = {
  "no-card": "Auto top-up was turned off: no card is saved. Add one, then turn it on again.",
  "pack-changed":
    "Auto top-up was turned off: the pack's price changed. Choose a pack, then turn it on again.",
  "card-declined":
    "Auto top-up was turned off: your card was declined. Update the card, then turn it on again.",
  "confirmation-needed":
    "Auto top-up was turned off: your bank asked to confirm the payment. Use another card, then turn it on again.",
};
