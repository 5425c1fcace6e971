import type { Ctx, Owner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getUser } from "#worker/users/get-user.ts";
import { findCustomerOf, findTeamContact, insertCustomerOnce } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import { throughStripe } from "./stripe.ts";

/**
 * The scope's customer at Stripe, made at the first purchase. Two purchases that begin at once make one customer: the second request has
 * the first one's idempotency key. The customer's metadata name the owner, so that a webhook finds the owner without our row.
 */
export async function ensureCustomer(ctx: Pick<Ctx, "db" | "scope" | "services" | "now">): Promise<string> {
  const { owner } = ctx.scope;
  const known = await findCustomerOf(ctx.db, owner);
  if (known) return known.stripeCustomerId;
  const stripe = requireStripe(ctx);
  const { email, name } = await contactOf(ctx, owner);
  const customer = await throughStripe(() =>
    stripe.customers.create(
      { email, ...(name !== null && { name }), metadata: { owner_kind: owner.kind, owner_id: owner.id } },
      { idempotencyKey: `customer:${owner.kind}:${owner.id}` },
    ),
  );
  const row = await insertCustomerOnce(ctx.db, owner, customer.id, ctx.now());
  if (!row) throw new AppError("aborted", "The account changed while the purchase began. Try again.");
  return row.stripeCustomerId;
}

async function contactOf(
  ctx: Pick<Ctx, "db">,
  owner: Owner,
): Promise<{ email: string; name: string | null }> {
  if (owner.kind === "team") {
    const team = await findTeamContact(ctx.db, owner.id);
    if (!team) throw new AppError("not-found", "This team doesn't exist.");
    return { email: team.emails[0], name: team.name };
  }
  const { email, displayName } = await getUser(ctx, owner.id);
  return { email, name: displayName || null };
}
