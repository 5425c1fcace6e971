import { userOwner } from "#worker/owner.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { authorizationServer } from "./authorization-server.ts";
import { deleteGrant } from "./repo.ts";

/** What ending a grant touches. */
export type EndCtx = Omit<Ctx, "scope">;

/**
 * Ends a user's grant: its tokens are refused from the next request on. False when there was none. The library's copies
 * are deleted as well, so that nothing of it is left; should that fail, they are worth nothing and expire.
 */
export async function endGrant(ctx: EndCtx, userId: string, grantId: string): Promise<boolean> {
  const row = await deleteGrant(ctx.db, grantId, userId);
  if (!row) return false;
  if (row.kvGrantId !== null) {
    const { helpers } = authorizationServer(ctx, new URL(row.resource).origin);
    await helpers
      .revokeGrant(row.kvGrantId, userId)
      .catch((error: unknown) => ctx.log.error("grant not deleted from the store", error));
  }
  const owner = userOwner(userId);
  const details = { clientId: row.clientId, clientName: row.clientName };
  await recordEvent(ctx, owner, { type: "oauth-grant.revoked", details });
  publishChange(ctx, owner, "oauth-grants");
  return true;
}
