import type { Config } from "#worker/platform/config.ts";
import type { Stripe } from "./stripe.ts";

type TaxParams = Pick<
  Stripe.Checkout.SessionCreateParams,
  "automatic_tax" | "customer_update" | "tax_id_collection"
>;

/**
 * Parameters by which a checkout adds tax where the deployment turned Stripe Tax on: the tax of the buyer's address, and a field for a
 * business's tax id. Stripe keeps both with the customer, so that later invoices of a plan have their tax too. None otherwise.
 */
export function checkoutTax({ isTaxed }: Pick<Config, "isTaxed">): TaxParams {
  if (!isTaxed) return {};
  return {
    automatic_tax: { enabled: true },
    // Stripe refuses tax for a customer without an address, and tax ids for one without a name, unless the checkout may store them.
    customer_update: { address: "auto", name: "auto" },
    tax_id_collection: { enabled: true },
  };
}
