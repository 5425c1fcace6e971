import { safeContinuation } from "#schema/continuation.ts";

/** The plan that a visitor chose on the way in, by `?tier=`; null for none, and for one that is not for sale. */
export function chosenPlan(params: URLSearchParams): "Basic" | "Pro" | null {
  const tier = params.get("tier");
  return tier === "basic" ? "Basic" : tier === "pro" ? "Pro" : null;
}

/**
 * Where a person goes who has just signed in or up: to the plan that was chosen, else to `cont` when it is safe, else to the
 * dashboard. The page of the plan is given `cont`, for afterwards.
 */
export function destinationAfterSignIn(params: URLSearchParams, origin: string): string {
  const cont = params.get("cont");
  const plan = chosenPlan(params);
  if (plan === null) return safeContinuation(cont, origin);
  const query = new URLSearchParams({ tier: plan.toLowerCase() });
  if (cont !== null) query.set("cont", safeContinuation(cont, origin));
  return `/subscribe?${query}`;
}
