import { sourceAddressOf } from "#worker/owner.ts";
import { removeSource } from "#worker/sources/remove-source.ts";
import { inputOfSource, startIndexJob } from "#worker/sources/start-index-job.ts";
import { createPageWorker } from "./page-worker.ts";
import { seedCrawl } from "./seed-crawl.ts";
import type { SourceKindRules } from "./source-kind.ts";
import { withSourceHeaders } from "./with-source-headers.ts";

/** A web site, read page by page from its start URL. */
export const siteKind: SourceKindRules = {
  run: {
    seed: async (ctx, start) => seedCrawl(await withSourceHeaders(ctx, start), start),
    createWorker: async (ctx, step) => createPageWorker(await withSourceHeaders(ctx, step.start), step),
  },
  again: (ctx, source) => startIndexJob(ctx, inputOfSource(source)),
  remove: (ctx, source) => removeSource(ctx, sourceAddressOf(source)),
};
