/**
 * `npm run reconcile`: compares every customer at Stripe with D1 and the ledger, as the clock does each day. Prints the
 * differences, and ends with 1 when some are left.
 */
import { RECONCILE_ORDER } from "#worker/billing/reconcile-order.ts";
import { sendSigned, stripeSettings } from "./stripe-settings.ts";

const order = { id: `order_${Date.now()}`, object: "event", type: RECONCILE_ORDER };
const result = (await sendSigned(stripeSettings(), "/webhooks/stripe/reconcile", order)) as {
  customers: number;
  found: string[];
  left: string[];
};
for (const difference of result.found)
  console.log(`${result.left.includes(difference) ? "LEFT    " : "resolved"} ${difference}`);
console.log(
  `${result.customers} customers compared, ${result.found.length} differences, ${result.left.length} left`,
);
process.exitCode = result.left.length > 0 ? 1 : 0;
