import type { Ctx } from "#worker/context.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { billingAddresses } from "./billing-addresses.ts";
import { billingPage } from "./billing-page.ts";
import { dollars } from "./dollars.ts";
import type { CustomerRow } from "./repo.ts";
import type { Stripe } from "./stripe.ts";
import { ownerOf } from "#worker/owner.ts";

/**
 * Mails the person, or the owners of the team, that a card did not pay, each once for an invoice. Stripe goes on trying; the mail says
 * what to do meanwhile.
 */
export async function tellOfFailedPayment(
  ctx: Pick<Ctx, "db" | "services" | "newId" | "caller">,
  customer: CustomerRow,
  invoice: Stripe.Invoice,
): Promise<void> {
  const owner = ownerOf(customer);
  const origin = ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
  const values = { amount: dollars(invoice.amount_due), accountLink: origin + billingPage(owner) };
  for (const [index, to] of (await billingAddresses(ctx, owner)).entries()) {
    const id = `payment-failed_${invoice.id}${index === 0 ? "" : `_${index}`}`;
    await sendMail(ctx, { to, template: "payment-failed", values }, { id });
  }
}
