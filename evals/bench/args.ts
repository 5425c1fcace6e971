import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultDataDir, wholeNumber } from "../args.ts";

export type BenchOptions = {
  bench: string;
  dataDir: string;
  cacheDir: string;
  /** Folder in which the product under test keeps its data; never that of `npm start`. */
  stateDir: string;
  corpora: string[];
  isReused: boolean;
  /** Number of questions in a drawn sample; null for all. */
  limit: number | null;
  /** Address of a running server of Grounded Docs. */
  groundedDocsUrl: string | null;
  /** Folder whose node_modules has MCP clients; null where none is given. */
  clientsDir: string | null;
};

export const BENCH_USAGE = `npm run bench -- auth|crawl|grades|includes|injections|search|kill|ledger|load|money|rust-doc|pdf|pdf-harm|web-harm|peers|race|restore|runtime|size|use-cases|clients|doors|real-clients|tasks|scale|volumes [options]
  auth             the look-up of an API key, sign-in, and whether refusals tell known addresses from unknown ones
  crawl            crawls whole sites: pages a second, memory, what was skipped; and crawls them again unchanged
  grades           grades twelve sets of documentation, and compares with the share of questions answered from them
  injections       texts that speak to a model: how many are marked, and how many honest pages by mistake
  search           latency of a search and of a read, beside a route that does nothing
  includes         code that pages of repositories include: how much of it is code in what is stored
  ledger           a thousand seeds of a thousand operations on the rules of credits, against a model
  kill             kills the server 50 times (--limit N) while it charges and crawls, and counts every charge and page
  load             200 clients for five minutes (--limit N seconds): 5xx, memory, budgets, what a client is told at its limit
  money            webhooks in 120 orders, random histories of payments, charges whose answer is lost (--limit N percent of the webhooks)
  rust-doc         crawls a site of 32,000 pages, kills the server three times on the way, and counts every page
  pdf              PDF files: pages a second, memory, questions whose page is known, and damaged files
  pdf-harm         PDF files that are made to harm: what becomes of each, seconds, memory
  web-harm         sites that are made to harm: how each crawl ends, requests, memory
  peers            asks what an agent could use instead the same questions: qmd, MiniSearch, FTS5, grep, Grounded Docs
  race             the questions of the home page: tokens of our answer and of the page that answers
  restore          backs the indexed corpora up, restores them into an empty copy and compares its answers
  runtime          what workerd itself does under many clients, without the product: waits and memory
  size             100,000 chunks in one source and 2,000 sources: search, routing, page updates, memory
  generators       reads pages of some seventy generators and counts what is kept of code, anchors, tables, headings
  mutations        reads 5,000 broken pages of the same sites to their chunks
  use-cases        makes the calls that the site's use cases tell of
  clients          what the model gets of each answer in nine MCP clients
  doors            the same questions through HTTP, MCP, the command line and an offline pack: the same passages
  real-clients     MCP clients as npm installs them, with a model stand-in: what their model gets (--clients DIR)
  tasks            fourteen tasks of a coding agent and ten long pages over MCP: calls, tokens, every word exchanged
  volumes          the tests of tenants and of removals as often as a release asks (--limit N percent)
  scale            a model, no measurement: what a month costs, and which limit of the platform is met first
  --data DIR       folder with corpora.json (default as of npm run eval)
  --corpora a,b    only these corpora (generators: only these sites)
  --reuse          search, doors, size, use-cases, tasks: go on from the index of the last run; clients: from that of npm run eval
  --limit N        peers, clients, doors: a drawn sample of N questions
  --clients DIR    real-clients: folder whose node_modules has the clients
  --grounded-docs URL   peers: a running server of Grounded Docs, see docs/evaluation.md
  --state DIR      where the product under test keeps its data (default below .cache/eval/bench)`;

export function parseBenchArgs(args: string[], repoRoot: string): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: "string" },
      corpora: { type: "string" },
      state: { type: "string" },
      reuse: { type: "boolean", default: false },
      limit: { type: "string" },
      "grounded-docs": { type: "string" },
      clients: { type: "string" },
    },
  });
  const [bench = ""] = positionals;
  const cacheDir = join(repoRoot, ".cache/eval");
  return {
    bench,
    dataDir: values.data ?? defaultDataDir(repoRoot),
    cacheDir,
    stateDir: values.state ?? join(cacheDir, "bench", bench),
    corpora: (values.corpora ?? "").split(",").filter(Boolean),
    isReused: values.reuse,
    limit: values.limit === undefined ? null : wholeNumber("--limit", values.limit),
    groundedDocsUrl: values["grounded-docs"] ?? null,
    clientsDir: values.clients === undefined ? null : resolve(values.clients),
  };
}
