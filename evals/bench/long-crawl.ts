import { rmSync } from "node:fs";
import { join } from "node:path";
import { serveTree } from "#local/docs-server.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import { crawlSite, killServer, listRunPages, startCrawl, startProduct, waitForRun } from "../product.ts";
import type { CrawlOrder, CrawlResult, RunPage } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { watchRun } from "./crawl-life.ts";
import type { Life } from "./crawl-life.ts";
import { writeFigures } from "./figures.ts";
import { countTakenTwice, readIndexFile } from "./index-file.ts";
import type { IndexFile } from "./index-file.ts";
import { countOutcomes } from "./run-outcomes.ts";
import { changedIndexes, indexImages } from "./index-images.ts";
import { renderLongCrawl } from "./long-crawl-report.ts";

/** The largest of the corpora. Its package holds more pages than the part that other figures use. */
const CORPUS = "rust";
/** Shares of the pages after which the server is killed. */
const KILLED_AT = [0.25, 0.5, 0.75];
const MOMENTS = 10;

export type CalmCrawl = {
  run: CrawlResult;
  life: Life;
  pages: RunPage[];
  index: IndexFile;
  /** A second crawl of the same site, unchanged. */
  again: { seconds: number; outcomes: Record<string, number>; indexesWritten: number };
};

export type KilledCrawl = {
  run: CrawlResult;
  lives: Life[];
  /** Seconds from the start of the run to its end, with the time in which there was no server. */
  wallSeconds: number;
  pages: RunPage[];
  index: IndexFile;
  /** URLs that were taken again because a kill came while they were in work. */
  takenTwice: number;
};

export type LongCrawl = {
  pagesOnDisk: number;
  calm: CalmCrawl;
  killed: KilledCrawl;
  checks: Check[];
};

/** A check for things that must not be there, with those that were found. */
export type Check = { words: string; found: string[] };

/**
 * Crawls a site of 32,000 pages twice through the product: left alone, and killed three times on the way. Counts every page at
 * the end of both.
 */
export async function benchLongCrawl(options: BenchOptions): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, [CORPUS]);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const [corpus] = data.corpora;
  if (!corpus?.folder) throw new Error(`there is no corpus ${CORPUS}`);
  const onDisk = listPages({ ...corpus, exclude: [] });
  rmSync(options.stateDir, { recursive: true, force: true });
  // The site has a sitemap, as sites of this size do: links lead to two thirds of its pages.
  const site = await serveTree({
    root: corpus.folder,
    asMarkdownSite: true,
    include: (path) => path.endsWith(".html"),
  });
  const order = { url: `${site.url}/index.html`, name: "rust-doc", exclude: [] };
  try {
    console.log("left alone …");
    const calm = await crawlInPeace(order, onDisk.length, join(options.stateDir, "calm"));
    console.log("killed …");
    const killed = await crawlWithKills(order, onDisk.length, join(options.stateDir, "killed"));
    const urls = onDisk.map((path) => `${site.url}/${path.split("/").map(encodeURIComponent).join("/")}`);
    const checks = [
      ...check("left alone", calm, urls),
      ...check("killed", killed, urls),
      ...compare(calm, killed),
    ];
    const figures: LongCrawl = { pagesOnDisk: onDisk.length, calm, killed, checks };
    const body = renderLongCrawl(figures);
    console.log(`\n${body}`);
    writeFigures({
      name: "rust-doc",
      title: "A site of 32,000 pages, left alone and killed three times on the way",
      command: "npm run bench -- rust-doc",
      body,
      data: { ...figures, calm: withCounts(calm), killed: withCounts(killed) },
    });
    const isWhole = [calm, killed].every(({ run }) => run.status === "COMPLETE");
    if (!isWhole || checks.some(({ found }) => found.length > 0)) process.exitCode = 1;
  } finally {
    await site.close();
  }
}

async function crawlInPeace(order: CrawlOrder, onDisk: number, stateDir: string): Promise<CalmCrawl> {
  const product = await startProduct(stateDir);
  try {
    const runId = await startCrawl(product, order);
    const life = await watchRun(product, runId, { momentEvery: onDisk / MOMENTS });
    const run = await waitForRun(product, runId);
    const pages = await listRunPages(product, runId);
    const before = indexImages(stateDir);
    const second = await crawlSite(product, order);
    const outcomes = countOutcomes(await listRunPages(product, second.runId));
    await product.server.close();
    const indexesWritten = changedIndexes(before, indexImages(stateDir)).length;
    const again = { seconds: second.seconds, outcomes, indexesWritten };
    return { run, life, pages, index: readIndexFile(stateDir), again };
  } finally {
    await product.server.close();
  }
}

async function crawlWithKills(order: CrawlOrder, onDisk: number, stateDir: string): Promise<KilledCrawl> {
  const momentEvery = onDisk / MOMENTS;
  const lives: Life[] = [];
  let product = await startProduct(stateDir);
  try {
    const startedAt = Date.now();
    const runId = await startCrawl(product, order);
    for (const share of KILLED_AT) {
      lives.push(await watchRun(product, runId, { until: onDisk * share, momentEvery }));
      await killServer(product, stateDir);
      product = await startProduct(stateDir, product.apiKey);
    }
    lives.push(await watchRun(product, runId, { momentEvery }));
    const wallSeconds = (Date.now() - startedAt) / 1000;
    const run = await waitForRun(product, runId);
    const pages = await listRunPages(product, runId);
    await product.server.close();
    const takenTwice = countTakenTwice(stateDir);
    return { run, lives, wallSeconds, pages, index: readIndexFile(stateDir), takenTwice };
  } finally {
    await product.server.close();
  }
}

/** Compares a run with the pages on disk and with its index. */
function check(name: string, { pages, index }: CalmCrawl | KilledCrawl, onDisk: string[]): Check[] {
  const met = Map.groupBy(pages, ({ url }) => url);
  const indexed = urlsWith(pages, "indexed");
  const stored = new Set(index.urls);
  return [
    ["pages on disk of which the run says nothing", onDisk.filter((url) => !met.has(url))] as const,
    [
      "URLs that the run lists twice",
      [...met].filter(([, group]) => group.length > 1).map(([url]) => url),
    ] as const,
    ["pages that failed", pages.filter(({ outcome }) => FAILED.has(outcome)).map(({ url }) => url)] as const,
    ["indexed by the run, not in the index", [...indexed].filter((url) => !stored.has(url))] as const,
    ["in the index, not indexed by the run", index.urls.filter((url) => !indexed.has(url))] as const,
    ["tables of the index that disagree", index.faults] as const,
  ].map(([words, found]) => ({ words: `${name}: ${words}`, found }));
}

function compare(calm: CalmCrawl, killed: KilledCrawl): Check[] {
  const [inCalm, inKilled] = [textsOf(calm.pages), textsOf(killed.pages)];
  return [
    {
      words: "in the first index, missing from the second",
      found: [...inCalm].filter((url) => !inKilled.has(url)),
    },
    {
      words: "in the second index, not in the first",
      found: [...inKilled].filter((url) => !inCalm.has(url)),
    },
  ];
}

/**
 * Pages that are indexed or repeat an indexed text. Of several with the same text the first is indexed, and the first may
 * differ from run to run.
 */
function textsOf(pages: RunPage[]): Set<string> {
  return new Set([...urlsWith(pages, "indexed"), ...urlsWith(pages, "duplicate")]);
}

const FAILED = new Set(["failed", "http-error", "timeout", "unreachable", "over-limit"]);

function urlsWith(pages: readonly RunPage[], outcome: string): Set<string> {
  return new Set(pages.filter((page) => page.outcome === outcome).map(({ url }) => url));
}

/** The crawl as the figures file has it, with numbers in place of 32,000 addresses. */
function withCounts<Crawl extends CalmCrawl | KilledCrawl>({ pages, index, ...crawl }: Crawl) {
  return { ...crawl, outcomes: countOutcomes(pages), index: { ...index, urls: index.urls.length } };
}
