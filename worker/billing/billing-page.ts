import type { Owner } from "#worker/context.ts";

/** Page with an owner's plan, invoices and card, below the origin. A team's link selects the team (specification, section 2). */
export function billingPage({ kind, id }: Owner): string {
  return kind === "team" ? `/team?teamId=${id}#billing` : "/account#billing";
}

/** Page where a person adds credits for an owner, below the origin. */
export function addCreditsPage({ kind, id }: Owner): string {
  return kind === "team" ? `/team?teamId=${id}#billing` : "/pricing";
}
