import type { Ctx } from "#worker/context.ts";
import { listAllDifferences } from "./repo.ts";
import type { DifferenceRow } from "./repo.ts";

export type BillingDifference = DifferenceRow & {
  /** A person's address or a team's name; null for an owner whose account is gone. */
  ownerName: string | null;
};

const RESOLVED_FOR_MS = 30 * 86_400_000;
const MOST = 500;

/**
 * Differences between Stripe and our books, of all owners: those that are open and those of the last 30 days. Without a scope: for the
 * deployment's operator alone, which the caller has checked.
 */
export async function listDifferencesOfAll(ctx: Pick<Ctx, "db" | "now">): Promise<BillingDifference[]> {
  return listAllDifferences(ctx.db, new Date(ctx.now().getTime() - RESOLVED_FOR_MS), MOST);
}
