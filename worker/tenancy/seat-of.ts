import type { Ctx, Owner } from "#worker/context.ts";
import { findSeatOf } from "./repo.ts";
import type { SeatOfMember } from "./repo.ts";

/** A member's seat and limits in a team; null for a user who is not in it. */
export async function seatOf(
  ctx: Pick<Ctx, "db">,
  team: Owner,
  userId: string,
): Promise<SeatOfMember | null> {
  return await findSeatOf(ctx.db, team.id, userId);
}
