import type { Ctx } from "#worker/context.ts";
import type { KnownPage } from "#worker/docs-index/pages.ts";
import type { CrawlMessage } from "#worker/services.ts";
import { readCrawledPage } from "./crawl-page.ts";
import type { ReadPage } from "./crawl-page.ts";
import type { CrawlPagesStep, CrawlStep } from "./crawl-steps.ts";
import { finishCrawl } from "./finish-crawl.ts";
import type { LeasedPage, PageResult } from "./frontier.ts";
import { createKnownTexts } from "./known-texts.ts";
import type { KnownTexts } from "./known-texts.ts";
import { createLinkFilter } from "./link-filter.ts";
import { outcomeWords } from "./outcome-words.ts";
import { seedCrawl } from "./seed-crawl.ts";
import { storePage } from "./store-page.ts";

export type CrawlCtx = Pick<Ctx, "db" | "services" | "log" | "now">;

/** A ticket works for about this long, then makes room for the tickets of other runs. */
const TICKET_MS = 20_000;
/** Connections at a time; a Worker may have six. */
const CONNECTIONS = 6;
/** Pages taken at a time: enough to keep the connections busy while results are reported. */
const LEASE = 12;
/** A page whose turn is later than this goes back, so that it does not sit in a lease. */
const MAX_TURN_MS = 15_000;
/** When there is nothing to do for longer, the ticket ends and the next one comes in time. */
const MAX_IDLE_MS = 2000;

/** Works on a run until its time is over or nothing is left: seeds it, reads pages, or finishes it, whatever the run says is next. */
export async function runTicket(ctx: CrawlCtx, message: CrawlMessage): Promise<void> {
  const run = ctx.services.crawlRun(message.runId);
  const deadline = ctx.now().getTime() + TICKET_MS;
  const ask = { generation: message.generation, results: [], want: LEASE };
  let step: CrawlStep = await run.exchange({ ...ask, ticket: "begin" });
  for (;;) {
    switch (step.kind) {
      case "stop":
        return;
      case "seed":
        await seedCrawl(ctx, step.start);
        step = await run.exchange({ ...ask, ticket: "go-on" });
        break;
      case "pages":
        step = await crawlPages(ctx, message, step, deadline);
        break;
      case "finish":
        await finishCrawl(ctx, step.start);
        return;
      default:
        return step satisfies never;
    }
  }
}

/** Keeps a few pages in work and the run informed, until the run says that something else is next. */
async function crawlPages(
  ctx: CrawlCtx,
  message: CrawlMessage,
  first: CrawlPagesStep,
  deadline: number,
): Promise<CrawlStep> {
  const run = ctx.services.crawlRun(message.runId);
  const worker = createPageWorker(ctx, first);
  const waiting: AdmittedPage[] = [];
  const active = new Map<number, Promise<void>>();
  let results: PageResult[] = [];
  let step: CrawlPagesStep = first;

  const begin = (page: AdmittedPage) => {
    const { id } = page.page;
    const work = async () => {
      // In two steps: `results` is another list after the wait.
      const result = await worker.work(page);
      results.push(result);
      active.delete(id);
    };
    active.set(id, work());
  };
  const exchange = (ticket: "go-on" | "end") => {
    const reported = results;
    results = [];
    return run.exchange({
      generation: message.generation,
      ticket,
      results: reported,
      want: Math.max(0, LEASE - waiting.length),
    });
  };

  for (;;) {
    const admitted = await worker.admit(step.pages);
    waiting.push(...admitted.pages);
    results.push(...admitted.results);
    while (waiting.length > 0 && active.size < CONNECTIONS) begin(waiting.shift() as AdmittedPage);
    const isOver = ctx.now().getTime() >= deadline;
    if (isOver) {
      for (const { page } of waiting.splice(0)) results.push({ kind: "release", id: page.id, delayMs: 0 });
      await Promise.all(active.values());
      return await exchange("end");
    }
    if (active.size > 0) {
      await Promise.race(active.values());
      // A full hand needs no new pages yet.
      if (waiting.length >= CONNECTIONS) {
        step = { ...step, pages: [] };
        continue;
      }
    } else if (step.pages.length === 0 && results.length === 0) {
      if (step.waitMs === null || step.waitMs > MAX_IDLE_MS) return await exchange("end");
      await sleep(step.waitMs);
    }
    const next: CrawlStep = await exchange("go-on");
    if (next.kind !== "pages") {
      // Only a run that was stopped turns to something else while pages are in work; their results count no more.
      await Promise.all(active.values());
      return next;
    }
    step = next;
  }
}

type AdmittedPage = { page: LeasedPage; startAt: number; known: KnownPage | null };

/** What one ticket keeps between pages: the politeness of the host, stored copies, and links that it has met already. */
function createPageWorker(ctx: CrawlCtx, { start, scope, hasStoredPages }: CrawlPagesStep) {
  const { services } = ctx;
  const run = services.crawlRun(start.runId);
  const host = services.crawlHost(scope.origin);
  const index = services.docsIndex(start.address);
  const links = createLinkFilter(scope);
  const knownTexts: KnownTexts = createKnownTexts(index);

  /** Asks the host for turns and the index for stored copies, once for a whole lease. */
  async function admit(pages: LeasedPage[]): Promise<{ pages: AdmittedPage[]; results: PageResult[] }> {
    if (pages.length === 0) return { pages: [], results: [] };
    const urls = pages.map((page) => page.url);
    const [admission, known] = await Promise.all([host.admit(scope.origin, urls), index.knownPages(urls)]);
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
      } else if (turn.startAt - now > MAX_TURN_MS) {
        results.push({ kind: "release", id: page.id, delayMs: turn.startAt - now });
      } else {
        admitted.push({ page, startAt: turn.startAt, known: knownByUrl.get(page.url) ?? null });
      }
    }
    return { pages: admitted, results };
  }

  async function work({ page, startAt, known }: AdmittedPage): Promise<PageResult> {
    try {
      await sleep(startAt - ctx.now().getTime());
      const read = await readCrawledPage({ guardedFetch: services.guardedFetch, now: ctx.now }, page, {
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

  /** Stores what is new, unless another page has the same text already. */
  async function settle(page: LeasedPage, read: ReadPage, known: KnownPage | null): Promise<PageResult> {
    if (read.kind === "result") return read.result;
    const done = { kind: "done", id: page.id, words: outcomeWords("indexed") } as const;
    const { contentHash, links: pageLinks } = read.kind === "fresh" ? read.page : read;
    const mayBeStored = hasStoredPages && known === null && !page.isLastResort;
    const storedAt = mayBeStored ? await knownTexts.urlOf(contentHash) : null;
    const original = await run.claimText(page.id, contentHash, storedAt);
    if (original !== null) {
      const words = outcomeWords("duplicate", { target: original });
      return { ...done, outcome: "duplicate", words, target: original, links: pageLinks };
    }
    // Where there was nothing before this run, it was stored by a consumer of this run that could not report it any more.
    if (read.kind === "unchanged")
      return { ...done, outcome: hasStoredPages ? "unchanged" : "indexed", links: pageLinks };
    await storePage(services, start.address, read.page);
    return { ...done, outcome: "indexed", links: pageLinks };
  }

  return { admit, work };
}

function sleep(delayMs: number): Promise<void> {
  return delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delayMs));
}
