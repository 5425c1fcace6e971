import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as z from "zod";
import { serveTree } from "#local/docs-server.ts";
import type { DocsServer } from "#local/docs-server.ts";
import { isExcluded } from "../data.ts";
import type { Corpus } from "../data.ts";
import { peakResidentMb, processListeningOn } from "./memory.ts";
import type { Peer } from "./peer.ts";

export const GROUNDED_DOCS = "Grounded Docs";
const POLL_EVERY_MS = 500;
/** Number of results: as many as the tool gives by default, and twice that to fill a budget and to rank ten. */
const RETURNED_RESULTS = 5;
const MOST_RESULTS = 10;
/** Limits of a crawl: the server's own would end the crawl of the larger corpora early. */
const LIMITS = { maxPages: 20_000, maxDepth: 100 };

type Site = { folderUrl: string; server: DocsServer | null };

/**
 * A Grounded Docs server that somebody started: indexes each corpus as a library through its `scrape_docs` and asks its
 * `search_docs`. Markdown is read from the folder; HTML is crawled from a port of its own with scope `hostname`.
 * docs/evaluation.md says how the server is set up.
 */
export async function connectGroundedDocs(serverUrl: string): Promise<Peer> {
  const url = new URL(serverUrl);
  if (url.pathname === "/") url.pathname = "/mcp";
  const client = new Client({ name: "docenda-bench", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url));
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: args });
    const text = texts.parse(answer.content).map((part) => part.text ?? "");
    if (answer.isError) throw new Error(text.join("\n"));
    return text.join("\n");
  };
  const pid = processListeningOn(Number(url.port || "80"));
  const sites = new Map<string, Site>();
  let peak: number | null = null;
  return {
    name: GROUNDED_DOCS,
    version: await versionOf(url),
    index: async ({ corpus }) => {
      const site = await openSite(corpus);
      sites.set(corpus.name, site);
      const startUrl = site.server ? `${site.server.url}/${corpus.entry ?? "index.html"}` : site.folderUrl;
      const order = { url: startUrl, library: corpus.name, scope: "hostname", ...LIMITS };
      const started = await call("scrape_docs", order);
      const jobId = /ID: ([0-9a-f-]{36})/u.exec(started)?.[1];
      if (jobId === undefined) throw new Error(started);
      await waitForJob(() => call("get_job_info", { jobId }));
    },
    ways: [
      {
        name: `${GROUNDED_DOCS}, 5 results (default)`,
        how: "its tool `search_docs` with the library and the question as it is; ten results fill a budget",
        ask: async ({ query, corpus }) => {
          const search = (limit: number) => call("search_docs", { library: corpus, query, limit });
          const text = await search(RETURNED_RESULTS);
          const site = sites.get(corpus);
          return {
            pages: site ? pagesOfResults(text, site) : [],
            text,
            more: () => search(MOST_RESULTS),
          };
        },
      },
      {
        name: `${GROUNDED_DOCS}, 10 results`,
        how: "the same with `limit` 10",
        ask: async ({ query, corpus }) => {
          const text = await call("search_docs", { library: corpus, query, limit: MOST_RESULTS });
          const site = sites.get(corpus);
          return { pages: site ? pagesOfResults(text, site) : [], text };
        },
      },
    ],
    peakMb: () => (peak = pid === null ? null : (peakResidentMb(pid) ?? peak)),
    close: async () => {
      await client.close();
      await Promise.all([...sites.values()].map(({ server }) => server?.close()));
    },
  };
}

/** Pages of an answer of `search_docs` in the order of its results, each once. A result begins with `Result 1: URL`. */
export function pagesOfResults(
  answer: string,
  site: { folderUrl: string; server: { url: string } | null },
): string[] {
  const bases = [site.folderUrl, ...(site.server ? [site.server.url] : [])];
  const pages = [...answer.matchAll(/^Result \d+: (\S.*)$/gmu)].flatMap(([, url = ""]) => {
    const base = bases.find((start) => url.startsWith(`${start}/`));
    if (base === undefined) return [];
    return decodeURIComponent(url.slice(base.length + 1).replace(/[?#].*$/u, ""));
  });
  return [...new Set(pages)];
}

/** Serves the corpus without the pages that are left out: the server's crawl takes no list of them. */
async function openSite(corpus: Corpus): Promise<Site> {
  const { folder, exclude } = corpus;
  if (folder === null) throw new Error(`${corpus.name} is not there`);
  const folderUrl = pathToFileURL(folder).href;
  if (corpus.type === "md") return { folderUrl, server: null };
  const server = await serveTree({ root: folder, include: (path) => !isExcluded(path, exclude) });
  return { folderUrl, server };
}

async function waitForJob(info: () => Promise<string>): Promise<void> {
  for (;;) {
    const job = await info();
    const status = /Status: (\w+)/u.exec(job)?.[1];
    if (status === "completed") return;
    if (status === "failed" || status === "cancelled") throw new Error(job);
    await sleep(POLL_EVERY_MS);
  }
}

/** The version on the server's page; over MCP the server gives another number, the same in every release. */
async function versionOf(mcpUrl: URL): Promise<string> {
  const page = await fetch(new URL("/", mcpUrl)).catch(() => null);
  return /Version (\d[\w.-]*)/u.exec((await page?.text()) ?? "")?.[1] ?? "version unknown";
}

const texts = z.array(z.looseObject({ text: z.string().optional() }));
