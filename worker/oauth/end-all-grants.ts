import { endGrant } from "./end-grant.ts";
import type { EndCtx } from "./end-grant.ts";
import { listGrantRows } from "./repo.ts";

/** Shuts every MCP client of a user out, as when somebody else may have let a client in. Returns how many clients there were. */
export async function endAllGrants(ctx: EndCtx, userId: string): Promise<number> {
  const rows = await listGrantRows(ctx.db, userId, ctx.now());
  for (const { id } of rows) await endGrant(ctx, userId, id);
  return rows.length;
}
