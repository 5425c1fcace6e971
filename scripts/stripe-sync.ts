/** `npm run stripe:sync`: writes the products and prices of schema/plans.ts to Stripe. A second run changes nothing. */
import { syncCatalog } from "#worker/billing/catalog.ts";
import { stripeSettings } from "./stripe-settings.ts";

const changes = await syncCatalog(stripeSettings().stripe);
console.log(changes.length === 0 ? "Stripe has the catalog." : changes.join("\n"));
