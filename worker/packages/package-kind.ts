import { MISSING } from "#worker/content/includes/include-reader.ts";
import { createPageWorker } from "#worker/crawl/page-worker.ts";
import { siteKind } from "#worker/crawl/site-kind.ts";
import type { SourceKindRules } from "#worker/crawl/source-kind.ts";
import { indexPackage } from "./index-package.ts";
import { packageRefInput } from "./package-ref.ts";
import type { PackageAtVersion } from "./package-ref.ts";
import { seedPackage } from "./seed-package.ts";

/** A version of a package of npm or PyPI: all its documents are stored when the run is seeded. */
export const packageKind: SourceKindRules<PackageAtVersion> = {
  run: {
    seed: seedPackage,
    createWorker: async (ctx, step) => createPageWorker(ctx, step),
    absentMark: MISSING,
  },
  again: (ctx, { options }) => indexPackage(ctx, packageRefInput.parse(options)),
  remove: siteKind.remove,
};
