import * as z from "zod";
import { CREDIT_PACKS, MAX_TOP_UP_CENTS } from "#schema/plans.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import type { AutoTopUpSettings } from "#worker/credits/auto-top-up.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { buyTopUp } from "./buy-top-up.ts";
import { findSavedCard } from "./find-saved-card.ts";
import { getBilling } from "./get-billing.ts";
import type { Billing } from "./get-billing.ts";
import { findCustomerOf } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";

export const setAutoTopUpInput = z.discriminatedUnion("isOn", [
  z.object({ isOn: z.literal(false) }),
  z.object({
    isOn: z.literal(true),
    /** A pack is bought at this many credits, or fewer. */
    thresholdCredits: z.number().int().min(0),
    /** The pack, by its credits. */
    packCredits: z.number().int().positive(),
    /** The most to pay for packs in a calendar month (UTC). */
    monthlyMaxCents: z.number().int().positive().max(MAX_TOP_UP_CENTS),
  }),
]);
export type SetAutoTopUp = z.infer<typeof setAutoTopUpInput>;

/**
 * Turns auto top-up on with these settings, or off. At or below the threshold already, a pack is bought before this call returns.
 * invalid-argument for a pack that is not sold, a threshold above the pack, and a maximum below its price; aborted without a saved card.
 */
export async function setAutoTopUp(ctx: Ctx, input: SetAutoTopUp): Promise<Billing> {
  const { owner } = ctx.scope;
  const settings = input.isOn ? settingsOf(input) : null;
  if (settings) await requireSavedCard(ctx);
  const purchase = await ctx.services.creditCounter(owner).setAutoTopUp(settings);
  await recordEvent(ctx, owner, { type: "auto-top-up.set", details: input });
  if (purchase) await throughStripe(() => buyTopUp(ctx, purchase));
  publishChange(ctx, owner, "profile");
  return getBilling(ctx);
}

function settingsOf({
  thresholdCredits,
  packCredits,
  monthlyMaxCents,
}: Extract<SetAutoTopUp, { isOn: true }>): AutoTopUpSettings {
  const pack = CREDIT_PACKS.find(({ credits }) => credits === packCredits);
  if (!pack)
    throw new AppError(
      "invalid-argument",
      `There is no pack of ${packCredits} credits. Choose one of ${CREDIT_PACKS.map(({ credits }) => credits).join(", ")}.`,
      { data: { packs: CREDIT_PACKS } },
    );
  // With a higher threshold one purchase would not be enough, and the next call would begin another.
  if (thresholdCredits >= pack.credits)
    throw new AppError(
      "invalid-argument",
      `The threshold must be lower than the pack's ${pack.credits} credits.`,
      { data: { limit: pack.credits, current: thresholdCredits } },
    );
  if (monthlyMaxCents < pack.priceCents)
    throw new AppError(
      "invalid-argument",
      "The monthly maximum is lower than the price of the pack. Raise it or choose a smaller pack.",
      { data: { limit: pack.priceCents, current: monthlyMaxCents } },
    );
  return { thresholdCredits, packCredits: pack.credits, packCents: pack.priceCents, monthlyMaxCents };
}

async function requireSavedCard(ctx: Ctx): Promise<void> {
  const stripe = requireStripe(ctx);
  const customer = await findCustomerOf(ctx.db, ctx.scope.owner);
  const card = customer && (await throughStripe(() => findSavedCard(stripe, customer.stripeCustomerId)));
  if (card === null)
    throw new AppError(
      "aborted",
      customer
        ? "No card is saved for this account. Add one under “Manage card and invoices”, then turn on auto top-up."
        : "No card is saved for this account. Buy a plan or a pack of credits first.",
      { data: { reason: "no-card" } },
    );
}
