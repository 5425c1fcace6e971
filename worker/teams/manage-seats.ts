import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { MAX_PAID_SEATS } from "#schema/plans.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import { changeSeats } from "#worker/billing/change-seats.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { countAccepted, setPaidSeats } from "./membership-repo.ts";
import { findTeam } from "./repo.ts";
import type { TeamRow } from "./repo.ts";

export const manageSeatsInput = z.object({
  paidSeatMembershipIds: z.array(z.string().min(1).max(INPUT_LIMITS.id)).max(MAX_PAID_SEATS),
  /** Whether the subscription changes to `numberOfSeats` as well. */
  updateSubscription: z.boolean().default(false),
  /** Number of seats; without it as many as there are members with a seat. */
  numberOfSeats: z.int().min(1).max(MAX_PAID_SEATS).optional(),
  /** Figures of the preview, so that the charge equals what the user saw. */
  seen: z.object({ renewingSeats: z.int().min(1), prorationDate: z.int().positive().max(1e11) }).optional(),
});

/**
 * Gives the paid seats to these members and to nobody else, after changing the subscription where that is asked for. aborted where there
 * are fewer seats, or somebody has left meanwhile; nothing changes then, and nothing is charged.
 */
export async function manageSeats(
  ctx: Ctx,
  { paidSeatMembershipIds, updateSubscription, numberOfSeats, seen }: z.output<typeof manageSeatsInput>,
): Promise<{ success: true }> {
  const { owner } = ctx.scope;
  const ids = [...new Set(paidSeatMembershipIds)];
  if (updateSubscription) {
    const wanted = numberOfSeats ?? ids.length;
    if (wanted === 0)
      throw new AppError(
        "invalid-argument",
        "A team plan has at least one seat. Cancel the plan to have none.",
      );
    if (wanted < ids.length) throw tooFew(wanted, ids.length);
    if ((await countAccepted(ctx.db, owner.id, ids)) !== ids.length) throw somebodyLeft();
    await changeSeats(ctx, { numberOfSeats: wanted, seen });
    await recordEvent(ctx, owner, { type: "team.seats-changed", details: { seats: wanted } });
  }
  const team = await getTeam(ctx);
  if (!(await setPaidSeats(ctx.db, owner.id, ids)))
    throw ids.length > team.numberOfPaidSeats ? tooFew(team.numberOfPaidSeats, ids.length) : somebodyLeft();
  await recordEvent(ctx, owner, { type: "team.seats-assigned", details: { count: ids.length } });
  publishChange(ctx, owner, "memberships");
  return { success: true };
}

async function getTeam(ctx: Pick<Ctx, "db" | "scope">): Promise<TeamRow> {
  const team = await findTeam(ctx.db, ctx.scope.owner.id);
  if (!team) throw new AppError("not-found", "This team doesn't exist.");
  return team;
}

function tooFew(limit: number, current: number): AppError {
  return new AppError("aborted", `The team has ${limit} paid seats, and you chose ${current} members.`, {
    data: { limit, current },
  });
}

function somebodyLeft(): AppError {
  return new AppError("aborted", "Somebody left the team meanwhile. Reload the page and choose again.");
}
