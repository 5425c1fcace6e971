/** `npm run stripe:sync`: writes the products and prices of schema/plans.ts to Stripe. A second run changes nothing. */
import { syncCatalogue } from "#worker/billing/catalogue.ts";
import { stripeSettings } from "./stripe-settings.ts";

const changes = await syncCatalogue(stripeSettings().stripe);
console.log(changes.length === 0 ? "Stripe has the catalogue." : changes.join("\n"));
