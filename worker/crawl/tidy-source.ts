import type { CrawlStart, FinishProgress } from "#worker/runs/crawl-steps.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import { removeUnseenPages } from "./remove-unseen-pages.ts";
import { tidyPages } from "./tidy-pages.ts";

/** Most titles that one request changes, and most requests of one call. */
const TITLES = 1000;
const TITLE_REQUESTS = 20;

/**
 * Puts the index of a source in order after a run: pages that are gone leave it, text that all pages share leaves the pages, pages with
 * the same title get titles that tell them apart. Each stage does a part at least, and more until `deadline`, in milliseconds since 1970.
 * `next` is the progress from which another call must go on, null when all is done. A second run from the beginning finds nothing to do.
 */
export async function tidySource(
  ctx: CrawlCtx,
  start: CrawlStart,
  progress: FinishProgress | null,
  deadline: number,
): Promise<{ removed: number; next: FinishProgress | null }> {
  let { stage, after, removed } = progress ?? { stage: "unseen-pages", after: 0, removed: 0 };
  if (stage === "unseen-pages") {
    const part = await removeUnseenPages(ctx, start, { after, deadline });
    removed += part.removed;
    if (part.next !== null) return { removed, next: { stage, after: part.next, removed } };
    [stage, after] = ["shared-text", 0];
  }
  if (stage === "shared-text") {
    const part = await tidyPages(ctx, start.address, { after, deadline });
    if (part.next !== null) return { removed, next: { stage, after: part.next, removed } };
    stage = "shared-titles";
  }
  const isDone = await tellTitlesApart(ctx, start, deadline);
  return { removed, next: isDone ? null : { stage, after: 0, removed } };
}

/** Whether all titles are told apart now; false when there is no time left for the rest. */
async function tellTitlesApart(
  ctx: CrawlCtx,
  { address }: Pick<CrawlStart, "address">,
  deadline: number,
): Promise<boolean> {
  const index = ctx.services.docsIndex(address);
  for (let requests = 0; requests < TITLE_REQUESTS; requests++) {
    if (requests > 0 && ctx.now().getTime() >= deadline) return false;
    if ((await index.tellTitlesApart(TITLES)) < TITLES) return true;
  }
  return false;
}
