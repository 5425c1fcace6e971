import { PLANS } from "#schema/plans.ts";
import { MAX_VECTOR_BYTES } from "#worker/docs-index/vector-room.ts";
import type { Measured } from "./measured.ts";
import { drawRequests, objectLoad, zipfShares } from "./object-load.ts";
import type { Demand } from "./object-load.ts";
import { PAGES_PER_TICKET } from "./usage.ts";
import type { Workload } from "./usage.ts";

/** What the platform's pages say (developers.cloudflare.com), read in November 2026 in copies that may be older. */
export const PLATFORM = {
  /** durable-objects/platform/limits: "a soft limit of 1,000 requests per second". */
  objectRequestsPerSecond: 1_000,
  objectGb: 10,
  /** d1/platform/limits: 10 GB for a database, 1 TB for an account, and one query at a time: 1,000 a second when each takes 1 ms. */
  d1Gb: 10,
  d1AccountGb: 1_000,
  d1StatementMs: 1,
  /** vectorize/platform/limits. */
  vectorsPerIndex: 20_000_000,
  /** queues/platform/limits. */
  consumers: 250,
  subrequests: 10_000,
};
export const OURS = {
  /** max_concurrency of the crawl queue in wrangler.toml. */
  consumers: 10,
  /** MAX_RUNS_A_TICK of worker/refresh/refresh-due-sources.ts, every five minutes. */
  runsPerDay: 20 * 12 * 24,
  /** Seconds of a ticket in worker/crawl/run-ticket.ts. */
  ticketSeconds: 20,
  /** QUEUE_PATIENCE_MS of worker/crawl/ticket-book.ts. */
  patienceSeconds: 300,
  /** MAX_QUEUE_PATIENCE_MS of worker/crawl/ticket-book.ts. */
  maxPatienceSeconds: 3_600,
  /** Passages whose vectors have room in an object's memory: 128 bytes each. */
  passagesInMemory: MAX_VECTOR_BYTES / 128,
};
/** Assumed: what SQLite takes for each row that a statement reads. A laptop's took as long for the state of 20,000 public sources. */
const D1_ROW_MS = 0.0005;
/** Of one search: what it must know before, its row of the history, the key's last use. */
const D1_STATEMENTS = 3;
const SECONDS_PER_YEAR = 365 * 86_400;
const DRAWN_SEARCHES = 100_000;

export type World = Workload & { searchesPerSecond: number; sources: number; passages: number };
/** A limit, at how many searches a second (or sources) it is met, and how many times it is passed in the world that is asked about. */
export type Limit = { name: string; limit: string; metAt: number; passed: number };

/** Milliseconds of the one database that a search takes. */
export function d1MsPerSearch({ publicStateRows, ownSourcesPerPayer }: Workload): number {
  return D1_STATEMENTS * PLATFORM.d1StatementMs + (publicStateRows + 2 * ownSourcesPerPayer) * D1_ROW_MS;
}

/** Charged calls that fit into a history of so many gigabytes. */
export function callsIn(gigabytes: number, historyRowBytes: number): number {
  return (gigabytes * 1e9) / historyRowBytes;
}

/** Searches a second that the object of one source serves, one after the other. */
export function sourceCapacity({ searchMs, nothingMs }: Measured): number {
  return Math.min(PLATFORM.objectRequestsPerSecond, 1000 / (searchMs - nothingMs));
}

export function demandOf(work: Workload): Demand {
  return { sources: work.publicSources, namedShare: work.namedShare, asked: work.sourcesUnnamed };
}

/** The limits that searches meet, the first one first. */
export function searchLimits(measured: Measured, world: World): Limit[] {
  const bytes = measured.rows.historyRowBytes;
  const requests = drawRequests(DRAWN_SEARCHES, demandOf(world), 1);
  const capacity = sourceCapacity(measured);
  const hottest = objectLoad(1, requests, capacity).hottest;
  const perYear = (gigabytes: number) => callsIn(gigabytes, bytes) / SECONDS_PER_YEAR;
  return inOrder(world.searchesPerSecond, [
    ["D1 database: storage, full after a year", "10 GB", perYear(PLATFORM.d1Gb)],
    ["D1 account: storage, full after a year", "1 TB", perYear(PLATFORM.d1AccountGb)],
    ["D1 database: one statement at a time", "1,000 ms per second", 1000 / d1MsPerSearch(world)],
    [
      "`DocsIndex` of the most-asked public source",
      `${capacity.toFixed(0)} searches per second`,
      capacity / hottest,
    ],
    ["`Catalog` of the public sources", "1,000 requests per second", PLATFORM.objectRequestsPerSecond],
  ]);
}

/** Runs that fall due a day, and the pages that they look at. */
export function dueEachDay(world: World): { runs: number; pages: number } {
  const own = world.sources - world.publicSources;
  const runs = world.publicSources / world.publicRefreshDays + own / world.ownRefreshDays;
  return { runs, pages: runs * world.pagesPerSource };
}

/** Pages that so many consumers read in a day. */
export function pagesADay(consumers: number): number {
  return (consumers * PAGES_PER_TICKET * 86_400) / OURS.ticketSeconds;
}

/** The limits that the number of sources meets, the first one first. */
export function sourceLimits(measured: Measured, world: World): Limit[] {
  const due = dueEachDay(world);
  const scaled = (limit: number, need: number) => (limit / need) * world.sources;
  const { vectors } = largeSources(measured, world);
  return inOrder(world.sources, [
    ["Clock: refreshes that it begins", "20 per 5 minutes", scaled(OURS.runsPerDay, due.runs)],
    ["Crawl queue: our 10 consumers", "10 at once", scaled(pagesADay(OURS.consumers), due.pages)],
    [
      "Crawl queue: consumers of the platform",
      "250 at once",
      scaled(pagesADay(PLATFORM.consumers), due.pages),
    ],
    [
      "Vectorize: one index for all large sources",
      "20,000,000 vectors",
      scaled(PLATFORM.vectorsPerIndex, vectors),
    ],
  ]);
}

/** Sizes by Zipf's law, none larger than the largest plan allows: how many sources have vectors that don't fit in memory, and how large the largest is. */
export function largeSources(measured: Measured, { sources, passages }: World) {
  const most = PLANS.Pro.maxPages * measured.chunksPerPage;
  const sizes = zipfShares(sources).map((share) => Math.min(most, share * passages));
  const large = sizes.filter((size) => size > OURS.passagesInMemory);
  return {
    count: large.length,
    vectors: large.reduce((sum, size) => sum + size, 0),
    largestGb: (sizes[0]! * measured.bytesPerChunk) / 1e9,
  };
}

function inOrder(asked: number, limits: [name: string, limit: string, metAt: number][]): Limit[] {
  return limits
    .map(([name, limit, metAt]) => ({ name, limit, metAt, passed: asked / metAt }))
    .sort((a, b) => a.metAt - b.metAt);
}
