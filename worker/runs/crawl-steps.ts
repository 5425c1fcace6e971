import type { PageOutcome, SourceKind } from "#schema/values.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { CrawlScope } from "./crawl-scope.ts";
import type { LeasedPage, PageResult } from "./frontier.ts";

/** What a kind of source keeps with its run, as its own folder reads it. */
export type RunDetail = Record<string, string | number | boolean | null>;

export type CrawlStart = {
  runId: string;
  generation: number;
  /** What is read, and by whose rules. */
  kind: SourceKind;
  address: SourceAddress;
  startUrl: string;
  include: string[];
  exclude: string[];
  /** Pages that may be searchable at the end. */
  pageLimit: number;
  /** Pages of the plan that all sources of the owner share, or null when no plan limits them. */
  planPages: number | null;
  /** What the kind alone must know of its run, such as the commit of a repository; null where there is no such thing. */
  detail: RunDetail | null;
};

/** How a crawl found its first pages, for the owner to read. */
export type SeededFrom = {
  from: "start-page" | "llms.txt" | "sitemap" | "menu" | "repository" | "package";
  url: string;
  pages: number;
  /** The folder above the start page's, when the crawl reads that. */
  folder?: string;
};

export type CrawlPhase = "seeding" | "crawling" | "indexing" | "complete" | "failed" | "cancelled";

export type CrawlStatus = {
  phase: CrawlPhase;
  startUrl: string;
  seededFrom: SeededFrom[];
  /** URLs known, waiting, and being worked on. */
  discovered: number;
  pending: number;
  leased: number;
  outcomes: Partial<Record<PageOutcome, number>>;
  /** Links that there was no room to write down. */
  dropped: number;
  /** Examples that pages include and that are not in what is stored; not given before the end, and for sources that include nothing. */
  absentExamples?: number;
  pageLimit: number;
  error: string | null;
  startedAt: number;
  progressAt: number;
};

/** Pages to work on. Without pages, `waitMs` says when there will be some; null when others hold what is left. */
export type CrawlPagesStep = {
  kind: "pages";
  start: CrawlStart;
  scope: CrawlScope;
  hasStoredPages: boolean;
  pages: LeasedPage[];
  waitMs: number | null;
};

/** How far the last step of a run has come, which takes several tickets when the source is large. */
export type FinishProgress = {
  /** Pages that were gone and have left the index. */
  removed: number;
  /** Pages of the index with ids up to this one no longer hold what all pages share. */
  tidiedTo: number;
};

/** The end of the run; `progress` is null until somebody has left off in it. */
export type CrawlFinishStep = { kind: "finish"; start: CrawlStart; progress: FinishProgress | null };

/** What a consumer does next. */
export type CrawlStep =
  /** The ticket is of no use any more: drop it. */
  { kind: "stop" } | { kind: "seed"; start: CrawlStart } | CrawlPagesStep | CrawlFinishStep;

/** Results of a consumer, and what it wants next. `end` says that its ticket is used up. */
export type CrawlReport = {
  generation: number;
  ticket: "begin" | "go-on" | "end";
  results: PageResult[];
  /** How many pages it would take. */
  want: number;
  /** How far the end has come, for whoever goes on with it. */
  finishing?: FinishProgress;
};
