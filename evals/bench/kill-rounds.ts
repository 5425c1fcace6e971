import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { crawlSite, killServer, listRunPages, startCrawl, startProduct, waitForRun } from "../product.ts";
import type { Product } from "../product.ts";
import { seededRandom } from "../random.ts";
import { serveKillSite } from "./kill-site.ts";
import type { KillSite } from "./kill-site.ts";
import { readStoredCredits } from "./stored-credits.ts";

export type KillRounds = {
  kills: number;
  /** Calls that were sent, calls that were answered, and answers that named a cost of one credit. */
  asked: number;
  answered: number;
  shownAsCharged: number;
  /** Rows of usage in the history. */
  charged: number;
  /** Calls shown as charged, but killed before the charge was written: free, and the reservation goes back. */
  free: number;
  /** Charges that the object posted and the history lacks. */
  lost: string[];
  /** Calls or operations with more than one row. */
  twice: string[];
  /** Rows for calls that nobody made, or operations that the object does not know. */
  invented: string[];
  /** Difference between the object's credits and the sum of the history. */
  difference: number;
  undelivered: number;
  crawls: { runId: string; status: string; pages: number; twice: number; missing: number }[];
};

/** Callers that read at the same time, each one page after the other. */
const CALLERS = 8;
const KILLED_AFTER_MS = { least: 300, most: 3_000 };
/** Wait for the history: deliveries come within a second of a charge, and an object that died wakes after a minute. */
const SETTLES_WITHIN_MS = 150_000;
/** Budgets of reads. Each gives the whole page, so that each budget is a call of its own and nothing else differs. */
const FIRST_BUDGET = 1_000;
const LAST_BUDGET = 10_000;

const receipt = z.looseObject({ receipt: z.looseObject({ creditsUsed: z.number() }) });

/**
 * Kills the server (SIGKILL to workerd and all that runs it) `kills` times while callers read and a site is crawled, and starts
 * it again each time. At the end compares the stored charges and pages with the calls made and answered. The same seed kills
 * after the same times.
 */
export async function killInRounds(
  stateDir: string,
  { kills, pages, seed }: { kills: number; pages: number; seed: number },
): Promise<KillRounds> {
  const random = seededRandom(seed);
  const site = await serveKillSite(pages);
  let product: Product | null = null;
  try {
    product = await startProduct(stateDir);
    await crawlSite(product, { url: site.startUrl(0), name: "copy-0", exclude: [] });
    const { apiKey } = product;
    const calls = new Calls(site, pages);
    const runs: { runId: string; copy: number }[] = [];
    for (let round = 1; round <= kills; round += 1) {
      await keepCrawling(product, site, runs);
      const load = calls.make(product);
      const { least, most } = KILLED_AFTER_MS;
      await sleep(least + random() * (most - least));
      await killServer(product, stateDir);
      calls.stop();
      await load;
      product = await startProduct(stateDir, apiKey, { isBuilt: true });
      console.log(`kill ${round} of ${kills}: ${calls.asked.size} calls, ${runs.length} crawls`);
    }
    const crawls = [];
    for (const { runId, copy } of runs) crawls.push(await checkCrawl(product, site, { runId, copy, pages }));
    await settled(stateDir);
    await product.server.close();
    product = null;
    return { kills, ...judge(stateDir, calls), crawls };
  } finally {
    await product?.server.close();
    await site.close();
  }
}

/** Reads that differ from each other, made as long as the server is there. */
class Calls {
  readonly asked = new Set<string>();
  readonly charged = new Set<string>();
  answered = 0;
  #isOn = false;
  #next = 0;
  readonly #site: KillSite;
  readonly #pages: number;

  constructor(site: KillSite, pages: number) {
    this.#site = site;
    this.#pages = pages;
  }

  async make(product: Product): Promise<void> {
    this.#isOn = true;
    await Promise.all(Array.from({ length: CALLERS }, () => this.#go(product)));
  }

  stop(): void {
    this.#isOn = false;
  }

  async #go({ server, apiKey }: Product): Promise<void> {
    while (this.#isOn) {
      const number = (this.#next += 1);
      const url = this.#site.pageUrl(0, number % this.#pages);
      const budget = FIRST_BUDGET + (Math.floor(number / this.#pages) % (LAST_BUDGET - FIRST_BUDGET));
      const name = `${url} ${budget}`;
      this.asked.add(name);
      try {
        const response = await fetch(`${server.url}/api/v1/read`, {
          method: "POST",
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          body: JSON.stringify({ url, budget }),
        });
        const answer = receipt.safeParse(await response.json());
        if (!answer.success) continue;
        this.answered += 1;
        if (answer.data.receipt.creditsUsed > 0) this.charged.add(name);
      } catch {
        // The server is gone, or going.
        await sleep(20);
      }
    }
  }
}

/** Begins the next copy when no crawl goes on. */
async function keepCrawling(
  product: Product,
  site: KillSite,
  runs: { runId: string; copy: number }[],
): Promise<void> {
  const last = runs.at(-1);
  if (last) {
    const { endTime } = z
      .looseObject({ endTime: z.string().nullable() })
      .parse(await product.get(`/api/job-runs/${last.runId}`));
    if (endTime === null) return;
  }
  const copy = runs.length + 1;
  const order = { url: site.startUrl(copy), name: `copy-${copy}`, exclude: [] };
  runs.push({ runId: await startCrawl(product, order), copy });
}

async function checkCrawl(
  product: Product,
  site: KillSite,
  { runId, copy, pages }: { runId: string; copy: number; pages: number },
) {
  const { status } = await waitForRun(product, runId);
  const urls = (await listRunPages(product, runId))
    .filter(({ outcome }) => outcome === "indexed" || outcome === "unchanged")
    .map(({ url }) => url);
  const expected = Array.from({ length: pages }, (_, page) => site.pageUrl(copy, page));
  const different = new Set(urls);
  return {
    runId,
    status,
    pages: urls.length,
    twice: urls.length - different.size,
    missing: expected.filter((url) => !different.has(url)).length,
  };
}

/** Waits until nothing is on its way to the history, `SETTLES_WITHIN_MS` at most; entries still on their way are then counted. */
async function settled(stateDir: string): Promise<void> {
  const until = Date.now() + SETTLES_WITHIN_MS;
  while (readStoredCredits(stateDir).undelivered > 0 && Date.now() < until) await sleep(500);
}

function judge(stateDir: string, calls: Calls): Omit<KillRounds, "kills" | "crawls"> {
  const stored = readStoredCredits(stateDir);
  const usage = stored.history.filter(({ source }) => source === "usage");
  const charges = usage.filter(({ amount }) => amount < 0);
  const posted = new Set(stored.posted);
  const inHistory = new Set(charges.map(({ opId }) => opId));
  const made = new Set(charges.map(({ call }) => call));
  const sum = (of: (row: (typeof usage)[number]) => number) =>
    stored.history.reduce((total, row) => total + of(row), 0);
  return {
    asked: calls.asked.size,
    answered: calls.answered,
    shownAsCharged: calls.charged.size,
    charged: charges.length,
    free: [...calls.charged].filter((call) => !made.has(call)).length,
    lost: stored.posted.filter((opId) => !inHistory.has(opId)),
    twice: [...repeated(charges.map(({ opId }) => opId)), ...repeated(charges.map(({ call }) => call ?? ""))],
    invented: charges
      .filter(({ opId, call }) => !posted.has(opId) || call === null || !calls.asked.has(call))
      .map(({ opId }) => opId),
    difference:
      Math.abs(stored.purchased - sum(({ amount, allowanceAmount }) => amount + allowanceAmount)) +
      Math.abs(stored.allowanceUsed - sum(({ allowanceAmount }) => allowanceAmount)),
    undelivered: stored.undelivered,
  };
}

function repeated(names: string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
