import { idOf } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";

/** The card that a customer pays with when nobody is there: the one they chose at Stripe, or the last one that was saved; null without one. */
export async function findSavedCard(stripe: Stripe, customerId: string): Promise<string | null> {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted) return null;
  const chosen = idOf(customer.invoice_settings.default_payment_method);
  if (chosen !== null) return chosen;
  const { data } = await stripe.paymentMethods.list({ customer: customerId, type: "card", limit: 1 });
  return data[0]?.id ?? null;
}
