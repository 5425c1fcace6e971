import { lowCreditsAt, personalPlan, teamPlan } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { willBuy } from "#worker/credits/auto-top-up.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import { billingAddresses } from "./billing-addresses.ts";
import { addCreditsPage } from "./billing-page.ts";

/**
 * Mails a person, or the owners of a team, whose credits have just become few or are used up: each once a month, and not
 * while auto top-up will buy more. `left` is the balance after one call, and `price` the call's price; each of concurrent calls has its own
 * balance, so that one of them crosses the line.
 */
export async function tellOfLowCredits(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "newId" | "caller" | "now">,
  { left, price }: { left: number; price: number },
): Promise<void> {
  const { owner } = ctx.scope;
  const isCrossed = (line: number) => left <= line && line < left + price;
  // Almost every call ends here, before any reading.
  if (!isCrossed(0) && !mayBeLine(owner.kind, isCrossed, left)) return;
  if (!isCrossed(0) && !isCrossed(lowCreditsAt(await planOf(ctx, owner)))) return;
  if (willBuy(await ctx.services.creditCounter(owner).autoTopUp())) return;
  const origin = ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
  const state = left <= 0 ? "none" : "low";
  const month = ctx.now().toISOString().slice(0, 7);
  const values = { left: String(Math.max(0, left)), addLink: origin + addCreditsPage(owner) };
  for (const [index, to] of (await billingAddresses(ctx, owner)).entries()) {
    const id = `low-credits_${owner.id}_${month}_${state}${index === 0 ? "" : `_${index}`}`;
    await sendMail(ctx, { to, template: "low-credits", values }, { id });
  }
}

/** True when the line of some plan was crossed; a team's line is a multiple of a seat's. */
function mayBeLine(kind: Owner["kind"], isCrossed: (line: number) => boolean, left: number): boolean {
  if (kind === "user") return TIERS.some((tier) => isCrossed(lowCreditsAt(personalPlan(tier))));
  const perSeat = lowCreditsAt(teamPlan(1));
  return isCrossed(Math.ceil(left / perSeat) * perSeat);
}
