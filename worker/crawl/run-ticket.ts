import type { CrawlMessage } from "#worker/services.ts";
import { isRemoved } from "#worker/sources/remove-source.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import type { CrawlPagesStep, CrawlStart, CrawlStep } from "#worker/runs/crawl-steps.ts";
import { finishCrawl } from "./finish-crawl.ts";
import type { PageResult } from "#worker/runs/frontier.ts";
import type { AdmittedPage } from "./page-worker.ts";
import { sleep } from "./sleep.ts";
import type { PageWorker, RunRules, SourceKinds } from "./source-kind.ts";

/** Time for which a ticket works before the tickets of other runs get room. */
const TICKET_MS = 20_000;
/** Pages read at once. A Worker may have six connections, and two look up the name of a host. */
const CONNECTIONS = 4;
/** Pages taken at a time: enough to keep the connections busy while results are reported. */
const LEASE = 12;
/** Longest wait for work; beyond, the ticket ends and the next one comes in time. */
const MAX_IDLE_MS = 2000;

/** Works on a run until the ticket's time or the work is over: seeds, reads pages, or finishes, as the run says. */
export async function runTicket(ctx: CrawlCtx, message: CrawlMessage, kinds: SourceKinds): Promise<void> {
  const run = ctx.services.crawlRun(message.runId);
  const deadline = ctx.now().getTime() + TICKET_MS;
  const ask = { generation: message.generation, results: [], want: LEASE };
  let step: CrawlStep = await run.exchange({ ...ask, ticket: "begin" });
  for (;;) {
    switch (step.kind) {
      case "stop":
        return;
      case "seed":
        await rulesOf(kinds, step.start).seed(ctx, step.start, step.start.detail);
        step = await run.exchange({ ...ask, ticket: "go-on" });
        break;
      case "pages": {
        const { start } = step;
        const worker = await rulesOf(kinds, start).createWorker(ctx, step, start.detail);
        step = await crawlPages(ctx, message, step, { worker, deadline });
        if (step.kind === "stop") await clearIfRemoved(ctx, start);
        break;
      }
      case "finish": {
        const { start } = step;
        const rules = rulesOf(kinds, start);
        const finishing = await finishCrawl(ctx, step, rules, deadline);
        if (finishing === null) return rules.afterRun?.(ctx, start, start.detail);
        step = await run.exchange({ ...ask, ticket: "end", finishing });
        break;
      }
      default:
        return step satisfies never;
    }
  }
}

/** Clears the index of a removed source again: pages in work may have been stored after the first clearing. */
async function clearIfRemoved(ctx: CrawlCtx, { address }: CrawlStart): Promise<void> {
  if (await isRemoved(ctx, address)) await ctx.services.docsIndex(address).clear();
}

function rulesOf(kinds: SourceKinds, { kind }: CrawlStart): RunRules {
  const { run } = kinds[kind];
  if (run === null) throw new Error(`sources of the kind ${kind} are not crawled`);
  return run;
}

/** Keeps a few pages in work and the run informed, until the run says that something else is next. */
async function crawlPages(
  ctx: CrawlCtx,
  message: CrawlMessage,
  first: CrawlPagesStep,
  { worker, deadline }: { worker: PageWorker; deadline: number },
): Promise<CrawlStep> {
  const run = ctx.services.crawlRun(message.runId);
  const waiting: AdmittedPage[] = [];
  const active = new Map<number, Promise<void>>();
  let results: PageResult[] = [];
  let step: CrawlPagesStep = first;

  const begin = (page: AdmittedPage) => {
    const { id } = page.page;
    const work = async () => {
      // The push is a step of its own: `results` is another list after the wait.
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
    if (active.size > 0) {
      await Promise.race(active.values());
      // Pages already taken are finished after the deadline too; with all connections busy, no new pages are needed yet.
      if (isOver || waiting.length >= CONNECTIONS) {
        step = { ...step, pages: [] };
        continue;
      }
    } else if (isOver) {
      return await exchange("end");
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
