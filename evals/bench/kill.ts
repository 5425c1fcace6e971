import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serveCorpus } from "../corpus-site.ts";
import type { CorpusSite } from "../corpus-site.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import { orderOf } from "../indexed-corpora.ts";
import {
  crawlSite,
  getRun,
  killServer,
  listRunPages,
  startCrawl,
  startProduct,
  waitForRun,
} from "../product.ts";
import type { RunPage } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { writeFigures } from "./figures.ts";

const SEARCHABLE = new Set(["indexed", "unchanged"]);
/** The server is killed when this share of the pages is in. */
const KILLED_AT = 0.4;

/** Kills the whole server in the middle of a crawl, starts it again, and compares with a crawl that was left alone. */
export async function benchKill(options: BenchOptions): Promise<void> {
  const [name = "postgres"] = options.corpora;
  const data = loadDataSet(options.dataDir, options.cacheDir, [name]);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const [corpus] = data.corpora;
  if (!corpus) throw new Error(`there is no corpus ${name}`);
  rmSync(options.stateDir, { recursive: true, force: true });
  const site = await serveCorpus(corpus);
  try {
    const calm = await crawlInPeace(site, join(options.stateDir, "calm"));
    const killed = await crawlWithKill(site, join(options.stateDir, "killed"), calm.length * KILLED_AT);
    const urls = killed.pages.map(({ url }) => url);
    const twice = urls.filter((url, index) => urls.indexOf(url) !== index);
    const missing = calm.filter(({ url }) => !urls.includes(url)).map(({ url }) => url);
    const extra = urls.filter((url) => !calm.some((page) => page.url === url));
    const body = [
      `${name}: a crawl left alone indexes ${calm.length} pages. Another was killed (SIGKILL to workerd and all that`,
      `runs it) when ${killed.pagesAtKill} pages were in, and started again: it ends as ${killed.status} with ${urls.length} pages.`,
      "",
      `Twice: ${twice.length}. Missing: ${missing.length}. Not in the first: ${extra.length}.`,
    ].join("\n");
    console.log(`\n${body}`);
    writeFigures({
      name: "kill",
      title: "A server that is killed in the middle of a crawl",
      command: "npm run bench -- kill",
      body,
      data: {
        site: name,
        calm: calm.length,
        killedAt: killed.pagesAtKill,
        status: killed.status,
        twice,
        missing,
        extra,
      },
    });
    if (killed.status !== "COMPLETE" || twice.length + missing.length + extra.length > 0)
      process.exitCode = 1;
  } finally {
    await site.close();
  }
}

async function crawlInPeace(site: CorpusSite, stateDir: string): Promise<RunPage[]> {
  const product = await startProduct(stateDir);
  try {
    const run = await crawlSite(product, orderOf(site));
    return searchable(await listRunPages(product, run.runId));
  } finally {
    await product.server.close();
  }
}

async function crawlWithKill(site: CorpusSite, stateDir: string, killAt: number) {
  const first = await startProduct(stateDir);
  const runId = await startCrawl(first, orderOf(site));
  let pagesAtKill = 0;
  while (pagesAtKill < killAt) {
    await sleep(100);
    const run = await getRun(first, runId);
    if (run.status !== "CRAWLING") throw new Error(`the crawl was ${run.status} before it could be killed`);
    pagesAtKill = run.crawl?.outcomes.indexed ?? 0;
  }
  await killServer(first, stateDir);
  const second = await startProduct(stateDir, first.apiKey);
  try {
    const { status } = await waitForRun(second, runId);
    return { status, pagesAtKill, pages: searchable(await listRunPages(second, runId)) };
  } finally {
    await second.server.close();
  }
}

function searchable(pages: RunPage[]): RunPage[] {
  return pages.filter(({ outcome }) => SEARCHABLE.has(outcome));
}
