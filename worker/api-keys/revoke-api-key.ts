import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { refuseKey } from "./refuse-key.ts";
import { findApiKey, markRevoked } from "./repo.ts";

export const revokeApiKeyInput = z.object({ keyId: z.string().min(1).max(INPUT_LIMITS.id) });
export type RevokeApiKeyInput = z.infer<typeof revokeApiKeyInput>;

/** Ends a key of the scope's owner for good: its next request is refused, and so is work not yet begun. A second call changes nothing. */
export async function revokeApiKey(
  ctx: Ctx,
  { keyId }: RevokeApiKeyInput,
): Promise<{ keyId: string; revokedAt: Date }> {
  const { owner } = ctx.scope;
  const changed = await markRevoked(ctx.db, owner, keyId, ctx.now());
  if (changed) {
    await recordEvent(ctx, owner, { type: "api-key.revoked", details: { keyId, name: changed.name } });
    publishChange(ctx, owner, "api-keys");
  }
  const revoked = changed ?? (await findApiKey(ctx.db, owner, keyId));
  if (!revoked?.revokedAt) throw new AppError("not-found", "You have no such API key.");
  await refuseKey(ctx, owner, revoked, revoked.revokedAt);
  return { keyId, revokedAt: revoked.revokedAt };
}
