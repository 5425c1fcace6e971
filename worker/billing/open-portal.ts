import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { billingPage } from "./billing-page.ts";
import { findCustomerOf } from "./repo.ts";
import { requireStripe, returnOrigin } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";

/** The page of Stripe where the scope's owner changes the card, reads invoices and cancels. Not-found before a first purchase. */
export async function openPortal(
  ctx: Pick<Ctx, "db" | "scope" | "services" | "caller">,
): Promise<{ url: string }> {
  const stripe = requireStripe(ctx);
  const row = await findCustomerOf(ctx.db, ctx.scope.owner);
  if (!row)
    throw new AppError("not-found", "There is nothing to manage yet: this account hasn't bought anything.");
  const session = await throughStripe(() =>
    stripe.billingPortal.sessions.create({
      customer: row.stripeCustomerId,
      return_url: returnOrigin(ctx) + billingPage(ctx.scope.owner),
    }),
  );
  return { url: session.url };
}
