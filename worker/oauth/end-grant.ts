import { userOwner } from "#worker/owner.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { authorizationServer } from "./authorization-server.ts";
import { deleteGrant } from "./repo.ts";

/** The context for ending a grant. */
export type EndCtx = Omit<Ctx, "scope">;

/**
 * Ends a user's grant: its tokens are refused from the next request on, and a request let in just before reserves no more credits. False
 * when there was no such grant. The library's copies are deleted as well; copies that stay after a failure, or that the store still
 * answers for a while, are worth nothing and expire.
 */
export async function endGrant(ctx: EndCtx, userId: string, grantId: string): Promise<boolean> {
  const row = await deleteGrant(ctx.db, grantId, userId);
  if (!row) return false;
  const owner = userOwner(userId);
  // The door refuses the grant also if this deletion fails.
  await ctx.services
    .creditCounter(owner)
    .refuseKey(grantId, ctx.now().getTime())
    .catch((error: unknown) => ctx.log.error("grant not refused by the balance", error));
  if (row.kvGrantId !== null) {
    const { helpers } = authorizationServer(ctx, new URL(row.resource).origin);
    await helpers
      .revokeGrant(row.kvGrantId, userId)
      .catch((error: unknown) => ctx.log.error("grant not deleted from the store", error));
  }
  const details = { clientId: row.clientId, clientName: row.clientName };
  await recordEvent(ctx, owner, { type: "oauth-grant.revoked", details });
  publishChange(ctx, owner, "oauth-grants");
  return true;
}
