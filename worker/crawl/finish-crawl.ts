import type { PageOutcome } from "#schema/values.ts";
import { updateCatalog } from "#worker/catalog/update-catalog.ts";
import { endJobRun, markJobRunIndexing, recordTotals } from "#worker/sources/settle-job-run.ts";
import type { CrawlFinishStep, CrawlStart, CrawlStatus, FinishProgress } from "#worker/runs/crawl-steps.ts";
import type { ListedPage } from "#worker/runs/frontier.ts";
import { outcomeWords } from "#worker/runs/outcome-words.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import type { RunRules } from "./source-kind.ts";
import { tidySource } from "./tidy-source.ts";

/** Share of pages without text that is no problem, such as a start page that only lists other pages, or a gallery. */
const MAX_EMPTY_SHARE = 0.1;

/**
 * The last step of a crawl: the index is put in order (see tidySource), totals go to the source and its index, the run ends. With no page
 * at all the run fails with the reason, and the index keeps its former pages. Where many pages have no text, the run is complete with that
 * problem. Returns null when the run is over; past `deadline` (milliseconds since 1970) returns the progress from which another call must
 * go on. May run again after a crash.
 */
export async function finishCrawl(
  ctx: CrawlCtx,
  { start, progress }: Pick<CrawlFinishStep, "start" | "progress">,
  rules: Pick<RunRules, "recordIndexed" | "absentMark">,
  deadline: number,
): Promise<FinishProgress | null> {
  const run = ctx.services.crawlRun(start.runId);
  await markJobRunIndexing(ctx, start.runId);
  const summary = await run.summary();
  if (summary.searchable === 0) {
    const error = whyNothing(start, summary.start, summary.outcomes);
    const docsCount = await storeTotals(ctx, start, { isIndexed: false });
    await endJobRun(ctx, start.runId, { status: "FAILED", error, docsCount });
    await run.settle({ phase: "failed", error });
    return null;
  }
  const { removed, next } = await tidySource(ctx, start, progress, deadline);
  if (next !== null) {
    ctx.log.info("crawl.tidying", { runId: start.runId, ...next });
    return next;
  }
  await ctx.services.docsIndex(start.address).beginHistory(ctx.now().getTime());
  await rules.recordIndexed?.(ctx, start, start.detail, summary.outcomes);
  const docsCount = await storeTotals(ctx, start, { isIndexed: true });
  const changedPages = summary.hasStoredPages ? (summary.outcomes.indexed ?? 0) + removed : undefined;
  const error = problemOf(summary.outcomes);
  await endJobRun(ctx, start.runId, { status: "COMPLETE", error, docsCount, changedPages });
  const absentExamples =
    rules.absentMark === undefined
      ? undefined
      : await ctx.services.docsIndex(start.address).countPhrase(rules.absentMark);
  await run.settle({ phase: "complete", error, absentExamples });
  ctx.log.info("crawl.complete", {
    runId: start.runId,
    docsCount,
    removed,
    outcomes: summary.outcomes,
  });
  return null;
}

/** Stores the index's present totals wherever they are kept; returns the number of pages. */
async function storeTotals(
  ctx: CrawlCtx,
  start: CrawlStart,
  { isIndexed }: { isIndexed: boolean },
): Promise<number> {
  const totals = await ctx.services.docsIndex(start.address).totals();
  await recordTotals(ctx, start.address, totals, { isIndexed });
  await updateCatalog(ctx, start.address);
  return totals.pages;
}

/** Problem of a complete run, in words for the owner: more than a tenth of its pages have no text. Null for most runs. */
export function problemOf(outcomes: CrawlStatus["outcomes"]): string | null {
  const withoutText = (outcomes.empty ?? 0) + (outcomes["needs-browser"] ?? 0);
  const read = withoutText + (outcomes.indexed ?? 0) + (outcomes.unchanged ?? 0);
  if (withoutText <= read * MAX_EMPTY_SHARE) return null;
  const have = withoutText === 1 ? "has" : "have";
  return `${withoutText.toLocaleString("en-US")} of ${read.toLocaleString("en-US")} pages ${have} no text that we can read. Open the job's details to see which ones.`;
}

/** Reason why no page is searchable, in words for the owner: the outcome of the start page, or of most pages. */
function whyNothing(start: CrawlStart, first: ListedPage | null, outcomes: CrawlStatus["outcomes"]): string {
  const isFirstTelling = first !== null && first.outcome !== "redirected" && first.outcome !== "duplicate";
  const commonest = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a)[0]?.[0] as
    | PageOutcome
    | undefined;
  const words = isFirstTelling
    ? { reason: first.reason, fix: first.fix }
    : commonest
      ? outcomeWords(commonest)
      : { reason: "No page was found.", fix: "Check the address." };
  return [`Nothing was indexed from ${start.startUrl}.`, words.reason, words.fix].filter(Boolean).join(" ");
}
