import { rmSync } from "node:fs";
import { serveCorpus } from "../corpus-site.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import { orderOf } from "../indexed-corpora.ts";
import { crawlSite, listRunPages, startProduct } from "../product.ts";
import type { CrawlResult, Product, RunPage } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { watchMemory } from "./memory.ts";

type SiteFigures = {
  site: string;
  /** Pages in the folder that is served, without those left out. A page that nothing links to cannot be found. */
  pagesOnDisk: number;
  first: CrawlResult;
  second: CrawlResult;
  pagesPerSecond: number;
  peakMb: number;
  /** URLs of the site by what became of them. */
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
      const figures = await crawlTwice(product, corpus);
      sites.push(figures);
      console.log(
        `${figures.site}: ${figures.first.status}, ${figures.first.pages} pages, ${figures.pagesPerSecond.toFixed(1)} pages/s, ${figures.peakMb.toFixed(0)} MB; again in ${figures.second.seconds.toFixed(1)} s`,
      );
    }
    const body = report(sites);
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

function isHtml(corpus: Corpus): boolean {
  return corpus.type === "html";
}

async function crawlTwice(product: Product, corpus: Corpus): Promise<SiteFigures> {
  const site = await serveCorpus(corpus);
  const order = orderOf(site);
  try {
    const memory = watchMemory(() => product.server.workerdPids());
    const first = await crawlSite(product, order);
    const peakMb = memory.stop();
    const pages = await listRunPages(product, first.runId);
    const second = await crawlSite(product, order);
    const again = await listRunPages(product, second.runId);
    return {
      site: corpus.name,
      pagesOnDisk: listPages(corpus).length,
      first,
      second,
      pagesPerSecond: first.pages / first.seconds,
      peakMb,
      outcomes: countOutcomes(pages),
      secondOutcomes: countOutcomes(again),
      skipped: pages.filter(({ outcome }) => outcome !== "indexed" && outcome !== "unchanged"),
    };
  } finally {
    await site.close();
  }
}

function countOutcomes(pages: readonly RunPage[]): Record<string, number> {
  const groups = Map.groupBy(pages, ({ outcome }) => outcome);
  return Object.fromEntries([...groups].map(([outcome, group]) => [outcome, group.length]));
}

function report(sites: readonly SiteFigures[]): string {
  const speed = markdownTable([
    [
      "site",
      "status",
      "pages",
      "on disk",
      "seconds",
      "pages/s",
      "workerd peak MB",
      "again, seconds",
      "share",
    ],
    ...sites.map((site) => [
      site.site,
      site.first.status,
      site.first.pages,
      site.pagesOnDisk,
      site.first.seconds.toFixed(1),
      site.pagesPerSecond.toFixed(1),
      site.peakMb.toFixed(0),
      site.second.seconds.toFixed(1),
      `${((100 * site.second.seconds) / site.first.seconds).toFixed(0)}%`,
    ]),
  ]);
  const outcomes = [...new Set(sites.flatMap((site) => Object.keys(site.outcomes)))];
  const table = (of: (site: SiteFigures) => Record<string, number>, columns: string[]) =>
    markdownTable([
      ["site", ...columns],
      ...sites.map((site) => [site.site, ...columns.map((name) => of(site)[name] ?? 0)]),
    ]);
  const again = [...new Set(sites.flatMap((site) => Object.keys(site.secondOutcomes)))];
  return [
    speed,
    "",
    "## What became of every URL, first crawl",
    "",
    table((site) => site.outcomes, outcomes),
    "",
    "## The same, second crawl of the unchanged site",
    "",
    table((site) => site.secondOutcomes, again),
    "",
    "## Reasons of what was skipped",
    "",
    ...sites.flatMap((site) => reasons(site)),
  ].join("\n");
}

/** The reasons of a site with how often each was given and one URL as an example. */
function reasons(site: SiteFigures): string[] {
  const groups = Map.groupBy(
    site.skipped,
    ({ outcome, reason }) => `${outcome}: ${reason ?? "no reason given"}`,
  );
  return [...groups].map(
    ([reason, pages]) =>
      `- ${site.site}: ${reason} (${pages.length}, such as ${new URL(pages[0]?.url ?? "").pathname})`,
  );
}
