import type { Ctx, Owner } from "#worker/context.ts";
import { findCustomer, findTeamContact, insertCustomerOnce, isUser } from "./repo.ts";
import type { CustomerRow } from "./repo.ts";
import { isMissing, throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";

/**
 * The row of a customer at Stripe. Where the row is missing, because the Worker died before writing the row, the customer's metadata name
 * the owner. `deleted`: Stripe has no such customer any more. `unknown`: the customer belongs to no owner here.
 */
export async function adoptCustomer(
  ctx: Pick<Ctx, "db" | "now">,
  stripe: Stripe,
  customerId: string,
): Promise<CustomerRow | "deleted" | "unknown"> {
  const known = await findCustomer(ctx.db, customerId);
  if (known) return known;
  const customer = await throughStripe(() => stripe.customers.retrieve(customerId)).catch(
    (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    },
  );
  if (customer === null || customer.deleted) return "deleted";
  const owner = ownerIn(customer.metadata);
  if (owner === null || !(await isHere(ctx, owner))) return "unknown";
  const row = await insertCustomerOnce(ctx.db, owner, customerId, ctx.now());
  // The owner has another customer: this second one is for a person to look at.
  return row?.stripeCustomerId === customerId ? row : "unknown";
}

function ownerIn(metadata: Stripe.Metadata): Owner | null {
  const { owner_kind: kind, owner_id: id } = metadata;
  return (kind === "user" || kind === "team") && id ? { kind, id } : null;
}

async function isHere({ db }: Pick<Ctx, "db">, { kind, id }: Owner): Promise<boolean> {
  return kind === "team" ? (await findTeamContact(db, id)) !== null : isUser(db, id);
}
