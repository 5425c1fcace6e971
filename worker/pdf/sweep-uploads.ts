import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { listFiles } from "./file-repo.ts";
import { listUploadedSets, settleUploads } from "./repo.ts";
import { addressOf } from "./set-address.ts";
import { objectsOf } from "./upload-file.ts";

/** Age of an object without a file from which it is nobody's: no upload takes as long. */
const PATIENCE_MS = 24 * 60 * 60_000;
/** Most objects that R2 lists and deletes in one call. */
const KEYS_PER_CALL = 1000;

/** Deletes the objects that no file refers to, in at most `maxSets` sets that had uploads: a killed upload leaves one. */
export async function sweepUploads(ctx: CrawlCtx, maxSets: number): Promise<void> {
  const before = new Date(ctx.now().getTime() - PATIENCE_MS);
  for (const set of await listUploadedSets(ctx.db, before, maxSets)) {
    if (set.uploadBeganAt === null) continue;
    const stray = new Set<string>();
    const prefix = objectsOf({ scope: { owner: addressOf(set).owner } }, set.id);
    let cursor: string | undefined;
    do {
      const part = await ctx.services.files.list({ prefix, cursor, limit: KEYS_PER_CALL });
      for (const { key, uploaded } of part.objects) if (uploaded < before) stray.add(key);
      cursor = part.truncated ? part.cursor : undefined;
    } while (cursor !== undefined);
    // Files are read after the list, so that a file which came meanwhile is among them.
    for (const { objectKey } of await listFiles(ctx.db, set.id)) stray.delete(objectKey);
    const keys = [...stray];
    for (let at = 0; at < keys.length; at += KEYS_PER_CALL)
      await ctx.services.files.delete(keys.slice(at, at + KEYS_PER_CALL));
    if (keys.length > 0) ctx.log.warn("pdf.uploads-swept", { setId: set.id, objects: keys.length });
    await settleUploads(ctx.db, set.id, set.uploadBeganAt);
  }
}
