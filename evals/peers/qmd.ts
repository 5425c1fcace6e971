import { execFile } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import * as z from "zod";
import { watchMemory } from "../bench/memory.ts";
import { keywordsOf } from "./keywords.ts";
import { peakResidentMb } from "./memory.ts";
import type { Peer, PeerAnswer, Way } from "./peer.ts";
import { pageOf } from "./shelf.ts";

/** Pattern of the files: qmd does not index `.mdx` by default. */
const FILES = "**/*.{md,mdx}";
/** Lines as the description of the tool `query` advises: "call get(file, fromLine = max(1, line - 20), maxLines = 80)". */
const LINES_BEFORE = 20;
const LINES_READ = 80;
const HITS_READ = 5;
const READING = `the question is its \`intent\`, and its tool \`get\` reads ${LINES_READ} lines around each of the first ${HITS_READ} of ten hits, without line numbers; further hits fill a budget`;
/** Number of sub-queries that one call of the tool takes. */
const MOST_QUERIES = 10;

const hitList = z.object({
  results: z.array(z.object({ file: z.string(), line: z.number(), title: z.string() })),
});
type Hit = z.infer<typeof hitList>["results"][number];

/**
 * qmd with an index of its own for each corpus (its collection filter runs after a global cut), full text alone: there are
 * no models on a machine without the internet, so neither vectors nor its reranker. Of six ways of choosing and ordering
 * sub-queries, with and without `intent`, and of showing hits as its text or its structured list, the one kept for a query a
 * keyword had the highest share of answered questions within 1,000, 2,000 and 5,000 tokens of the shared set.
 */
export function startQmd(options: { packageFolder: string; version: string; stateDir: string }): Peer {
  const { version, stateDir } = options;
  const entry = join(options.packageFolder, "dist/cli/qmd.js");
  const servers = new Map<string, QmdServer>();
  let indexingPeakMb = 0;
  const environment = (corpus: string) => ({
    ...getDefaultEnvironment(),
    XDG_CACHE_HOME: join(stateDir, corpus, "cache"),
    XDG_CONFIG_HOME: join(stateDir, corpus, "config"),
  });
  const cli = (corpus: string, args: string[]) =>
    promisify(execFile)(process.execPath, [entry, ...args], { env: environment(corpus) });
  const server = (corpus: string) => {
    const found = servers.get(corpus);
    if (!found) throw new Error(`${corpus} is not indexed`);
    return found;
  };
  const viaMcp = (
    name: string,
    how: string,
    search: (qmd: QmdServer, query: string) => Promise<Hits>,
  ): Way => ({
    name,
    how,
    ask: async ({ query, corpus }) => {
      const qmd = server(corpus);
      return readAround(qmd, corpus, await search(qmd, query));
    },
  });
  return {
    name: "qmd",
    version,
    index: async ({ corpus: { name }, folder }) => {
      rmSync(join(stateDir, name), { recursive: true, force: true });
      mkdirSync(join(stateDir, name), { recursive: true });
      const adding = cli(name, ["collection", "add", folder, "--name", name, "--mask", FILES]);
      const memory = watchMemory(() => [adding.child.pid ?? 0]);
      await adding;
      indexingPeakMb = Math.max(indexingPeakMb, memory.stop());
      servers.set(name, await startServer(entry, environment(name)));
    },
    ways: [
      {
        name: "qmd search, question as it is",
        how: "its command line with the question as one query; five hits with their snippets",
        ask: async ({ query, corpus }) => {
          const { stdout } = await cli(corpus, ["search", query]);
          return { pages: pagesOfListing(stdout, corpus), text: stdout };
        },
      },
      viaMcp(
        "qmd over MCP, all keywords, then lines",
        `its tool \`query\` with the keywords as one lexical query, all of which a page must hold; while nothing is found, without the last one; ${READING}`,
        searchAllKeywords,
      ),
      viaMcp(
        "qmd over MCP, a query a keyword, then lines",
        `its tool \`query\` with one lexical sub-query for each of the ${MOST_QUERIES} longest keywords, the longest first, fused by it; ${READING}`,
        searchEachKeyword,
      ),
    ],
    peakMb: () => {
      const now = [...servers.values()].map(({ pid }) => peakResidentMb(pid) ?? 0);
      return Math.max(indexingPeakMb, ...now);
    },
    close: async () => {
      await Promise.all([...servers.values()].map((running) => running.close()));
    },
  };
}

/** Pages in the output of `qmd search`, in order, each once. A hit begins with `qmd://collection/path:line #id`. */
export function pagesOfListing(printed: string, collection: string): string[] {
  const files = printed
    .split("\n")
    .map((line) => /^qmd:\/\/([^/]+)\/(.+):\d+ #[0-9a-f]+$/u.exec(line.trimEnd()))
    .filter((match) => match?.[1] === collection)
    .map((match) => pageOf(match?.[2] ?? ""));
  return [...new Set(files)];
}

type Hits = { listing: string; hits: Hit[] };

type QmdServer = {
  pid: number;
  query(searches: string[], intent: string): Promise<Hits>;
  lines(hit: Hit): Promise<string>;
  close(): Promise<void>;
};

async function searchAllKeywords(qmd: QmdServer, question: string): Promise<Hits> {
  const keywords = keywordsOf(question);
  for (;;) {
    const found = await qmd.query([keywords.join(" ")], question);
    if (found.hits.length > 0 || keywords.length <= 1) return found;
    keywords.pop();
  }
}

/** One sub-query for each keyword: the first weighs double and chooses the lines. */
function searchEachKeyword(qmd: QmdServer, question: string): Promise<Hits> {
  const longestFirst = keywordsOf(question).toSorted((a, b) => b.length - a.length);
  return qmd.query(longestFirst.slice(0, MOST_QUERIES), question);
}

/** The list of hits and the lines around each: of the first five as an answer, of further hits to fill a budget. */
async function readAround(qmd: QmdServer, corpus: string, found: Hits): Promise<PeerAnswer> {
  const read = async (hits: Hit[]) => {
    const parts: string[] = [];
    for (const hit of hits) parts.push(`${hit.file}\n\n${await qmd.lines(hit)}`);
    return parts;
  };
  const first = await read(found.hits.slice(0, HITS_READ));
  return {
    pages: found.hits.map(({ file }) => pageOf(file.slice(corpus.length + 1))),
    text: [found.listing, ...first].join("\n\n"),
    more: async () => [found.listing, ...first, ...(await read(found.hits.slice(HITS_READ)))].join("\n\n"),
  };
}

async function startServer(entry: string, env: Record<string, string>): Promise<QmdServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [entry, "mcp"],
    env,
    stderr: "ignore",
  });
  const client = new Client({ name: "docenda-bench", version: "1.0.0" });
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    query: async (searches, intent) => {
      const answer = await client.callTool({
        name: "query",
        // The reranker is a model, which would be fetched without `false`.
        arguments: { searches: searches.map((query) => ({ type: "lex", query })), intent, rerank: false },
      });
      const listing = textsOf(answer.content).join("\n");
      if (answer.isError) throw new Error(listing);
      return { listing, hits: hitList.parse(answer.structuredContent).results };
    },
    lines: async ({ file, line }) => {
      const answer = await client.callTool({
        name: "get",
        // Numbers before the lines would cost tokens and break strings that go over two lines.
        arguments: {
          file,
          fromLine: Math.max(1, line - LINES_BEFORE),
          maxLines: LINES_READ,
          lineNumbers: false,
        },
      });
      return textsOf(answer.content).join("\n");
    },
    close: () => client.close(),
  };
}

const contents = z.array(
  z.looseObject({ text: z.string().optional(), resource: z.looseObject({ text: z.string() }).optional() }),
);

function textsOf(content: unknown): string[] {
  return contents.parse(content).map(({ text, resource }) => text ?? resource?.text ?? "");
}
