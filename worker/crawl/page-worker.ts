import type { KnownPage } from "#worker/docs-index/pages.ts";
import { readCrawledPage } from "./crawl-page.ts";
import type { ReadPage } from "./crawl-page.ts";
import type { CrawlPagesStep } from "#worker/runs/crawl-steps.ts";
import type { LeasedPage, PageResult } from "#worker/runs/frontier.ts";
import { createLinkFilter } from "./link-filter.ts";
import { LEFT_OUT_WORDS, outcomeWords, readingWords } from "#worker/runs/outcome-words.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import { sleep } from "./sleep.ts";
import { sharedOnce, storePage } from "./store-page.ts";

export type AdmittedPage = { page: LeasedPage; startAt: number; known: KnownPage | null };

/** Worker of one ticket, with its memory between pages: the politeness of the host, stored copies, and links already met. */
export function createPageWorker(ctx: CrawlCtx, { start, scope, hasStoredPages }: CrawlPagesStep) {
  const { services } = ctx;
  const run = services.crawlRun(start.runId);
  const host = services.crawlHost(scope.origin);
  const index = services.docsIndex(start.address);
  const links = createLinkFilter(scope);
  const shared = sharedOnce(ctx, start.address);

  /** Asks the host for turns and the index for stored copies, once for a whole lease. */
  async function admit(pages: LeasedPage[]): Promise<{ pages: AdmittedPage[]; results: PageResult[] }> {
    if (pages.length === 0) return { pages: [], results: [] };
    const urls = pages.map((page) => page.url);
    const [admission, known] = await Promise.all([
      host.admit(scope.origin, urls),
      index.knownPages(urls, services.embedder.id),
    ]);
    const knownByUrl = new Map(known.map((page) => [page.url, page]));
    const now = ctx.now().getTime();
    const admitted: AdmittedPage[] = [];
    const results: PageResult[] = [];
    for (const [at, page] of pages.entries()) {
      const turn = admission.pages[at];
      if (admission.refusal) {
        const { outcome, reason } = admission.refusal;
        const words = outcomeWords(outcome, { reason });
        results.push({ kind: "done", id: page.id, outcome, words, links: [], isTransient: true });
      } else if (!turn || "disallowedBy" in turn) {
        const reason = `The site's robots.txt does not allow it (Disallow: ${turn?.disallowedBy ?? "/"}).`;
        results.push({
          kind: "done",
          id: page.id,
          outcome: "robots",
          words: outcomeWords("robots", { reason }),
          links: [],
        });
      } else if ("notBefore" in turn) {
        results.push({ kind: "release", id: page.id, delayMs: turn.notBefore - now });
      } else {
        admitted.push({ page, startAt: turn.startAt, known: knownByUrl.get(page.url) ?? null });
      }
    }
    return { pages: admitted, results };
  }

  async function work({ page, startAt, known }: AdmittedPage): Promise<PageResult> {
    try {
      if (known?.isLeftOut) return leftOut(page, links.unreported(known.links));
      await sleep(startAt - ctx.now().getTime());
      const read = await readCrawledPage(ctx, page, {
        scope,
        known,
        linksInScope: links.inScope,
      });
      if (read.kind === "result" && read.penaltyMs) await host.penalise(read.penaltyMs);
      const result = await settle(page, read, known);
      return result.kind === "done" ? { ...result, links: links.unreported(result.links) } : result;
    } catch (error) {
      ctx.log.error("crawl.page-failed", error, { runId: start.runId, pageId: page.id });
      return { kind: "retry", id: page.id, outcome: "failed", words: outcomeWords("failed"), delayMs: 0 };
    }
  }

  /** Stores a new or changed page, unless another page has the same text already. */
  async function settle(page: LeasedPage, read: ReadPage, known: KnownPage | null): Promise<PageResult> {
    if (read.kind === "result") return read.result;
    const done = { kind: "done", id: page.id, words: outcomeWords("indexed") } as const;
    const { contentHash, links: pageLinks } = read.kind === "fresh" ? read.page : read;
    const mayBeStored = hasStoredPages && known === null && !page.isLastResort;
    // One text under two addresses: the stored address stays the original, whichever address comes first this time.
    const storedAt = mayBeStored ? await index.findUrlOfText(contentHash) : null;
    const original = await run.claimText(page.id, contentHash, storedAt);
    if (original !== null) {
      const words = outcomeWords("duplicate", { target: original });
      return { ...done, outcome: "duplicate", words, target: original, links: pageLinks };
    }
    // An unchanged page of a new index was stored by a consumer of this run that could not report the page any more.
    if (read.kind === "unchanged")
      return { ...done, outcome: hasStoredPages ? "unchanged" : "indexed", links: pageLinks };
    const stored = await storePage(ctx, start.address, read.page, await shared());
    if (stored === "left-out") return leftOut(page, pageLinks);
    const reason = readingWords(read.page.document.reading);
    const words = outcomeWords("indexed", reason === null ? {} : { reason });
    return { ...done, words, outcome: "indexed", links: pageLinks };
  }

  return { admit, work };
}

/** Result of a page that the owner of the source left out. */
export function leftOut({ id }: LeasedPage, links: string[]): PageResult {
  return { kind: "done", id, outcome: "excluded", words: LEFT_OUT_WORDS, links };
}
