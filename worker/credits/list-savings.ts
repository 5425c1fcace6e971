import type { Ctx } from "#worker/context.ts";
import { sumUsageByGroup } from "./repo.ts";
import type { UsageOfGroup } from "./repo.ts";

/** This month and the eleven before it. */
const MONTHS = 12;
/** Of a team with many members, keys and sources the oldest groups are left out. */
const MOST_GROUPS = 5_000;

export type SavingsReport = {
  /** By month, person, key and source; the newest month first. */
  groups: UsageOfGroup[];
  /** Whether older groups were left out. */
  isCut: boolean;
};

/** What agents of the scope's owner were sent in the last twelve months, and what the whole pages would have been. */
export async function listSavings(ctx: Pick<Ctx, "db" | "scope" | "now">): Promise<SavingsReport> {
  const now = ctx.now();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1));
  const groups = await sumUsageByGroup(ctx.db, ctx.scope.owner, from, MOST_GROUPS + 1);
  return { groups: groups.slice(0, MOST_GROUPS), isCut: groups.length > MOST_GROUPS };
}
