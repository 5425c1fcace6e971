import type { Ctx, Owner } from "#worker/context.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { isWellFormedKey } from "./key-format.ts";
import { findApiKeyByHash, noteUse } from "./repo.ts";

/** `lastUsed` is that exact, so that a busy key costs one write a minute. */
const LAST_USED_STEP_MS = 60_000;

export type VerifiedKey = { apiKeyId: string; apiKeyName: string; userId: string; teamId: string | null };
export type KeyVerdict =
  | ({ kind: "valid" } & VerifiedKey)
  /** Not a key of ours: the shape or the checksum is wrong. D1 is not asked. */
  | { kind: "malformed" }
  | { kind: "unknown" }
  | { kind: "revoked" };

/** Whose key a text is. Notes the use of a valid one after the answer. */
export async function verifyApiKey(
  ctx: Pick<Ctx, "db" | "services" | "now" | "log" | "waitUntil">,
  key: string,
): Promise<KeyVerdict> {
  if (!isWellFormedKey(key)) return { kind: "malformed" };
  const row = await findApiKeyByHash(ctx.db, await hmacHex(ctx.services.config.apiKeyPepper, key));
  if (!row) return { kind: "unknown" };
  if (row.revokedAt) return { kind: "revoked" };

  const now = ctx.now();
  const step = new Date(now.getTime() - LAST_USED_STEP_MS);
  if (!row.lastUsedAt || row.lastUsedAt < step) {
    ctx.waitUntil(
      noteUse(ctx.db, row.id, now, step)
        .then(() => publishChange(ctx, ownerOf(row), "api-keys"))
        .catch((error: unknown) => ctx.log.error("last use not noted", error)),
    );
  }
  return { kind: "valid", apiKeyId: row.id, apiKeyName: row.name, userId: row.userId, teamId: row.teamId };
}

/** A key works for its team, or else for its user. */
function ownerOf({ teamId, userId }: { teamId: string | null; userId: string }): Owner {
  return teamId === null ? { kind: "user", id: userId } : { kind: "team", id: teamId };
}
