import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { MAX_MEMBERS } from "./invite-members.ts";
import { findTeam, setPaidSeats } from "./repo.ts";

export const manageSeatsInput = z.object({
  paidSeatMembershipIds: z.array(z.string().min(1).max(INPUT_LIMITS.id)).max(MAX_MEMBERS),
  /** Whether the subscription should have as many seats. */
  updateSubscription: z.boolean().default(false),
});

/**
 * Gives the paid seats to these members and to nobody else. aborted where there are fewer seats, or somebody has left meanwhile; nothing
 * changes then.
 */
export async function manageSeats(
  ctx: Ctx,
  { paidSeatMembershipIds, updateSubscription }: z.output<typeof manageSeatsInput>,
): Promise<{ success: true }> {
  const { owner } = ctx.scope;
  const ids = [...new Set(paidSeatMembershipIds)];
  const team = await findTeam(ctx.db, owner.id);
  if (!team) throw new AppError("not-found", "There is no such team.");
  if (updateSubscription && ids.length !== team.numberOfPaidSeats)
    throw new AppError("unimplemented", "The number of paid seats can't be changed here yet.");
  if (!(await setPaidSeats(ctx.db, owner.id, ids)))
    throw new AppError(
      "aborted",
      ids.length > team.numberOfPaidSeats
        ? `The team has ${team.numberOfPaidSeats} paid seats, and you chose ${ids.length} members.`
        : "Somebody left the team meanwhile. Reload the page and choose again.",
      { data: { limit: team.numberOfPaidSeats, current: ids.length } },
    );
  await recordEvent(ctx, owner, { type: "team.seats-assigned", details: { count: ids.length } });
  publishChange(ctx, owner, "memberships");
  return { success: true };
}
