import { actingUserId } from "#worker/context.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { userOwner } from "#worker/owner.ts";
import { findSeatOf } from "./repo.ts";

/**
 * Who pays for a call, in the order in which they are asked. A team pays for members with a paid seat; when it has too few credits, and for
 * members without a seat, the member's own account does. The team alone pays for a key whose maker is gone.
 */
export async function payersOf(ctx: Pick<Ctx, "actor" | "scope" | "db">): Promise<[Owner, ...Owner[]]> {
  const { owner } = ctx.scope;
  const userId = actingUserId(ctx.actor);
  if (owner.kind === "user" || userId === null) return [owner];
  const member = userOwner(userId);
  return (await findSeatOf(ctx.db, owner.id, userId)) ? [owner, member] : [member];
}
