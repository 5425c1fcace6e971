/** The type of the order that `npm run reconcile` signs; Stripe sends no event of that type. */
export const RECONCILE_ORDER = "docenda.reconcile";
