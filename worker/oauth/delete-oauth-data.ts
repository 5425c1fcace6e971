import type { Ctx } from "#worker/context.ts";
import { authorizationServer } from "./authorization-server.ts";
import type { OAuthCtx } from "./authorization-server.ts";
import { deleteAllOf } from "./repo.ts";

/**
 * Deletes what is kept of the MCP clients that a user let in, in D1 and in KV, as when the account goes. Their tokens are
 * refused from then on. Doing it again changes nothing.
 */
export async function deleteOAuthData(ctx: OAuthCtx & Pick<Ctx, "db">, userId: string): Promise<void> {
  await deleteAllOf(ctx.db, userId);
  // The issuer plays no part in what is stored.
  const { helpers } = authorizationServer(ctx, "https://localhost");
  let cursor: string | undefined;
  do {
    const page = await helpers.listUserGrants(userId, { limit: 100, cursor });
    await Promise.all(page.items.map((grant) => helpers.revokeGrant(grant.id, userId)));
    cursor = page.cursor;
  } while (cursor !== undefined);
}
