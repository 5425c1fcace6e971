import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprintOf, serveCorpus } from "./corpus-site.ts";
import type { CorpusSite } from "./corpus-site.ts";
import { listPages } from "./data.ts";
import type { Corpus } from "./data.ts";
import { startCrawl, startProduct, waitForRun } from "./product.ts";
import type { CrawlOrder, Product } from "./product.ts";

/** The indexed corpora of a state folder, so that a later run can ask them again. */
type Manifest = {
  apiKey: string;
  /**
   * Port, fingerprint and run of each corpus. Pages are known by their URL, so each corpus keeps its port. The fingerprint is
   * null until the run is over.
   */
  corpora: Record<string, { port: number; fingerprint: string | null; runId: string }>;
};

export type IndexedCorpora = {
  product: Product;
  sites: Map<string, CorpusSite>;
  /** Id of the run that indexed each corpus. */
  runIds: Map<string, string>;
  close(): Promise<void>;
};

/** Folder in which the index of one data folder is kept between runs. */
export function stateDirOf(cacheDir: string, dataDir: string): string {
  return join(cacheDir, "state", createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
}

/**
 * Serves the corpora, starts the product on an empty state and indexes them through the product, one after the other. With
 * `isReused` the state of an earlier run is kept, and only new or changed corpora are indexed.
 */
export async function indexCorpora(
  corpora: readonly Corpus[],
  options: { stateDir: string; isReused: boolean },
): Promise<IndexedCorpora> {
  const { stateDir } = options;
  refuseStateInUse(stateDir);
  if (!options.isReused) rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true });
  const manifestFile = join(stateDir, "indexed.json");
  const before: Manifest | null = existsSync(manifestFile)
    ? JSON.parse(readFileSync(manifestFile, "utf8"))
    : null;
  const product = await startProduct(stateDir, before?.apiKey);
  const sites = new Map<string, CorpusSite>();
  const close = async () => {
    await Promise.all([...sites.values()].map((site) => site.close()));
    await product.server.close();
  };
  try {
    const manifest: Manifest = { apiKey: product.apiKey, corpora: { ...before?.corpora } };
    for (const corpus of corpora) {
      const known = manifest.corpora[corpus.name];
      const site = await serveCorpus(corpus, known?.port);
      sites.set(corpus.name, site);
      const fingerprint = fingerprintOf(corpus);
      if (known?.fingerprint === fingerprint) continue;
      // An interrupted run goes on by itself; any other change means another run.
      const runId = known?.fingerprint === null ? known.runId : await startCrawl(product, orderOf(site));
      const remember = (state: string | null) => {
        manifest.corpora[corpus.name] = { port: site.port, fingerprint: state, runId };
        writeFileSync(manifestFile, JSON.stringify(manifest, null, 2));
      };
      remember(null);
      await finishRun(product, site, runId);
      remember(fingerprint);
    }
    const runIds = new Map(Object.entries(manifest.corpora).map(([name, { runId }]) => [name, runId]));
    return { product, sites, runIds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The order by which the product indexes a corpus. */
export function orderOf({ corpus, startUrl }: CorpusSite): CrawlOrder {
  return { url: startUrl, name: corpus.name, exclude: crawlPatterns(corpus) };
}

/** Patterns of the data as the product's crawl takes them, in which `*` stays within a folder. */
export function crawlPatterns(corpus: Corpus): string[] {
  return corpus.exclude.map((pattern) => pattern.replace(/\/\*$/u, "/**"));
}

async function finishRun(product: Product, { corpus }: CorpusSite, runId: string): Promise<void> {
  const run = await waitForRun(product, runId);
  const name = corpus.name.padEnd(14);
  console.log(
    `${name} ${run.status} ${run.pages} pages of ${listPages(corpus).length} in ${run.seconds.toFixed(1)} s`,
  );
  if (run.status !== "COMPLETE")
    throw new Error(`indexing ${corpus.name} failed: ${run.error ?? run.status}`);
}

/** Throws before anything of a state is deleted that another run may be using. */
function refuseStateInUse(stateDir: string): void {
  const file = join(stateDir, "server.json");
  if (!existsSync(file)) return;
  const { pid, url } = JSON.parse(readFileSync(file, "utf8"));
  try {
    process.kill(pid, 0);
  } catch {
    return;
  }
  throw new Error(
    `Another run is going on with ${stateDir}, at ${url}. Wait for it, or give --state another folder.`,
  );
}
