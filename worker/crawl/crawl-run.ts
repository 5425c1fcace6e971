import { DurableObject } from "cloudflare:workers";
import type { PageOutcome } from "#schema/values.ts";
import { principalOf } from "#worker/owner.ts";
import type { Owner, SourceOwner } from "#worker/context.ts";
import { connectDb } from "#worker/platform/db.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import type { SourceAddress } from "#worker/services.ts";
import { reservePages } from "#worker/sources/reserve-pages.ts";
import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { Frontier } from "#worker/runs/frontier.ts";
import type {
  CrawlPagesStep,
  CrawlReport,
  CrawlStart,
  CrawlStatus,
  CrawlStep,
  FinishProgress,
  SeededFrom,
} from "#worker/runs/crawl-steps.ts";
import type { ListedPage, PageResult } from "#worker/runs/frontier.ts";
import { overLimitWords, PLAN_FULL, takeLimit } from "./page-limits.ts";
import { pagesToReserve } from "./pages-to-reserve.ts";
import { isOver, statusOf } from "./run-state.ts";
import type { Run } from "./run-state.ts";
import { TicketBook } from "./ticket-book.ts";

const WATCH_EVERY_MS = 10_000;
/** Time after its end for which a run lists the outcome of each URL; later only counts remain. */
const KEEP_PAGES_MS = 30 * 24 * 60 * 60_000;
const STAGE_LEASE_MS = 180_000;
/** Shortest pause between two messages about a run's progress to consoles. */
const PROGRESS_EVERY_MS = 1000;
/** Number of pages to read from which a second consumer helps. */
const PAGES_FOR_SECOND_TICKET = 50;

/**
 * One run of one crawl: its URLs, its workers, and its end. Work happens in queue consumers, which hold a ticket and call `exchange` again
 * and again. The local queues forget their messages when the process ends, and a consumer may die: an alarm that fires every ten seconds
 * gives back the lost work.
 */
export class CrawlRun extends DurableObject<Env> {
  readonly #frontier: Frontier;
  #run: Run | null;
  readonly #tickets = new TicketBook();
  #toldAt = 0;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#frontier = new Frontier(state.storage.sql);
    this.#run = state.storage.kv.get<Run>("run") ?? null;
  }

  /** Begins the run; a second call changes nothing. */
  async start(start: CrawlStart): Promise<void> {
    if (this.#run) return;
    const now = Date.now();
    this.#save({
      start,
      scope: null,
      firstUrl: start.startUrl,
      hasStoredPages: false,
      phase: "seeding",
      seededFrom: [],
      searchable: 0,
      taken: 0,
      reserved: 0,
      isPlanFull: false,
      dropped: 0,
      error: null,
      startedAt: now,
      progressAt: now,
      stageLeaseUntil: 0,
    });
    await this.ctx.storage.setAlarm(now + WATCH_EVERY_MS);
    await this.#sendTicket();
  }

  /** Takes results and gives work, in one step. `end` says that the ticket is used up: the remaining work gets a new ticket. */
  async exchange(report: CrawlReport): Promise<CrawlStep> {
    const now = Date.now();
    this.#tickets.heard(now);
    if (report.ticket === "begin") this.#tickets.begun();
    const isCurrent = this.#run?.start.generation === report.generation;
    if (isCurrent && report.results.length > 0) this.#take(report.results, now);
    if (isCurrent && report.finishing) this.#leaveFinish(report.finishing, now);
    const isEnd = report.ticket === "end" || !isCurrent;
    if (!isEnd) await this.#reserve(report.want);
    const step = this.#nextStep(isEnd ? 0 : report.want, now);
    if (!isEnd && step.kind !== "stop") return step;
    this.#tickets.ended();
    if (isCurrent) await this.#sendNextTicket(now);
    return { kind: "stop" };
  }

  /** Frees the stage of a ticket that failed and comes again; the next try would else find nothing to do. */
  async giveBack(generation: number): Promise<void> {
    const run = this.#run;
    if (run?.start.generation !== generation) return;
    this.#tickets.ended();
    this.#tickets.sent(Date.now());
    if (run.stageLeaseUntil > 0) this.#save({ ...run, stageLeaseUntil: 0 });
  }

  /** Claims a text for a page; see Frontier.claimText. */
  claimText(pageId: number, contentHash: string, storedAt: string | null): string | null {
    return this.#frontier.claimText(pageId, contentHash, storedAt);
  }

  /** Adds seeds. May be called several times, and again after a crash; `isLast` ends the seeding. */
  async seed(message: {
    generation: number;
    scope: CrawlScope;
    seededFrom: SeededFrom | null;
    urls: string[];
    isStart?: boolean;
    /** True when the URLs are files of a repository. */
    areFiles?: boolean;
    /** Outcome of the URLs, where known without reading them. */
    outcome?: PageOutcome;
    hasStoredPages?: boolean;
    isLast?: boolean;
  }): Promise<void> {
    const run = this.#run;
    if (!run || run.start.generation !== message.generation || run.phase !== "seeding") return;
    const { scope, seededFrom, outcome } = message;
    let { dropped, searchable } = run;
    if (outcome) {
      const added = this.#frontier.addDone(message.urls, outcome);
      if (outcome === "unchanged" || outcome === "indexed") searchable += added;
    } else {
      dropped += this.#frontier.add(message.urls, {
        scope,
        depth: 0,
        pageLimit: run.start.pageLimit,
        isListed: seededFrom?.from === "llms.txt",
        isStart: message.isStart,
        areFiles: message.areFiles,
      });
    }
    const known = run.seededFrom.filter((seed) => seed.url !== seededFrom?.url);
    const now = Date.now();
    this.#tickets.heard(now);
    this.#save({
      ...run,
      scope,
      firstUrl: message.isStart ? (message.urls[0] ?? run.firstUrl) : run.firstUrl,
      dropped,
      searchable,
      seededFrom: seededFrom ? [...known, seededFrom] : run.seededFrom,
      hasStoredPages: message.hasStoredPages ?? run.hasStoredPages,
      phase: message.isLast ? "crawling" : "seeding",
      stageLeaseUntil: message.isLast ? 0 : now + STAGE_LEASE_MS,
      progressAt: now,
    });
    if (message.isLast && this.#frontier.counts().pending > PAGES_FOR_SECOND_TICKET) await this.#sendTicket();
  }

  /** Facts for the last step of a run: how many pages are searchable, and what the first page says. */
  summary(): {
    searchable: number;
    hasStoredPages: boolean;
    start: ListedPage | null;
    outcomes: CrawlStatus["outcomes"];
  } {
    return {
      searchable: this.#run?.searchable ?? 0,
      hasStoredPages: this.#run?.hasStoredPages ?? false,
      start: this.#run ? this.#frontier.find(this.#run.firstUrl) : null,
      outcomes: this.#frontier.outcomeCounts(),
    };
  }

  /** URLs whose pages stay in the index, in parts. Only the build before this one asks; goes one deploy later. */
  keptUrls(after: number, limit: number): { urls: string[]; next: number | null } {
    return this.#frontier.kept(after, limit);
  }

  /** Those of `urls` whose pages leave the index; see Frontier.unkept. */
  unkeptUrls(urls: string[]): string[] {
    return this.#frontier.unkept(urls);
  }

  /** Ends the run for good. */
  async settle(end: {
    phase: "complete" | "failed" | "cancelled";
    error: string | null;
    absentExamples?: number;
  }): Promise<void> {
    if (!this.#run || isOver(this.#run.phase)) return;
    const now = Date.now();
    this.#save({ ...this.#run, ...end, progressAt: now });
    await this.ctx.storage.setAlarm(now + KEEP_PAGES_MS);
  }

  /** Stops the run: tickets in flight find nothing to do. Returns the address of the source; null when the run was not running. */
  async cancel(): Promise<SourceAddress | null> {
    if (!this.#run || isOver(this.#run.phase)) return null;
    this.#frontier.endPending("excluded", {
      reason: "The run was cancelled before it was read.",
      fix: "Index again.",
    });
    await this.settle({ phase: "cancelled", error: "Cancelled." });
    return this.#run.start.address;
  }

  /** Stops the run and deletes all its data; tickets in flight find nothing to do. */
  async remove(): Promise<void> {
    this.#run = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Status of the run, or null when the run was never started. */
  status(): CrawlStatus | null {
    const run = this.#run;
    if (!run) return null;
    const outcomes = run.finalOutcomes ?? this.#frontier.outcomeCounts();
    return statusOf(run, this.#frontier.counts(), outcomes);
  }

  /** Every URL with its outcome. `next` is the `after` of the following part. */
  outcomes(query: { outcome?: PageOutcome; after?: number; limit: number }): {
    pages: ListedPage[];
    next: number | null;
  } {
    return this.#frontier.list({ outcome: query.outcome, after: query.after ?? 0, limit: query.limit });
  }

  /** Wakes a run that made no progress; says when the run was never started or is over. */
  async poke(): Promise<"unknown" | "over" | "running"> {
    if (!this.#run) return "unknown";
    if (isOver(this.#run.phase)) return "over";
    await this.alarm();
    return "running";
  }

  override async alarm(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    const now = Date.now();
    if (isOver(run.phase)) {
      if (run.progressAt + KEEP_PAGES_MS <= now) this.#forgetPages(run);
      return;
    }
    await this.ctx.storage.setAlarm(now + WATCH_EVERY_MS);
    const isAbandoned = this.#tickets.isAbandoned(now);
    // At worst a consumer that outlived this object's memory reads a few pages a second time, which changes nothing.
    this.#frontier.expireLeases(isAbandoned && this.#tickets.isFresh ? Number.MAX_SAFE_INTEGER : now);
    if (!isAbandoned) return;
    if (run.stageLeaseUntil > 0) this.#save({ ...run, stageLeaseUntil: 0 });
    await this.#sendTicket();
  }

  /** Deletes the pages of an old run; a few hundred bytes remain. */
  #forgetPages(run: Run): void {
    this.ctx.storage.transactionSync(() => {
      this.#save({ ...run, finalOutcomes: run.finalOutcomes ?? this.#frontier.outcomeCounts() });
      this.#frontier.clear();
    });
  }

  #take(results: PageResult[], now: number): void {
    const run = this.#run;
    // With nothing pending, all pages had been reported; a later result is a second report of the same page.
    if (!run || isOver(run.phase) || run.phase === "indexing") return;
    this.ctx.storage.transactionSync(() => {
      let { searchable, dropped } = run;
      for (const result of results) {
        const isFirst = this.#frontier.settle(result, now);
        if (result.kind !== "done" || !run.scope) continue;
        if (isFirst && (result.outcome === "indexed" || result.outcome === "unchanged")) searchable += 1;
        const options = { scope: run.scope, pageLimit: run.start.pageLimit };
        const depth = this.#frontier.depthOf(result.id);
        if (result.target) dropped += this.#frontier.add([result.target], { ...options, depth });
        dropped += this.#frontier.add(result.links, { ...options, depth: depth + 1 });
      }
      this.#save({ ...run, searchable, dropped, progressAt: now });
    });
    this.#tellProgress(run.start.address.owner, now);
  }

  /** Lets another consumer go on with the end from here, at once. */
  #leaveFinish(finishing: FinishProgress, now: number): void {
    if (this.#run?.phase !== "indexing") return;
    this.#save({ ...this.#run, finishing, stageLeaseUntil: 0, progressAt: now });
  }

  /** Tells consoles of progress; the beginning and the end of a run are told where they are stored. */
  #tellProgress(owner: SourceOwner, now: number): void {
    if (now - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = now;
    const services = { liveHub: (whose: Owner) => this.env.LIVE_HUB.getByName(principalOf(whose)) };
    this.ctx.waitUntil(announceChange(services, owner, "job-runs"));
  }

  /** Reserves the run's next pages in the plan, so that no other run takes the same room. */
  async #reserve(want: number): Promise<void> {
    const run = this.#run;
    if (run?.phase !== "crawling" || run.start.planPages === null) return;
    const { address, generation, planPages } = run.start;
    const asked = pagesToReserve({ ...run, ...run.start, ...this.#frontier.counts(), planPages, want });
    if (!asked) return;
    const { sourceId } = address;
    const db = connectDb(this.env.DB);
    const reserved = await reservePages({ db }, { sourceId, generation, planPages, upTo: asked.upTo });
    // Other calls were answered meanwhile. Pages stored for a removed source are cleared again.
    const has = reserved ?? asked.upTo;
    if (this.#run) this.#save({ ...this.#run, reserved: has, isPlanFull: has < asked.needed });
  }

  /** Decides in one place the next step, and whether anything is left. With `want` 0, only asks. */
  #nextStep(want: number, now: number): CrawlStep {
    const run = this.#run;
    if (!run || isOver(run.phase)) return { kind: "stop" };
    const { start, scope } = run;
    if (run.phase === "seeding" || run.phase === "indexing") {
      if (want === 0 || run.stageLeaseUntil > now) return { kind: "stop" };
      this.#tickets.heard(now, now + STAGE_LEASE_MS);
      this.#save({ ...run, stageLeaseUntil: now + STAGE_LEASE_MS });
      if (run.phase === "seeding") return { kind: "seed", start };
      return { kind: "finish", start, progress: run.finishing ?? null };
    }
    if (!scope) return { kind: "stop" };
    this.#frontier.expireLeases(now);
    const leased = this.#frontier.leasedCount();
    const room = Math.min(start.pageLimit - run.searchable, takeLimit(start.pageLimit) - run.taken) - leased;
    const planRoom = start.planPages === null ? room : run.reserved - run.searchable - leased;
    const pages = this.#frontier.lease(Math.min(want, room, planRoom), now);
    const step = (waitMs: number | null): CrawlPagesStep => ({
      kind: "pages",
      start,
      scope,
      hasStoredPages: run.hasStoredPages,
      pages,
      waitMs,
    });
    if (pages.length > 0) {
      this.#save({ ...run, taken: run.taken + pages.length });
      return step(0);
    }
    if (leased > 0) return step(null);
    const isFull = room <= 0 || (planRoom <= 0 && run.isPlanFull);
    const dueAt = this.#frontier.nextDueAt();
    if (dueAt !== null && !isFull) return step(Math.max(0, dueAt - now));
    if (isFull)
      this.#frontier.endPending("over-limit", room <= 0 ? overLimitWords(start.pageLimit) : PLAN_FULL);
    else if (this.#frontier.requeueOrphans() > 0) return step(0);
    this.#save({ ...run, phase: "indexing", stageLeaseUntil: 0, progressAt: now });
    return this.#nextStep(want, now);
  }

  /** Sends a ticket for the remaining work, unless a ticket is on its way or nothing can be taken. */
  async #sendNextTicket(now: number): Promise<void> {
    const run = this.#run;
    if (!run || isOver(run.phase) || this.#tickets.isQueued) return;
    if (run.phase !== "crawling") {
      if (run.stageLeaseUntil <= now) await this.#sendTicket();
      return;
    }
    const dueAt = this.#frontier.nextDueAt();
    if (dueAt !== null) await this.#sendTicket(Math.max(0, dueAt - now));
  }

  async #sendTicket(delayMs = 0): Promise<void> {
    const run = this.#run;
    if (!run) return;
    this.#tickets.sent(Date.now() + delayMs);
    await this.env.CRAWL_QUEUE.send(
      { runId: run.start.runId, generation: run.start.generation },
      { delaySeconds: Math.ceil(delayMs / 1000) },
    );
  }

  #save(run: Run): void {
    this.#run = run;
    this.ctx.storage.kv.put("run", run);
  }
}
