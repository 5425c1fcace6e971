import type { Ctx, Owner } from "#worker/context.ts";
import { objectsOf } from "#worker/pdf/upload-file.ts";
import { listFilesElsewhere, setObjectKey } from "./repo.ts";

/** Most files in one call. */
const MAX_AT_ONCE = 20;

/**
 * Puts the bytes of PDF files below the name of the present owner of their sets, so that they go with that owner. Each file is copied,
 * then referred to, then deleted at its old place: an interrupted move is done again. Returns how many are left.
 */
export async function moveFiles(ctx: Pick<Ctx, "db" | "services" | "log">, owner: Owner): Promise<number> {
  const { files } = ctx.services;
  const found = await listFilesElsewhere(ctx.db, owner, MAX_AT_ONCE + 1);
  for (const file of found.slice(0, MAX_AT_ONCE)) {
    const { id, setId, objectKey } = file;
    const ofSet = `/pdf/${setId}/`;
    const target = objectsOf({ scope: { owner } }, setId) + objectKey.split(ofSet).at(-1);
    const bytes = await files.get(objectKey);
    // Bytes that are gone were replaced; the row has the new key the next time.
    if (!bytes) continue;
    await files.put(target, bytes.body, { httpMetadata: bytes.httpMetadata });
    if (await setObjectKey(ctx.db, id, objectKey, target)) await files.delete(objectKey);
    else await files.delete(target);
  }
  return Math.max(0, found.length - MAX_AT_ONCE);
}
