import { personalPlan, teamPlan } from "#schema/plans.ts";
import type { Plan } from "#schema/plans.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { findSeats, findTier } from "./repo.ts";

/** The plan of an owner, whoever acts for it: a person's tier, or the seats of a team. The free plan for an owner who is gone. */
export async function planOf(ctx: Pick<Ctx, "db">, owner: Owner): Promise<Plan> {
  switch (owner.kind) {
    case "user":
      return personalPlan((await findTier(ctx.db, owner.id)) ?? "Free");
    case "team":
      return teamPlan((await findSeats(ctx.db, owner.id)) ?? 0);
    default:
      return owner.kind satisfies never;
  }
}
