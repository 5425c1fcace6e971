import type { Ctx, Owner } from "#worker/context.ts";
import { sumSavingsByOwner, sumUsageByGroup } from "./repo.ts";
import type { SavingsOfOwner, UsageOfGroup } from "./repo.ts";

/** Months reported: this month and the eleven before this month. */
const MONTHS = 12;
/** Limit on groups: a team with many members, keys and sources loses its oldest groups. */
const MOST_GROUPS = 5_000;

export type SavingsReport = {
  /** Usage by month, person, key and source; the newest month first. */
  groups: UsageOfGroup[];
  /** True when older groups were left out. */
  isCut: boolean;
};

/** Tokens that agents of the scope's owner were sent in the last twelve months, beside the tokens of the whole pages. */
export async function listSavings(ctx: Pick<Ctx, "db" | "scope" | "now">): Promise<SavingsReport> {
  const now = ctx.now();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1));
  const groups = await sumUsageByGroup(ctx.db, ctx.scope.owner, from, MOST_GROUPS + 1);
  return { groups: groups.slice(0, MOST_GROUPS), isCut: groups.length > MOST_GROUPS };
}

/** Up to `most` owners whose agents read less than whole pages between two times, in the order of their ids, from the one after `after`. */
export async function listSavingsByOwner(
  ctx: Pick<Ctx, "db">,
  part: { from: Date; before: Date; after: Owner | null; most: number },
): Promise<SavingsOfOwner[]> {
  return sumSavingsByOwner(ctx.db, part);
}
