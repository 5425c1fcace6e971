import { rmSync } from "node:fs";
import { serveCorpus } from "../corpus-site.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import { orderOf } from "../indexed-corpora.ts";
import { crawlSite, listRunPages, startProduct } from "../product.ts";
import type { CrawlResult, Product, RunPage } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { renderCrawls } from "./crawl-report.ts";
import { writeFigures } from "./figures.ts";
import { changedIndexes, indexImages } from "./index-images.ts";
import { watchMemory } from "./memory.ts";
import { countOutcomes } from "./run-outcomes.ts";

export type SiteFigures = {
  site: string;
  /** Pages in the folder that is served, without those left out. */
  pagesOnDisk: number;
  /** Pages on disk to which no page leads, so that a crawl cannot know of them. */
  unlinked: string[];
  first: CrawlResult;
  second: CrawlResult;
  pagesPerSecond: number;
  /** Largest memory of workerd over both crawls, in megabytes. */
  peakMb: number;
  indexMb: number;
  /** Indexes whose database the second crawl wrote to. */
  indexesWritten: number;
  /** Number of URLs of the site by outcome. */
  outcomes: Record<string, number>;
  secondOutcomes: Record<string, number>;
  skipped: RunPage[];
};

/** Crawls each site once as new and once more unchanged. */
export async function benchCrawl(options: BenchOptions): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, options.corpora);
  const corpora = data.corpora.some(isHtml) ? data.corpora.filter(isHtml) : data.corpora;
  fetchMissing({ ...data, corpora }, options.dataDir, options.cacheDir);
  rmSync(options.stateDir, { recursive: true, force: true });
  const product = await startProduct(options.stateDir);
  try {
    const sites: SiteFigures[] = [];
    for (const corpus of corpora) {
      console.log(`${corpus.name} …`);
      sites.push(await crawlTwice(product, corpus, options.stateDir));
    }
    const body = renderCrawls(sites);
    console.log(`\n${body}`);
    writeFigures({
      name: "crawl",
      title: "Crawling whole sites",
      command: "npm run bench -- crawl",
      body,
      data: { sites: sites.map(({ skipped: _skipped, ...figures }) => figures) },
    });
  } finally {
    await product.server.close();
  }
}

async function crawlTwice(product: Product, corpus: Corpus, stateDir: string): Promise<SiteFigures> {
  const site = await serveCorpus(corpus);
  const order = orderOf(site);
  try {
    const before = indexImages(stateDir);
    const memory = watchMemory(() => product.server.workerdPids());
    const first = await crawlSite(product, order);
    const pages = await listRunPages(product, first.runId);
    const between = indexImages(stateDir);
    const second = await crawlSite(product, order);
    const peakMb = memory.stop();
    const met = new Set(pages.map(({ url }) => site.pathOf(url)));
    const onDisk = listPages(corpus);
    const added = [...between].filter(([name]) => !before.has(name));
    return {
      site: corpus.name,
      pagesOnDisk: onDisk.length,
      unlinked: onDisk.filter((page) => !met.has(page)),
      first,
      second,
      pagesPerSecond: first.pages / first.seconds,
      peakMb,
      indexMb: added.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0) / 1_000_000,
      indexesWritten: changedIndexes(between, indexImages(stateDir)).length,
      outcomes: countOutcomes(pages),
      secondOutcomes: countOutcomes(await listRunPages(product, second.runId)),
      skipped: pages.filter(({ outcome }) => outcome !== "indexed" && outcome !== "unchanged"),
    };
  } finally {
    await site.close();
  }
}

function isHtml(corpus: Corpus): boolean {
  return corpus.type === "html";
}
