/** `npm run stripe:sync`: writes products and prices to Stripe as schema/plans.ts has them. Done again it changes nothing. */
import { syncCatalogue } from "#worker/billing/catalogue.ts";
import { stripeSettings } from "./stripe-settings.ts";

const changes = await syncCatalogue(stripeSettings().stripe);
console.log(changes.length === 0 ? "Stripe has the catalogue." : changes.join("\n"));
