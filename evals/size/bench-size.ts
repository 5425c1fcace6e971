import { statSync } from "node:fs";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { measureLatency } from "../bench/latency.ts";
import type { Latency } from "../bench/latency.ts";
import { connectRaw } from "../bench/mcp-call.ts";
import type { RawMcp } from "../bench/mcp-call.ts";
import { watchMemory } from "../bench/memory.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import type { DataSet } from "../data.ts";
import { startProduct } from "../product.ts";
import { measureUpdates } from "./measure-updates.ts";
import { objectFile } from "./object-files.ts";
import { BIG_SOURCE, buildState, findState, setSmallSources, SMALL_SOURCES } from "./state.ts";
import type { SizeState } from "./state.ts";

const CONCURRENCY = 4;
const CALLS = 300;
const WARM_UP_CALLS = 150;
const LARGEST_BUDGET = 2000;
/** Number of sources that one question is put to at most: with more sources only the choice takes longer. */
const FEW_SOURCES = 16;

type Row = Latency & { what: string };

/** Measures search, routing and page updates at the sizes that the product promises to bear. */
export async function benchSize(options: BenchOptions): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, options.corpora);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const known = options.isReused ? findState(options.stateDir) : null;
  const state = known ?? (await buildState(options.stateDir, data.corpora));
  const few = await measureSearches(options.stateDir, state, data, FEW_SOURCES);
  const many = await measureSearches(options.stateDir, state, data, SMALL_SOURCES);
  console.log("Replacing pages of the large source …");
  const updates = await measureUpdates(options.stateDir, state, data.corpora);
  const indexMb = statSync(objectFile(options.stateDir, "DocsIndex", state.bigIndex)).size / 1_000_000;
  const rows = [...few.rows, ...many.rows];
  const added = (quantile: "p50Ms" | "p95Ms") => many.routed[quantile] - few.routed[quantile];
  const body = [
    `One private source of ${state.chunks} chunks on ${state.pages} pages (${indexMb.toFixed(0)} MB), made from the corpora by repetition: in each copy`,
    `30% of the rarer words are others. Beside it public sources, each with the titles and headings of 20 pages in the`,
    `catalog. Written into the databases of workerd by the product's own objects, running in Node; measured over MCP with`,
    `${data.questions.length} questions and a budget of about ${LARGEST_BUDGET} tokens, no two calls the same. Client and server share the machine's cores.`,
    "",
    markdownTable([
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
    ]),
    "",
    `The first search of the large source after a start takes ${few.firstMs.toFixed(0)} ms. Resident memory of workerd, peak: ${few.peakMb.toFixed(0)} MB,`,
    `with all sources in the catalog ${many.peakMb.toFixed(0)} MB.`,
    "",
    `A search of 16 public sources that were chosen from ${SMALL_SOURCES} takes ${added("p50Ms").toFixed(1)} ms (p50) and ${added("p95Ms").toFixed(1)} ms (p95) longer than one where`,
    "there are no others. They are other sources, so the difference is of more than the choice.",
    "",
    `A changed page is replaced in the large index in ${updates.p50Ms.toFixed(1)} ms (p50), ${updates.p95Ms.toFixed(1)} ms (p95), of which a call that does nothing takes ${updates.nothingMs.toFixed(1)} ms (p50);`,
    `${updates.calls} pages of ${updates.chunksMean.toFixed(0)} chunks on average, by \`putPage\` of the object alone in a workerd of its own.`,
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "size",
    title: "100,000 chunks and 2,000 sources",
    command: `npm run bench -- size${known ? " --reuse" : ""}`,
    body,
    data: {
      chunks: state.chunks,
      pages: state.pages,
      smallSources: state.smallSources,
      rows,
      firstMs: few.firstMs,
      peakMb: Math.max(few.peakMb, many.peakMb),
      indexMb,
      routingAddedMs: { p50: added("p50Ms"), p95: added("p95Ms") },
      updates,
    },
  });
}

async function measureSearches(stateDir: string, state: SizeState, data: DataSet, smallSources: number) {
  setSmallSources(stateDir, smallSources);
  console.log(`Starting the product with ${smallSources} public sources …`);
  const product = await startProduct(stateDir, state.apiKey);
  try {
    const memory = watchMemory(() => product.server.workerdPids());
    const raw = await connectRaw(product.mcpUrl, product.apiKey, CONCURRENCY);
    const questions = data.questions.map(({ query }) => query);
    const budgets = { next: LARGEST_BUDGET };
    const search = searches(raw, questions, budgets, { sources: [BIG_SOURCE] });
    const searchPublic = searches(raw, questions, budgets, { scope: "public" });
    const start = performance.now();
    await search();
    const firstMs = performance.now() - start;
    const rows: Row[] = [];
    const timed = async (what: string, call: () => Promise<boolean>, concurrency: number) => {
      const latency = await measureLatency(call, { concurrency, calls: CALLS });
      rows.push({ what, ...latency });
      console.log(
        `${what}, concurrency ${concurrency}: p50 ${latency.p50Ms.toFixed(1)} ms, p95 ${latency.p95Ms.toFixed(1)} ms`,
      );
      return latency;
    };
    if (smallSources === FEW_SOURCES) {
      await measureLatency(search, { concurrency: CONCURRENCY, calls: WARM_UP_CALLS });
      for (const concurrency of [CONCURRENCY, 1]) {
        await timed("search of the large source", search, concurrency);
        await timed("nothing (GET /api/health)", () => raw.get("/api/health"), concurrency);
      }
    }
    await measureLatency(searchPublic, { concurrency: CONCURRENCY, calls: WARM_UP_CALLS });
    const routed = await timed(`search of 16 of ${smallSources} public sources`, searchPublic, 1);
    raw.close();
    return { rows, routed, firstMs, peakMb: memory.stop() };
  } finally {
    await product.server.close();
  }
}

/** Searches of which each asks another question, and each time around with another budget: a repeated call would be replayed. */
function searches(
  raw: RawMcp,
  questions: string[],
  budgets: { next: number },
  where: { sources: string[] } | { scope: "public" },
): () => Promise<boolean> {
  let asked = 0;
  return () => {
    const query = questions[asked % questions.length];
    if (asked % questions.length === 0) budgets.next -= 1;
    asked += 1;
    return raw.callTool("docenda_search_documentation", { query, budget: budgets.next, ...where });
  };
}
