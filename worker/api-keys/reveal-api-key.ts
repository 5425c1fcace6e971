import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import { principalOf } from "#worker/owner.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { unseal } from "#worker/platform/seal.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { findApiKey } from "./repo.ts";

export const revealApiKeyInput = z.object({ keyId: z.string().min(1).max(INPUT_LIMITS.id) });
export type RevealApiKeyInput = z.infer<typeof revealApiKeyInput>;

/**
 * The key itself, for its owner. Needs a session that signed in a short while ago, which the door checks. Every reveal is in the audit
 * log. not-found for a key of somebody else; aborted for a key that is revoked or rolled (nothing is left to show) or older than reveals.
 */
export async function revealApiKey(ctx: Ctx, { keyId }: RevealApiKeyInput): Promise<{ key: string }> {
  const { owner } = ctx.scope;
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in can show a key.");
  await takeAttempt(ctx, "reveal/user", ctx.actor.userId);
  const row = await findApiKey(ctx.db, owner, keyId);
  if (!row) throw new AppError("not-found", "You have no such API key.");
  if (row.sealedKey === null) {
    const why = row.revokedAt
      ? "This API key was revoked and cannot be shown."
      : row.endsAt
        ? "This API key was rolled. Show the new one instead."
        : "This API key was made before keys could be shown again. Create another one.";
    throw new AppError("aborted", why);
  }
  const key = await unseal(ctx.services.config.sealKeys, sealedFor(keyId, owner), row.sealedKey);
  await recordEvent(ctx, owner, { type: "api-key.revealed", details: { keyId, name: row.name } });
  return { key };
}

/** Context to which a sealed key is bound: moved to another row or owner, it does not open. */
export function sealedFor(keyId: string, owner: Owner): string {
  return `api-key ${keyId} ${principalOf(owner)}`;
}
