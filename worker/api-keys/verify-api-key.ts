import { asFirstReads, firstReadsOf } from "#worker/catalog/searchable-sources.ts";
import type { FirstReads } from "#worker/catalog/searchable-sources.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import type { KeyScope } from "#schema/values.ts";
import { ownerOf } from "#worker/owner.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { isWellFormedKey } from "./key-format.ts";
import { isKeyActive } from "./key-life.ts";
import { keyFinder, updateLastUsed, OWNER_OF_KEY } from "./repo.ts";
import type { VerifiedRow } from "./repo.ts";

/** Precision of `lastUsed`: a busy key costs one write a minute. */
const LAST_USED_STEP_MS = 60_000;

const findAlone = keyFinder({});
/** A key reads what the team's connections may read, whoever made it. */
const READER_OF_KEY = null;
const findWithFirstReads = keyFinder(firstReadsOf(OWNER_OF_KEY, READER_OF_KEY));

export type VerifiedKey = {
  apiKeyId: string;
  apiKeyName: string;
  lastClient: string | null;
  owner: Owner;
  keyScope: KeyScope;
  monthlyCreditLimit: number | null;
  /** User who made the key; null when that account is gone. */
  userId: string | null;
};
export type KeyVerdict =
  | ({ kind: "valid"; firstReads?: FirstReads } & VerifiedKey)
  /** A text that is no key of ours: the shape or the checksum is wrong. D1 is not asked. */
  | { kind: "malformed" }
  | { kind: "unknown" }
  | { kind: "revoked" };

export type VerifyOptions = {
  /** Also reads the first rows of a search or a read in the same round trip to D1. */
  withFirstReads?: boolean;
};

/** Verdict on a text that may be a key, with the key's owner. Notes the use of a valid key after the answer. */
export async function verifyApiKey(
  ctx: Pick<Ctx, "db" | "services" | "now" | "log" | "waitUntil">,
  key: string,
  { withFirstReads = false }: VerifyOptions = {},
): Promise<KeyVerdict> {
  if (!isWellFormedKey(key)) return { kind: "malformed" };
  const keyHash = await hmacHex(ctx.services.config.apiKeyPepper, key);
  const now = ctx.now();
  const found = await lookUp(ctx.db, keyHash, withFirstReads);
  if (!found) return { kind: "unknown" };
  const { row, firstReads } = found;
  if (!isKeyActive(row, now)) return { kind: "revoked" };

  const step = new Date(now.getTime() - LAST_USED_STEP_MS);
  if (!row.lastUsedAt || row.lastUsedAt < step) {
    ctx.waitUntil(
      updateLastUsed(ctx.db, row.id, now, step)
        .then(() => publishChange(ctx, ownerOf(row), "api-keys"))
        .catch((error: unknown) => ctx.log.error("last use not noted", error)),
    );
  }
  const { id: apiKeyId, name: apiKeyName, scope: keyScope, lastClient, createdByUserId: userId } = row;
  return {
    kind: "valid",
    apiKeyId,
    apiKeyName,
    keyScope,
    monthlyCreditLimit: row.monthlyCreditLimit,
    lastClient,
    owner: ownerOf(row),
    userId,
    firstReads,
  };
}

async function lookUp(
  db: Ctx["db"],
  keyHash: string,
  withFirstReads: boolean,
): Promise<{ row: VerifiedRow; firstReads?: FirstReads } | undefined> {
  if (!withFirstReads) return findAlone(db, keyHash);
  const found = await findWithFirstReads(db, keyHash);
  return found && { row: found.row, firstReads: asFirstReads(found) };
}
