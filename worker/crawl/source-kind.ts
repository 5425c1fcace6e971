import type { SourceRow } from "#schema/index.ts";
import type { SourceKind } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import type { CrawlPagesStep, CrawlStart, CrawlStatus, RunDetail } from "#worker/runs/crawl-steps.ts";
import type { LeasedPage, PageResult } from "#worker/runs/frontier.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import type { AdmittedPage } from "./page-worker.ts";

/** What one ticket of a run does with the pages that it takes. */
export type PageWorker = {
  /** Chooses which of the pages may be read now. */
  admit: (pages: LeasedPage[]) => Promise<{ pages: AdmittedPage[]; results: PageResult[] }>;
  work: (page: AdmittedPage) => Promise<PageResult>;
};

/** How runs of one kind of source find and read their documents. `Detail` is what `CrawlStart.detail` holds. */
export type RunRules<Detail = RunDetail | null> = {
  /** Finds the first pages, or stores all of them. May run again after a crash. */
  seed(ctx: CrawlCtx, start: CrawlStart, detail: Detail): Promise<void>;
  createWorker(ctx: CrawlCtx, step: CrawlPagesStep, detail: Detail): Promise<PageWorker>;
  /** The mark that stands where a document includes a file that is not there; for kinds whose documents include files. */
  absentMark?: string;
  /** Writes down what the index holds now, before the run ends as complete. May run again after a crash. */
  recordIndexed?(
    ctx: CrawlCtx,
    start: CrawlStart,
    detail: Detail,
    outcomes: CrawlStatus["outcomes"],
  ): Promise<void>;
  /** Looks for what came while the run was at work, after it has ended. */
  afterRun?(ctx: CrawlCtx, start: CrawlStart, detail: Detail): Promise<void>;
};

export type AgainCtx = Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId" | "log">;
export type RemoveCtx = Pick<Ctx, "scope" | "caller" | "services" | "db" | "now" | "log" | "waitUntil">;

/** Everything that a kind of source does in its own way. `source-kinds/kinds.ts` has them all. */
export type SourceKindRules<Detail = RunDetail | null> = {
  /** Null for a kind whose documents are read without a crawl. */
  run: RunRules<Detail> | null;
  /** Begins to look for what is new in a source of the scope, with what was asked for when it was added. */
  again(ctx: AgainCtx, source: SourceRow): Promise<StartedIndexJob>;
  /** Takes a source of the scope away with everything that was made of it. May be called again after a crash. */
  remove(ctx: RemoveCtx, source: SourceRow): Promise<void>;
};

export type SourceKinds = Readonly<Record<SourceKind, SourceKindRules>>;
