import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { Stripe } from "./stripe.ts";

/** Stripe, where payments are open; else throws unimplemented. */
export function requireStripe({ services }: Pick<Ctx, "services">): Stripe {
  if (!services.stripe)
    throw new AppError("unimplemented", "Payments aren't open on this installation of Docenda.");
  return services.stripe;
}

/** Origin to which a person comes back after Stripe's pages, without a slash at the end. */
export function returnOrigin({ services, caller }: Pick<Ctx, "services" | "caller">): string {
  const origin = services.config.publicOrigin ?? caller.origin;
  if (origin === null) throw new Error("a purchase that none of our pages began");
  return origin;
}
