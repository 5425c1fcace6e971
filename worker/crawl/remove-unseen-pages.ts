import { isInScope, scopeOf, whyExcluded } from "#worker/runs/crawl-scope.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";

type RunToTidy = Pick<CrawlStart, "runId" | "address" | "startUrl" | "include" | "exclude">;

const PART = 200;
/** Parts of one call, so up to 6,000 pages with four requests for each part; an invocation may make 1,000 for all stages of the end. */
const PARTS_A_CALL = 30;

/**
 * Removes pages that a run did not see, except after a failure that may pass; returns how many. The text of a page that is gone from its
 * site stays for comparisons; a page that the owner's patterns leave out leaves nothing. A call looks at `PART` pages at least, and
 * at more until `deadline`, in milliseconds since 1970; `next` is the `after` of the following call, null when all is done. A second
 * run from the beginning finds nothing to do.
 */
export async function removeUnseenPages(
  ctx: Pick<CrawlCtx, "services" | "now">,
  { runId, address, startUrl, include, exclude }: RunToTidy,
  { after: from, deadline }: { after: number; deadline: number },
): Promise<{ removed: number; next: number | null }> {
  const run = ctx.services.crawlRun(runId);
  const index = ctx.services.docsIndex(address);
  const scope = scopeOf(startUrl, { include, exclude });
  const isLeftOut = (url: string) => isInScope(url, scope) && whyExcluded(url, scope) !== null;
  let removed = 0;
  let after: number | null = from;
  for (let parts = 0; after !== null; parts++) {
    if (parts === PARTS_A_CALL || (parts > 0 && ctx.now().getTime() >= deadline))
      return { removed, next: after };
    const part: { urls: string[]; next: number | null } = await index.urlsBehind(after, PART);
    const unseen = await run.unkeptUrls(part.urls);
    const { leftOut = [], gone = [] } = Object.groupBy(unseen, (url) =>
      isLeftOut(url) ? "leftOut" : "gone",
    );
    if (leftOut.length > 0) removed += await index.removePages(leftOut);
    if (gone.length > 0) removed += await index.removePages(gone, { goneAt: ctx.now().getTime() });
    after = part.next;
  }
  return { removed, next: null };
}
