import type { Ctx } from "#worker/context.ts";
import type { TopUpStop } from "#schema/values.ts";
import type { TopUpPurchase } from "#worker/credits/auto-top-up.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { billingAddresses } from "./billing-addresses.ts";
import { billingPage } from "./billing-page.ts";
import { dollars } from "./dollars.ts";

/** Mails the person, or the owners of the team, that a purchase failed and that auto top-up is off; each once for a purchase. */
export async function tellOfStoppedTopUp(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "newId" | "caller">,
  { number, credits, priceCents }: TopUpPurchase,
  because: TopUpStop,
): Promise<void> {
  const { owner } = ctx.scope;
  const origin = ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
  const values = {
    because,
    credits: credits.toLocaleString("en-US"),
    amount: dollars(priceCents),
    accountLink: origin + billingPage(owner),
  };
  for (const [index, to] of (await billingAddresses(ctx, owner)).entries()) {
    const id = `auto-top-up-stopped_${owner.id}_${number}${index === 0 ? "" : `_${index}`}`;
    await sendMail(ctx, { to, template: "auto-top-up-stopped", values }, { id });
  }
}
