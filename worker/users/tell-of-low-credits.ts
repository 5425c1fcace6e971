import { LOW_CREDITS_SHARE, PLANS } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { Tier } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { findUser } from "./repo.ts";

/** At so many credits the owner is told, by tier. */
export function lowCreditsAt(tier: Tier): number {
  const { monthlyAllowance, initialCredits } = PLANS[tier];
  return Math.floor((monthlyAllowance || initialCredits) * LOW_CREDITS_SHARE);
}

/**
 * Mails a person whose credits have just become few, and one whose credits are used up: each once a month. `left` is what one call
 * left, and `price` what it took; of calls at once each has a number of its own, so that one of them crosses the line.
 */
export async function tellOfLowCredits(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "newId" | "caller" | "now">,
  { left, price }: { left: number; price: number },
): Promise<void> {
  const { owner } = ctx.scope;
  const isCrossed = (line: number) => left <= line && line < left + price;
  // Almost every call ends here, before anything is read.
  if (owner.kind !== "user" || !(isCrossed(0) || TIERS.some((tier) => isCrossed(lowCreditsAt(tier))))) return;
  const user = await findUser(ctx.db, owner.id);
  if (!user || !(isCrossed(0) || isCrossed(lowCreditsAt(user.tier)))) return;
  const origin = ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
  const state = left <= 0 ? "none" : "low";
  const month = ctx.now().toISOString().slice(0, 7);
  await sendMail(
    ctx,
    {
      to: user.email,
      template: "low-credits",
      values: { left: String(Math.max(0, left)), addLink: `${origin}/pricing` },
    },
    { id: `low-credits_${user.id}_${month}_${state}` },
  );
}
