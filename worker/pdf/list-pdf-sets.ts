import type { PdfSetStatus } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { listPdfSetRows } from "./repo.ts";

/** Sets that one list has at most; a person has a few. */
export const PDF_SET_LIST_LIMIT = 100;

/** A PDF set as callers see it (specification, section 3). */
export type PdfSet = {
  setId: string;
  moduleId: string;
  indexId: string;
  displayName: string;
  status: PdfSetStatus;
  pdfFiles: PdfFile[];
  totalFiles: number;
  totalSizeBytes: number;
  /** Pages of the files that are searchable. */
  totalDocs: number;
  indexedPages: number;
  language: string | null;
  lastError: string | null;
  errorCount: number;
  uploadedAt: Date;
  lastIndexedAt: Date | null;
};

export type PdfFile = {
  fileId: string;
  name: string;
  sizeBytes: number;
  status: PdfSetStatus;
  pages: number | null;
  error: string | null;
  lastModified: Date;
};

/** The PDF sets of the scope's owner with their files, the latest upload first, 100 at most. */
export async function listPdfSets(ctx: Pick<Ctx, "db" | "scope">): Promise<PdfSet[]> {
  const { sets, files } = await listPdfSetRows(ctx.db, ctx.scope.owner, PDF_SET_LIST_LIMIT);
  const filesOf = Map.groupBy(files, ({ setId }) => setId);
  return sets.map((set) => ({
    setId: set.id,
    moduleId: set.sourceId,
    indexId: set.indexId,
    displayName: set.displayName,
    status: set.status,
    pdfFiles: (filesOf.get(set.id) ?? []).map((file) => ({
      fileId: file.id,
      name: file.name,
      sizeBytes: file.sizeBytes,
      status: file.status,
      pages: file.pages,
      error: file.error,
      lastModified: file.lastModified,
    })),
    totalFiles: set.totalFiles,
    totalSizeBytes: set.totalSizeBytes,
    totalDocs: set.totalDocs,
    indexedPages: set.indexedPages,
    language: set.language,
    lastError: set.lastError,
    errorCount: set.errorCount,
    uploadedAt: set.uploadedAt,
    lastIndexedAt: set.lastIndexedAt,
  }));
}
