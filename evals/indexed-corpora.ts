import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprintOf, serveCorpus } from "./corpus-site.ts";
import type { CorpusSite } from "./corpus-site.ts";
import { listPages } from "./data.ts";
import type { Corpus } from "./data.ts";
import { crawlSite, startProduct } from "./product.ts";
import type { Product } from "./product.ts";

/** What was indexed in a state folder, so that a later run can ask it again. */
type Manifest = {
  apiKey: string;
  /** URLs are what pages are known by, so each corpus keeps its port. */
  corpora: Record<string, { port: number; fingerprint: string; runId: string }>;
};

export type IndexedCorpora = {
  product: Product;
  sites: Map<string, CorpusSite>;
  /** The run that indexed each corpus. */
  runIds: Map<string, string>;
  close(): Promise<void>;
};

/** Where the index of one data folder is kept between runs. */
export function stateDirOf(cacheDir: string, dataDir: string): string {
  return join(cacheDir, "state", createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
}

/**
 * Serves the corpora, starts the product on an empty state and indexes them through it, one after the other. With
 * `isReused` it goes on from the state of an earlier run and indexes only what is new or changed.
 */
export async function indexCorpora(
  corpora: readonly Corpus[],
  options: { stateDir: string; isReused: boolean },
): Promise<IndexedCorpora> {
  const { stateDir } = options;
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
      const runId = await indexCorpus(product, site);
      manifest.corpora[corpus.name] = { port: site.port, fingerprint, runId };
      writeFileSync(manifestFile, JSON.stringify(manifest, null, 2));
    }
    const runIds = new Map(Object.entries(manifest.corpora).map(([name, { runId }]) => [name, runId]));
    return { product, sites, runIds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Patterns of the data as the product's crawl takes them: there `*` stays within a folder. */
export function crawlPatterns(corpus: Corpus): string[] {
  return corpus.exclude.map((pattern) => pattern.replace(/\/\*$/u, "/**"));
}

async function indexCorpus(product: Product, site: CorpusSite): Promise<string> {
  const { corpus, startUrl } = site;
  const run = await crawlSite(product, { url: startUrl, name: corpus.name, exclude: crawlPatterns(corpus) });
  const expected = listPages(corpus).length;
  console.log(
    `${corpus.name.padEnd(14)} ${run.status} ${run.pages} pages of ${expected} in ${run.seconds.toFixed(1)} s`,
  );
  if (run.status !== "COMPLETE")
    throw new Error(`indexing ${corpus.name} failed: ${run.error ?? run.status}`);
  return run.runId;
}
