import { lowCreditsAt, personalPlan, teamPlan } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import { billingAddresses } from "./billing-addresses.ts";
import { addCreditsPage } from "./billing-page.ts";

/**
 * Mails a person, or the owners of a team, whose credits have just become few or are used up: each once a month. `left` is what one call
 * left, and `price` what it took; of calls at once each has a number of its own, so that one of them crosses the line.
 */
export async function tellOfLowCredits(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "newId" | "caller" | "now">,
  { left, price }: { left: number; price: number },
): Promise<void> {
  const { owner } = ctx.scope;
  const isCrossed = (line: number) => left <= line && line < left + price;
  // Almost every call ends here, before anything is read.
  if (!isCrossed(0) && !mayBeLine(owner.kind, isCrossed, left)) return;
  if (!isCrossed(0) && !isCrossed(lowCreditsAt(await planOf(ctx, owner)))) return;
  const origin = ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
  const state = left <= 0 ? "none" : "low";
  const month = ctx.now().toISOString().slice(0, 7);
  const values = { left: String(Math.max(0, left)), addLink: origin + addCreditsPage(owner) };
  for (const [index, to] of (await billingAddresses(ctx, owner)).entries()) {
    const id = `low-credits_${owner.id}_${month}_${state}${index === 0 ? "" : `_${index}`}`;
    await sendMail(ctx, { to, template: "low-credits", values }, { id });
  }
}

/** Whether the line of some plan was crossed; a team's is a multiple of what a seat's is. */
function mayBeLine(kind: Owner["kind"], isCrossed: (line: number) => boolean, left: number): boolean {
  if (kind === "user") return TIERS.some((tier) => isCrossed(lowCreditsAt(personalPlan(tier))));
  const perSeat = lowCreditsAt(teamPlan(1));
  return isCrossed(Math.ceil(left / perSeat) * perSeat);
}
