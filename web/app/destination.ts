import { safeContinuation } from "#schema/continuation.ts";

/** Where a person goes who has just signed in or up: the plan that was chosen, else `cont` when it is safe, else the dashboard. */
export function destinationAfterSignIn(params: URLSearchParams, origin: string): string {
  const tier = params.get("tier");
  if (tier === "basic" && !params.has("cont")) return "/subscribe?tier=basic";
  return safeContinuation(params.get("cont"), origin);
}
