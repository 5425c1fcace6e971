import type { SourceRow } from "#schema/index.ts";
import type { SourceKind } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import type { CrawlPagesStep, CrawlStart, CrawlStatus, RunDetail } from "#worker/runs/crawl-steps.ts";
import type { LeasedPage, PageResult } from "#worker/runs/frontier.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import type { AdmittedPage } from "./page-worker.ts";

/** Work of one ticket of a run on the pages that the ticket takes. */
export type PageWorker = {
  /** Chooses which of the pages may be read now. */
  admit: (pages: LeasedPage[]) => Promise<{ pages: AdmittedPage[]; results: PageResult[] }>;
  work: (page: AdmittedPage) => Promise<PageResult>;
};

/** Rules for runs of one kind of source: finding and reading documents. `Detail` is the content of `CrawlStart.detail`. */
export type RunRules<Detail = RunDetail | null> = {
  /** Finds the first pages, or stores all of them. May run again after a crash. */
  seed(ctx: CrawlCtx, start: CrawlStart, detail: Detail): Promise<void>;
  createWorker(ctx: CrawlCtx, step: CrawlPagesStep, detail: Detail): Promise<PageWorker>;
  /** Mark in place of a missing file that a document includes; for kinds whose documents include files. */
  absentMark?: string;
  /** Stores what the index holds now, before the run ends as complete. May run again after a crash. */
  recordIndexed?(
    ctx: CrawlCtx,
    start: CrawlStart,
    detail: Detail,
    outcomes: CrawlStatus["outcomes"],
  ): Promise<void>;
  /** Looks, after the run has ended, for changes that came during the run. */
  afterRun?(ctx: CrawlCtx, start: CrawlStart, detail: Detail): Promise<void>;
};

export type AgainCtx = Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId" | "log">;
export type RemoveCtx = Pick<Ctx, "scope" | "caller" | "services" | "db" | "now" | "log" | "waitUntil">;

/** Rules of one kind of source. `source-kinds/kinds.ts` has the rules of all kinds. */
export type SourceKindRules<Detail = RunDetail | null> = {
  /** Rules of runs; null for a kind whose documents are read without a crawl. */
  run: RunRules<Detail> | null;
  /** Begins to look for changes in a source of the scope, with the options given when the source was added. */
  again(ctx: AgainCtx, source: SourceRow): Promise<StartedIndexJob>;
  /** Removes a source of the scope with everything made from the source. May be called again after a crash. */
  remove(ctx: RemoveCtx, source: SourceRow): Promise<void>;
};

export type SourceKinds = Readonly<Record<SourceKind, SourceKindRules>>;
