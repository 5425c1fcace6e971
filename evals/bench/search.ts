import { statSync } from "node:fs";
import { join } from "node:path";
import { connectDocenda } from "../docenda.ts";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import type { IndexedCorpora } from "../indexed-corpora.ts";
import { sample } from "../random.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { measureLatency } from "./latency.ts";
import type { Latency } from "./latency.ts";
import { connectRaw } from "./mcp-call.ts";
import type { RawMcp } from "./mcp-call.ts";

const CONCURRENCIES = [1, 16];
const CALLS = 300;
const WARM_UP_CALLS = 50;
const LARGEST_BUDGET = 2000;

type Row = Latency & { what: string };

/**
 * The time of a search and a read on the largest corpus, and beside them in the same run of a route of the same worker that
 * does nothing: the time above that route's is ours.
 */
export async function benchSearch(options: BenchOptions): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, options.corpora);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const corpus = largest(data.corpora);
  const questions = data.questions.map(({ query }) => query);
  const indexed = await indexCorpora([corpus], { stateDir: options.stateDir, isReused: options.isReused });
  try {
    const rows = await measureAll(indexed, corpus, questions);
    const table = markdownTable([
      ["call", "concurrency", "calls", "failed", "p50 ms", "p95 ms", "calls/s"],
      ...rows.map((row) => [
        row.what,
        row.concurrency,
        row.calls,
        row.failures,
        row.p50Ms.toFixed(1),
        row.p95Ms.toFixed(1),
        row.perSecond.toFixed(0),
      ]),
    ]);
    const body = [
      `Corpus: ${corpus.name}, ${listPages(corpus).length} pages. ${questions.length} questions, asked of it whatever they are about,`,
      `with a budget of about ${LARGEST_BUDGET} tokens; no two calls are the same, so none is answered from the memory of`,
      "an earlier one. Reads are of pages of the corpus. Client and server share the machine's cores.",
      "",
      table,
      "",
      ratios(rows),
    ].join("\n");
    console.log(`\n${body}`);
    writeFigures({
      name: "search-latency",
      title: "Latency of a search and of a read",
      command: "npm run bench -- search",
      body,
      data: { corpus: corpus.name, pages: listPages(corpus).length, rows },
    });
  } finally {
    await indexed.close();
  }
}

async function measureAll(indexed: IndexedCorpora, corpus: Corpus, questions: string[]): Promise<Row[]> {
  const { mcpUrl, apiKey } = indexed.product;
  const raw = await connectRaw(mcpUrl, apiKey, Math.max(...CONCURRENCIES));
  const search = searches(raw, corpus.name, questions);
  const read = reads(raw, indexed, corpus);
  const health = () => raw.get("/api/health");
  const rows: Row[] = [];
  for (const call of [search, read, health]) {
    await measureLatency(call, { concurrency: 4, calls: WARM_UP_CALLS });
  }
  for (const concurrency of CONCURRENCIES) {
    const timed = async (what: string, call: (index: number) => Promise<boolean>) =>
      rows.push({ what, ...(await measureLatency(call, { concurrency, calls: CALLS })) });
    await timed("search", search);
    await timed("read", read);
    await timed("nothing (GET /api/health)", health);
  }
  raw.close();
  const client = await connectDocenda(mcpUrl, apiKey);
  const viaClient = async (index: number) => {
    const query = questions[index % questions.length] ?? "";
    const budget = LARGEST_BUDGET - 500 - Math.floor(index / questions.length);
    return !(await client.search({ query, budget, corpus: corpus.name })).isError;
  };
  const latency = await measureLatency(viaClient, { concurrency: 1, calls: CALLS });
  rows.push({ what: "search, through the official client", ...latency });
  await client.close();
  return rows;
}

/** Searches of which each asks another question, and each time around with another budget: a repeated call would be replayed. */
function searches(raw: RawMcp, source: string, questions: string[]): () => Promise<boolean> {
  let asked = 0;
  return () => {
    const query = questions[asked % questions.length];
    const budget = LARGEST_BUDGET - Math.floor(asked / questions.length);
    asked += 1;
    return raw.callTool("docenda_search_documentation", { query, budget, sources: [source] });
  };
}

function reads(raw: RawMcp, indexed: IndexedCorpora, corpus: Corpus): () => Promise<boolean> {
  const pages = sample(listPages(corpus), CALLS, 1);
  const site = indexed.sites.get(corpus.name);
  let read = 0;
  return () => {
    const page = pages[read % pages.length] ?? "";
    const budget = 5000 - Math.floor(read / pages.length);
    read += 1;
    return raw.callTool("docenda_read_url", { url: site?.urlOf(page), budget });
  };
}

function ratios(rows: Row[]): string {
  const at1 = (what: string) =>
    rows.find((row) => row.what.startsWith(what) && row.concurrency === 1)?.p50Ms ?? 0;
  const nothing = at1("nothing");
  const times = (what: string) => (at1(what) / nothing).toFixed(1);
  return `At concurrency 1 a search takes ${times("search")} times, and a read ${times("read")} times as long as the route that does nothing.`;
}

function bytesOf(corpus: Corpus): number {
  const folder = corpus.folder ?? "";
  return listPages(corpus).reduce((sum, page) => sum + statSync(join(folder, page)).size, 0);
}

function largest(corpora: readonly Corpus[]): Corpus {
  const [first] = corpora.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  if (!first) throw new Error("there is no corpus");
  return first;
}
