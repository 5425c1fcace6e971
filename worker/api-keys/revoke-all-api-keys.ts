import type { Ctx } from "#worker/context.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

/** Ends every key of the scope's owner that works, as when somebody else may have seen the keys. Returns how many keys there were. */
export async function revokeAllApiKeys(ctx: Ctx): Promise<number> {
  const active = (await listApiKeys(ctx)).filter(({ isActive }) => isActive);
  for (const { id } of active) await revokeApiKey(ctx, { keyId: id });
  return active.length;
}
