import type { PdfSetStatus } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { listPdfSetRows } from "./repo.ts";
import type { PdfFileRow } from "./file-repo.ts";
import type { SetRow } from "./repo.ts";

/** Most sets of an owner; a person has a few. */
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
  /** Number of searchable pages. */
  totalDocs: number;
  /** Number of pages that the current run, or the last one, has brought so far. */
  indexedPages: number;
  language: string | null;
  lastError: string | null;
  /** Number of files that could not be indexed. */
  errorCount: number;
  uploadedAt: Date;
  lastIndexedAt: Date | null;
  /** The current job run, or the last one. */
  executionId: string | null;
};

export type PdfFile = {
  fileId: string;
  name: string;
  sizeBytes: number;
  /** SHA-256 of the bytes, in hex. */
  sha256: string | null;
  status: PdfSetStatus;
  pages: number | null;
  language: string | null;
  error: string | null;
  lastModified: Date;
};

/** The PDF sets of the scope's owner with their files, the latest upload first, 100 at most. */
export async function listPdfSets(ctx: Pick<Ctx, "db" | "scope">): Promise<PdfSet[]> {
  const { sets, files } = await listPdfSetRows(ctx.db, ctx.scope.owner, PDF_SET_LIST_LIMIT);
  const filesOf = Map.groupBy(files, ({ setId }) => setId);
  return sets.map((set) => pdfSetOf(set, filesOf.get(set.id) ?? []));
}

export function pdfSetOf(set: SetRow, files: PdfFileRow[]): PdfSet {
  return {
    setId: set.id,
    moduleId: set.sourceId,
    indexId: set.indexId,
    displayName: set.displayName,
    status: set.status,
    pdfFiles: files.map(pdfFileOf),
    totalFiles: set.totalFiles,
    totalSizeBytes: set.totalSizeBytes,
    totalDocs: set.totalDocs,
    indexedPages: set.indexedPages,
    language: set.language,
    lastError: set.lastError,
    errorCount: set.errorCount,
    uploadedAt: set.uploadedAt,
    lastIndexedAt: set.lastIndexedAt,
    executionId: set.runId,
  };
}

export function pdfFileOf(file: PdfFileRow): PdfFile {
  return {
    fileId: file.id,
    name: file.name,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    status: file.status,
    pages: file.pages,
    language: file.language,
    error: file.error,
    lastModified: file.lastModified,
  };
}
