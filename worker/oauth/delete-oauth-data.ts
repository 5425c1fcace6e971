import type { Ctx } from "#worker/context.ts";
import { deleteAllOf } from "./repo.ts";

/**
 * Deletes the data of the MCP clients that a user let in, in D1 and in KV, as when the account goes. Their tokens are refused from then
 * on. A second call changes nothing.
 */
export async function deleteOAuthData(ctx: Pick<Ctx, "db" | "services">, userId: string): Promise<void> {
  await deleteAllOf(ctx.db, userId);
  // Keys follow the library's documented layout, since the library itself would leave out a token whose grant is gone already.
  for (const kind of ["grant", "token"]) await deletePrefix(ctx.services.oauthStore, `${kind}:${userId}:`);
}

async function deletePrefix(store: KVNamespace, prefix: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ prefix, cursor });
    await Promise.all(page.keys.map(({ name }) => store.delete(name)));
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor !== undefined);
}
