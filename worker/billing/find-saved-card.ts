import { idOf } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";

/** The card for payments without the customer present: the one chosen at Stripe, or the last saved one; null without a card. */
export async function findSavedCard(stripe: Stripe, customerId: string): Promise<string | null> {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted) return null;
  const chosen = idOf(customer.invoice_settings.default_payment_method);
  if (chosen !== null) return chosen;
  const { data } = await stripe.paymentMethods.list({ customer: customerId, type: "card", limit: 1 });
  return data[0]?.id ?? null;
}
