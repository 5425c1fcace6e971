import type { KeyScope } from "#schema/values.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { seal } from "#worker/platform/seal.ts";
import { generateKey, shownParts } from "./key-format.ts";
import type { NewApiKeyRow } from "./repo.ts";
import { sealedFor } from "./reveal-api-key.ts";

/** A new key of an owner, and its row: the hash, the ends that a mask shows, the sealed copy. */
export async function newKeyRow(
  { services: { config }, now, newId }: Pick<Ctx, "services" | "now" | "newId">,
  owner: Owner,
  { userId, name, scope }: { userId: string; name: string; scope: KeyScope },
): Promise<{ key: string; row: NewApiKeyRow }> {
  const key = generateKey();
  const id = newId("key");
  const row = {
    id,
    ownerKind: owner.kind,
    ownerId: owner.id,
    createdByUserId: userId,
    scope,
    name,
    keyHash: await hmacHex(config.apiKeyPepper, key),
    ...shownParts(key),
    sealedKey: await seal(config.sealKeys, sealedFor(id, owner), key),
    createdAt: now(),
  };
  return { key, row };
}
