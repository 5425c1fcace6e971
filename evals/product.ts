import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { onceMore } from "./once-more.ts";

/** The product running on this machine, with an account that may index everything. */
export type Product = {
  server: LocalServer;
  mcpUrl: string;
  apiKey: string;
  /** Calls a function and returns the answer's `result`; throws with the words of the error. */
  call(name: string, data: unknown): Promise<unknown>;
  get(path: string): Promise<unknown>;
};

const ENOUGH_CREDITS = 10_000_000;
const POLL_EVERY_MS = 500;
/** Time without progress after which a run counts as hanging. */
const STALLED_AFTER_MS = 180_000;

const account = z.object({ apiKey: z.string() });

/** Starts the product on the data of `stateDir`; without a key an account is made. `isBuilt` serves the build of an earlier start. */
export async function startProduct(
  stateDir: string,
  apiKey?: string,
  { isBuilt = false }: { isBuilt?: boolean } = {},
): Promise<Product> {
  const server = await startServer({ port: 0, stateDir, isBuilt, quiet: true });
  try {
    const key = apiKey ?? (await makeAccount(server));
    const authorization = { authorization: `Bearer ${key}` };
    return {
      server,
      mcpUrl: `${server.url}/mcp`,
      apiKey: key,
      call: async (name, data) => {
        const answer = await requestJson(`${server.url}/api/functions/${name}`, {
          method: "POST",
          headers: { ...authorization, "content-type": "application/json" },
          body: JSON.stringify({ data }),
        });
        return z.object({ result: z.unknown() }).parse(answer).result;
      },
      get: (path) => onceMore(() => requestJson(server.url + path, { headers: authorization })),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

const startedRun = z.object({ executionId: z.string() });
const jobRun = z.looseObject({
  status: z.string(),
  docsCount: z.number(),
  error: z.string().nullish(),
  startTime: z.coerce.date(),
  endTime: z.coerce.date().nullable(),
  crawl: z
    .looseObject({
      progressAt: z.number(),
      pending: z.number(),
      outcomes: z.record(z.string(), z.number()),
    })
    .nullable(),
});
export type JobRun = z.infer<typeof jobRun>;

export type CrawlResult = {
  runId: string;
  status: string;
  pages: number;
  /** Seconds from the run's start to its end, as the product wrote them down. */
  seconds: number;
  error: string | null;
};

export type CrawlOrder = { url: string; name: string; exclude: string[]; maxPages?: number };

/** Starts the indexing of a site and waits until the run is over, with or without success. */
export async function crawlSite(product: Product, order: CrawlOrder): Promise<CrawlResult> {
  return waitForRun(product, await startCrawl(product, order));
}

export async function startCrawl(product: Product, order: CrawlOrder): Promise<string> {
  const { url, name, exclude, maxPages } = order;
  const started = await product.call("startIndexJobCallable", { url, displayName: name, exclude, maxPages });
  return startedRun.parse(started).executionId;
}

/** The run when it is over. Throws when the run makes no progress for three minutes. */
export async function waitForRun(product: Product, runId: string): Promise<CrawlResult> {
  let progressAt = 0;
  let progressSeen = Date.now();
  for (;;) {
    const { status, docsCount, error, startTime, endTime, crawl } = await getRun(product, runId);
    if (endTime !== null) {
      const seconds = (endTime.getTime() - startTime.getTime()) / 1000;
      return { runId, status, pages: docsCount, seconds, error: error ?? null };
    }
    if (crawl && crawl.progressAt !== progressAt) {
      progressAt = crawl.progressAt;
      progressSeen = Date.now();
    }
    if (Date.now() - progressSeen > STALLED_AFTER_MS)
      throw new Error(`run ${runId} hangs: ${status}, ${JSON.stringify(crawl)}`);
    await sleep(POLL_EVERY_MS);
  }
}

export async function getRun(product: Product, runId: string): Promise<JobRun> {
  return jobRun.parse(await product.get(`/api/job-runs/${runId}`));
}

const runPage = z.looseObject({ url: z.string(), outcome: z.string(), reason: z.string().nullish() });
export type RunPage = z.infer<typeof runPage>;

/** All URLs that a run met, with their outcomes. */
export async function listRunPages(product: Product, runId: string): Promise<RunPage[]> {
  const pages: RunPage[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const answer = runPages.parse(await product.get(`/api/job-runs/${runId}/pages${query}`));
    pages.push(...answer.pages);
    cursor = answer.cursor ?? null;
  }
  return pages;
}

const runPages = z.looseObject({ pages: z.array(runPage), cursor: z.string().nullish() });

/** Ends the server and all its processes at once, as a power cut would. */
export async function killServer(product: Product, stateDir: string): Promise<void> {
  const { pid } = z
    .object({ pid: z.number() })
    .parse(JSON.parse(readFileSync(join(stateDir, "server.json"), "utf8")));
  process.kill(-pid, "SIGKILL");
  await product.server.closed;
}

/** Makes an account on the largest plan, with credits to spare, through the door that only `npm start` and the like can open. */
async function makeAccount(server: LocalServer): Promise<string> {
  const answer = await requestJson(`${server.url}/__local/demo-account`, {
    method: "POST",
    headers: { "x-local-token": server.localToken, "content-type": "application/json" },
    body: JSON.stringify({ email: "evals@docenda.test", credits: ENOUGH_CREDITS, tier: "Pro" }),
  });
  return account.parse(answer).apiKey;
}

async function requestJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}
