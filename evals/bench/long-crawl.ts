import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { serveTree } from "#local/docs-server.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import { getRun, killServer, listRunPages, startCrawl, startProduct, waitForRun } from "../product.ts";
import type { CrawlResult, Product, RunPage } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { writeFigures } from "./figures.ts";
import { readIndexFile } from "./index-file.ts";
import type { IndexFile } from "./index-file.ts";
import { renderLongCrawl } from "./long-crawl-report.ts";
import { watchMemory } from "./memory.ts";

/** The largest of the corpora: its package holds more pages than the part that is crawled for the figures of whole sites. */
const CORPUS = "rust";
/** The server is killed when this share of the pages is done. */
const KILLED_AT = [0.25, 0.5, 0.75];
const WRITE_DOWN_EVERY = 0.1;
const LOOK_EVERY_MS = 1000;

/** The life of one server: from its start to its kill, or to the end of the run. */
type Life = {
  /** URLs done and pages indexed, when it ended. */
  done: number;
  indexed: number;
  seconds: number;
  /** From the moment that it answered to the first page that it finished. */
  firstPageAfterSeconds: number;
  peakMb: number;
};
type Moment = { done: number; seconds: number; residentMb: number };

export type LongCrawl = {
  pagesOnDisk: number;
  run: CrawlResult;
  /** From the start of the run to its end, with the servers' absence. */
  wallSeconds: number;
  lives: Life[];
  moments: Moment[];
  outcomes: Record<string, number>;
  pages: RunPage[];
  /** Pages on disk of which the run says nothing. */
  lost: string[];
  /** URLs that the run lists more than once. */
  twice: string[];
  index: IndexFile;
  /** Pages that are said to be indexed and are not there, and the reverse. */
  notStored: string[];
  notListed: string[];
};

/** Crawls a site of 32,000 pages, kills the server three times on the way, and counts every page at the end. */
export async function benchLongCrawl(options: BenchOptions): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, [CORPUS]);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const [found] = data.corpora;
  if (!found?.folder) throw new Error(`there is no corpus ${CORPUS}`);
  const corpus: Corpus = { ...found, exclude: [] };
  rmSync(options.stateDir, { recursive: true, force: true });
  // The pages in a sitemap, as a site of this size has one: a third of them is reached by no link.
  const site = await serveTree({
    root: found.folder,
    asMarkdownSite: true,
    include: (path) => path.endsWith(".html"),
  });
  try {
    const figures = await crawlWithKills(corpus, site.url, options.stateDir);
    const body = renderLongCrawl(figures);
    console.log(`\n${body}`);
    const { pages: _pages, ...rest } = figures;
    writeFigures({
      name: "rust-doc",
      title: "A site of 32,000 pages, and a server that is killed three times on the way",
      command: "npm run bench -- rust-doc",
      body,
      data: { ...rest, index: { ...rest.index, urls: rest.index.urls.length } },
    });
    if (!isWhole(figures)) process.exitCode = 1;
  } finally {
    await site.close();
  }
}

function isWhole({ run, lost, twice, notStored, notListed, index }: LongCrawl): boolean {
  const faults = [lost, twice, notStored, notListed, index.faults].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  return run.status === "COMPLETE" && faults === 0;
}

async function crawlWithKills(corpus: Corpus, origin: string, stateDir: string): Promise<LongCrawl> {
  const onDisk = listPages(corpus);
  const startUrl = `${origin}/index.html`;
  const startedAt = Date.now();
  const lives: Life[] = [];
  const moments: Moment[] = [];
  let product = await startProduct(stateDir);
  try {
    const runId = await startCrawl(product, { url: startUrl, name: "rust-doc", exclude: [] });
    for (const share of KILLED_AT) {
      lives.push(
        await live(product, runId, {
          until: onDisk.length * share,
          onDisk: onDisk.length,
          startedAt,
          moments,
        }),
      );
      await killServer(product, stateDir);
      product = await startProduct(stateDir, product.apiKey);
    }
    lives.push(
      await live(product, runId, {
        until: Number.POSITIVE_INFINITY,
        onDisk: onDisk.length,
        startedAt,
        moments,
      }),
    );
    const wallSeconds = (Date.now() - startedAt) / 1000;
    const run = await waitForRun(product, runId);
    const pages = await listRunPages(product, runId);
    await product.server.close();
    return judge({ onDisk, origin, run, pages, wallSeconds, lives, moments, stateDir });
  } finally {
    await product.server.close();
  }
}

/** Waits until so many URLs are done or the run is over. */
async function live(
  product: Product,
  runId: string,
  plan: { until: number; onDisk: number; startedAt: number; moments: Moment[] },
): Promise<Life> {
  const { until, onDisk, startedAt, moments } = plan;
  const memory = watchMemory(() => product.server.workerdPids());
  const beganAt = Date.now();
  let firstPageAt: number | null = null;
  let doneBefore: number | null = null;
  let progressAt = 0;
  let progressSeen = Date.now();
  for (;;) {
    const run = await getRun(product, runId);
    const outcomes = run.crawl?.outcomes ?? {};
    const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    doneBefore ??= done;
    if (firstPageAt === null && done > doneBefore) firstPageAt = Date.now();
    const seconds = (Date.now() - startedAt) / 1000;
    if (done >= ((moments.at(-1)?.done ?? 0) / onDisk + WRITE_DOWN_EVERY) * onDisk) {
      moments.push({ done, seconds, residentMb: memory.now() });
      console.log(`${done} of ${onDisk} after ${seconds.toFixed(0)} s, ${memory.now().toFixed(0)} MB`);
    }
    if (run.endTime !== null || done >= until)
      return {
        done,
        indexed: outcomes.indexed ?? 0,
        seconds: (Date.now() - beganAt) / 1000,
        firstPageAfterSeconds: ((firstPageAt ?? Date.now()) - beganAt) / 1000,
        peakMb: memory.stop(),
      };
    if (run.crawl && run.crawl.progressAt !== progressAt) {
      progressAt = run.crawl.progressAt;
      progressSeen = Date.now();
    }
    if (Date.now() - progressSeen > STALLED_AFTER_MS)
      throw new Error(`the run hangs with ${done} pages done`);
    await sleep(LOOK_EVERY_MS);
  }
}

const STALLED_AFTER_MS = 300_000;

function judge(seen: {
  onDisk: string[];
  origin: string;
  run: CrawlResult;
  pages: RunPage[];
  wallSeconds: number;
  lives: Life[];
  moments: Moment[];
  stateDir: string;
}): LongCrawl {
  const { onDisk, origin, run, pages, wallSeconds, lives, moments, stateDir } = seen;
  const met = Map.groupBy(pages, ({ url }) => url);
  const indexed = new Set(pages.filter(({ outcome }) => outcome === "indexed").map(({ url }) => url));
  const index = readIndexFile(stateDir);
  const stored = new Set(index.urls);
  const urlOf = (path: string) => `${origin}/${path.split("/").map(encodeURIComponent).join("/")}`;
  return {
    pagesOnDisk: onDisk.length,
    run,
    wallSeconds,
    lives,
    moments,
    outcomes: Object.fromEntries(
      [...Map.groupBy(pages, ({ outcome }) => outcome)].map(([outcome, group]) => [outcome, group.length]),
    ),
    pages,
    lost: onDisk.filter((path) => !met.has(urlOf(path))),
    twice: [...met].filter(([, group]) => group.length > 1).map(([url]) => url),
    index,
    notStored: [...indexed].filter((url) => !stored.has(url)),
    notListed: index.urls.filter((url) => !indexed.has(url)),
  };
}
