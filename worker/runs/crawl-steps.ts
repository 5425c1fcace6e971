import type { PageOutcome, SourceKind } from "#schema/values.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { CrawlScope } from "./crawl-scope.ts";
import type { LeasedPage, PageResult } from "./frontier.ts";

/** Data that a kind of source keeps with its run, in the form of its own folder. */
export type RunDetail = Record<string, string | number | boolean | null>;

export type CrawlStart = {
  runId: string;
  generation: number;
  /** Kind of the source, which decides the rules for reading. */
  kind: SourceKind;
  address: SourceAddress;
  startUrl: string;
  include: string[];
  exclude: string[];
  /** Most pages that may be searchable at the end. */
  pageLimit: number;
  /** Pages of the plan that all sources of the owner share, or null when no plan limits them. */
  planPages: number | null;
  /** Data of the run that only its kind needs, such as the commit of a repository; null where there is no such thing. */
  detail: RunDetail | null;
};

/** Names of code: their number, and the first few. */
type NamesFound = { count: number; examples: string[] };

/** What a package's documentation and its type declarations know of each other. */
export type TypesCheck = {
  /** Number of names that the types export. */
  exports: number;
  /** Names that the documentation imports and the types do not export. */
  unknown: NamesFound;
  /** Exported names that no page of the documentation has. */
  undocumented: NamesFound;
};

/** The way in which a crawl found its first pages, for the owner to read. */
export type SeededFrom = {
  from: "start-page" | "llms.txt" | "sitemap" | "menu" | "repository" | "package";
  url: string;
  pages: number;
  /** The folder above the start page's folder, when the crawl reads that. */
  folder?: string;
  /** A package's documentation beside its types; absent where there is nothing to compare. */
  types?: TypesCheck;
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
  /** Number of links that there was no room to write down. */
  dropped: number;
  /** Number of included examples that are missing in the stored pages; not given before the end, and for sources that include nothing. */
  absentExamples?: number;
  pageLimit: number;
  error: string | null;
  startedAt: number;
  progressAt: number;
};

/** Pages to work on. Without pages, `waitMs` says when there will be some; null when other consumers hold the rest. */
export type CrawlPagesStep = {
  kind: "pages";
  start: CrawlStart;
  scope: CrawlScope;
  hasStoredPages: boolean;
  pages: LeasedPage[];
  waitMs: number | null;
};

/** What the last step of a run does, in this order: pages that are gone, text that pages share, titles that pages share. */
export type FinishStage = "unseen-pages" | "shared-text" | "shared-titles";

/** Progress of the last step of a run, which takes several tickets when the source is large. */
export type FinishProgress = {
  stage: FinishStage;
  /** Highest id of the index's pages that the stage is done with. Titles have no such order: what is told apart is skipped. */
  after: number;
  /** Pages that were gone and have left the index. */
  removed: number;
};

/** The end of the run; `progress` is null until a consumer has left off in it. */
export type CrawlFinishStep = { kind: "finish"; start: CrawlStart; progress: FinishProgress | null };

/** The next step of a consumer. */
export type CrawlStep =
  /** The ticket is of no use any more: drop it. */
  { kind: "stop" } | { kind: "seed"; start: CrawlStart } | CrawlPagesStep | CrawlFinishStep;

/** Results of a consumer, and its next wish. `end` says that its ticket is used up. */
export type CrawlReport = {
  generation: number;
  ticket: "begin" | "go-on" | "end";
  results: PageResult[];
  /** Number of pages that the consumer would take. */
  want: number;
  /** Progress of the end, for the consumer that goes on with it. */
  finishing?: FinishProgress;
};
