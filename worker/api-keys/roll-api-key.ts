import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { DEFAULT_ROLL_GRACE_HOURS, ROLL_GRACE_HOURS } from "#schema/api/api-keys.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { actingUser } from "./create-api-key.ts";
import { isKeyActive } from "./key-life.ts";
import { newKeyRow } from "./new-key-row.ts";
import { refuseKey } from "./refuse-key.ts";
import { findApiKey, replaceApiKey } from "./repo.ts";

const HOUR_MS = 3_600_000;

export const rollApiKeyInput = z.object({
  keyId: z.string().min(1).max(INPUT_LIMITS.id),
  graceHours: z.literal(ROLL_GRACE_HOURS).default(DEFAULT_ROLL_GRACE_HOURS),
});
export type RollApiKeyInput = z.infer<typeof rollApiKeyInput>;

export type RolledApiKey = {
  id: string;
  name: string;
  key: string;
  /** Time when the old key stops working; null when it already has. */
  oldKeyEndsAt: Date | null;
};

/**
 * A new key of the same name in the place of an old one, which works for `graceHours` more and is never shown again. The plan's limit does
 * not stand in the way, since nothing is added for good; but with old keys that go on there is never more than one key above the limit
 * (resource-exhausted, which ending the old key at once avoids). Needs a user with a verified address (permission-denied). not-found for a
 * key of somebody else; aborted for a key that is revoked, or rolled already.
 */
export async function rollApiKey(ctx: Ctx, { keyId, graceHours }: RollApiKeyInput): Promise<RolledApiKey> {
  const { owner } = ctx.scope;
  const user = await actingUser(ctx);
  const now = ctx.now();
  const old = await findApiKey(ctx.db, owner, keyId);
  if (!old) throw new AppError("not-found", "You have no such API key.");
  const { maxApiKeys: limit } = await planOf(ctx, owner);
  const endsAt = graceHours === 0 ? null : new Date(now.getTime() + graceHours * HOUR_MS);
  const { key, row } = await newKeyRow(ctx, owner, { userId: user.id, name: old.name, scope: old.scope });
  if (!(await replaceApiKey(ctx.db, owner, { oldId: keyId, endsAt, row, maxActive: limit }))) {
    const left = await findApiKey(ctx.db, owner, keyId);
    throw refusal(left !== null && isKeyActive(left, now) && left.endsAt === null, limit);
  }
  await refuseKey(ctx, owner, old, endsAt ?? now);
  const details = { keyId, newKeyId: row.id, name: old.name, endsAt: endsAt?.toISOString() ?? null };
  await recordEvent(ctx, owner, { type: "api-key.rolled", details });
  publishChange(ctx, owner, "api-keys");
  return { id: row.id, name: row.name, key, oldKeyEndsAt: endsAt };
}

function refusal(canBeRolled: boolean, limit: number): AppError {
  if (!canBeRolled)
    return new AppError("aborted", "This API key was revoked or rolled already, and has no place to give.");
  return new AppError(
    "resource-exhausted",
    `Your plan allows ${limit} active API keys, and another old key is still working. Let this one end at once, or revoke one that is not used any more.`,
    { data: { limit } },
  );
}
