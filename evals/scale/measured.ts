import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { countRows } from "./count-rows.ts";
import type { CountedRows } from "./count-rows.ts";

/** What other figures measured of this product, and the rows that its modules read and write. */
export type Measured = {
  rows: CountedRows;
  /** p50 at concurrency 1, client and server on one machine. */
  searchMs: number;
  readMs: number;
  /** Of a route that does nothing. */
  nothingMs: number;
  freshPageMs: number;
  unchangedPageMs: number;
  chunksPerPage: number;
  bytesPerChunk: number;
  searchShare: number;
  callsPerSession: number;
};

type Row = { what: string; concurrency: number; p50Ms: number };
type Site = { first: Crawled; second: Crawled };
type Crawled = { pages: number; seconds: number };
type Task = { calls: { tool: string }[] };

/** Reads docs/figures, and counts rows anew. */
export async function readMeasured(): Promise<Measured> {
  const latency = figure<{ rows: Row[] }>("search-latency");
  const size = figure<{ chunks: number; pages: number; indexMb: number }>("size");
  const { sites } = figure<{ sites: Site[] }>("crawl");
  const calls = figure<{ tasks: Task[] }>("tasks").tasks.flatMap((task) => task.calls);
  const searches = calls.filter(({ tool }) => tool === "docenda_search_documentation").length;
  return {
    rows: await countRows(),
    searchMs: p50(latency.rows, "search"),
    readMs: p50(latency.rows, "read"),
    nothingMs: p50(latency.rows, "nothing (GET /api/health)"),
    freshPageMs: pageMs(sites.map(({ first }) => first)),
    unchangedPageMs: pageMs(sites.map(({ second }) => second)),
    chunksPerPage: size.chunks / size.pages,
    bytesPerChunk: (size.indexMb * 1e6) / size.chunks,
    searchShare: searches / calls.length,
    callsPerSession: calls.length / figure<{ tasks: Task[] }>("tasks").tasks.length,
  };
}

/** Mean milliseconds of a page. */
function pageMs(crawled: Crawled[]): number {
  return (1000 * sum(crawled.map(({ seconds }) => seconds))) / sum(crawled.map(({ pages }) => pages));
}

function figure<T>(name: string): T {
  return JSON.parse(readFileSync(join(ROOT, `docs/figures/${name}.json`), "utf8")) as T;
}

function p50(rows: Row[], what: string): number {
  const row = rows.find((one) => one.what === what && one.concurrency === 1);
  if (!row) throw new Error(`no figure says how long a ${what} takes`);
  return row.p50Ms;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
