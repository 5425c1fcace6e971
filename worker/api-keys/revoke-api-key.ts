import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { findApiKey, markRevoked } from "./repo.ts";

export const revokeApiKeyInput = z.object({ keyId: z.string().min(1) });
export type RevokeApiKeyInput = z.infer<typeof revokeApiKeyInput>;

/** Ends a key of the scope's owner for good, from its next request on. Revoking it again changes nothing. */
export async function revokeApiKey(
  ctx: Pick<Ctx, "scope" | "db" | "now">,
  { keyId }: RevokeApiKeyInput,
): Promise<{ keyId: string; revokedAt: Date }> {
  const revoked =
    (await markRevoked(ctx.db, ctx.scope.owner, keyId, ctx.now())) ??
    (await findApiKey(ctx.db, ctx.scope.owner, keyId));
  if (!revoked?.revokedAt) throw new AppError("not-found", "There is no such API key among yours.");
  return { keyId, revokedAt: revoked.revokedAt };
}
