import type { SourceKindRules } from "#worker/crawl/source-kind.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { isRemoved, removeSource } from "#worker/sources/remove-source.ts";
import { indexPdfSet } from "./index-pdf-set.ts";
import { listPdfSets } from "./list-pdf-sets.ts";
import { removePdfSetOfSource } from "./remove-pdf-set.ts";

/** A set of PDF files, which a queue of its own reads file by file. */
export const pdfSetKind: SourceKindRules = {
  run: null,
  async again(ctx, { id: moduleId }) {
    const set = (await listPdfSets(ctx)).find((one) => one.moduleId === moduleId);
    if (!set) throw new AppError("not-found", "You have no such PDF set.");
    return await indexPdfSet(ctx, { setId: set.setId });
  },
  async remove(ctx, source) {
    await removePdfSetOfSource(ctx, source.id);
    // A removal that was killed in the middle leaves only the source.
    const address = sourceAddressOf(source);
    if (!(await isRemoved(ctx, address))) await removeSource(ctx, address);
  },
};
