import type { Ctx } from "#worker/context.ts";
import { deleteBillingRows, findCustomerOf } from "./repo.ts";
import { isMissing } from "./stripe.ts";

/**
 * Ends all that the scope's owner pays for and deletes the customer: Stripe ends the subscriptions of a deleted customer, at once and
 * without a refund, and keeps the invoices as the law requires. A second call changes nothing.
 */
export async function deleteBilling(ctx: Pick<Ctx, "db" | "scope" | "services">): Promise<void> {
  const { owner } = ctx.scope;
  const row = await findCustomerOf(ctx.db, owner);
  if (row && ctx.services.stripe)
    await ctx.services.stripe.customers.del(row.stripeCustomerId).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  await deleteBillingRows(ctx.db, owner);
}
