import { principalOf } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";
import { listObjectKeys } from "./repo.ts";
import type { AccountIdentity } from "./repo.ts";

/** Most objects that R2 deletes in one call. */
const KEYS_PER_CALL = 1000;

/** Deletes the bytes of an account: the objects that its rows name, and everything below the principal's name. */
export async function deleteFiles(
  ctx: Pick<Ctx, "db" | "scope" | "services">,
  account: AccountIdentity,
): Promise<void> {
  const { files } = ctx.services;
  const keys = await listObjectKeys(ctx.db, account);
  for (let at = 0; at < keys.length; at += KEYS_PER_CALL)
    await files.delete(keys.slice(at, at + KEYS_PER_CALL));
  await deleteBelow(ctx);
}

/** Deletes everything below the name of the scope's principal. */
export async function deleteBelow(ctx: Pick<Ctx, "scope" | "services">): Promise<void> {
  const { files } = ctx.services;
  const prefix = `${principalOf(ctx.scope.owner)}/`;
  for (;;) {
    const { objects } = await files.list({ prefix, limit: KEYS_PER_CALL });
    if (objects.length === 0) return;
    await files.delete(objects.map(({ key }) => key));
  }
}
