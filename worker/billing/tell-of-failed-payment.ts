import type { Ctx } from "#worker/context.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { getUser } from "#worker/users/get-user.ts";
import type { CustomerRow } from "./repo.ts";
import type { Stripe } from "./stripe.ts";

/** Mails the owner that a card did not pay, once for an invoice. Stripe goes on trying; the mail says what to do meanwhile. */
export async function tellOfFailedPayment(
  ctx: Pick<Ctx, "db" | "services" | "newId" | "caller">,
  { ownerKind, ownerId }: CustomerRow,
  invoice: Stripe.Invoice,
): Promise<void> {
  if (ownerKind !== "user") return;
  const { email } = await getUser(ctx, ownerId);
  const origin = ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "";
  const values = { amount: dollars(invoice.amount_due), accountLink: `${origin}/account#billing` };
  await sendMail(
    ctx,
    { to: email, template: "payment-failed", values },
    { id: `payment-failed_${invoice.id}` },
  );
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
