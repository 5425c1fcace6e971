import { safeContinuation } from "#schema/continuation.ts";

/** The plan that a visitor chose on the way in, by `?tier=`; null without one, or for a plan that is not for sale. */
export function chosenPlan(params: URLSearchParams): "Basic" | "Pro" | null {
  const tier = params.get("tier");
  return tier === "basic" ? "Basic" : tier === "pro" ? "Pro" : null;
}

/**
 * The path to go to after signing in or up: the plan that was chosen, else `cont` when that is safe, else the dashboard. The
 * page of the plan is given `cont`, for afterwards.
 */
export function destinationAfterSignIn(params: URLSearchParams, origin: string): string {
  const cont = params.get("cont");
  const plan = chosenPlan(params);
  if (plan === null) return safeContinuation(cont, origin);
  const query = new URLSearchParams({ tier: plan.toLowerCase() });
  if (cont !== null) query.set("cont", safeContinuation(cont, origin));
  return `/subscribe?${query}`;
}
