import { and, desc, eq } from "drizzle-orm";
import { pdfFiles, pdfSets, sources } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

export type PdfSetRow = typeof pdfSets.$inferSelect;
export type PdfFileRow = typeof pdfFiles.$inferSelect;

/** Sets with the index that each is in, the latest upload first, and the files of all of the owner's sets by name. By index `pdf_sets_owner`. */
export async function listPdfSetRows(
  db: Db,
  owner: Owner,
  limit: number,
): Promise<{ sets: (PdfSetRow & { indexId: string })[]; files: PdfFileRow[] }> {
  const isOwners = and(eq(pdfSets.ownerKind, owner.kind), eq(pdfSets.ownerId, owner.id));
  const [sets, files] = await db.batch([
    db
      .select({ set: pdfSets, indexId: sources.indexId })
      .from(pdfSets)
      .innerJoin(sources, eq(sources.id, pdfSets.sourceId))
      .where(isOwners)
      .orderBy(desc(pdfSets.uploadedAt), desc(pdfSets.id))
      .limit(limit),
    db
      .select({ file: pdfFiles })
      .from(pdfFiles)
      .innerJoin(pdfSets, eq(pdfSets.id, pdfFiles.setId))
      .where(isOwners)
      .orderBy(pdfFiles.name),
  ]);
  return {
    sets: sets.map(({ set, indexId }) => ({ ...set, indexId })),
    files: files.map(({ file }) => file),
  };
}
