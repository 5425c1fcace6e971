import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killServer, listRunPages, startCrawl, startProduct, waitForRun } from "#evals/product.ts";
import type { Product } from "#evals/product.ts";

const PAGES = 120;
/** Slow enough that a crawl is still going on when it is killed. */
const ANSWER_AFTER_MS = 40;
const KILL_AFTER_REQUESTS = 40;

const stateDir = mkdtempSync(join(tmpdir(), "docenda-kill-"));
const requests = new Map<string, number>();
let site: Server;
let product: Product | null = null;

beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const number = path === "/" ? 0 : Number(/^\/page-(\d+)\.html$/u.exec(path)?.[1] ?? Number.NaN);
    setTimeout(() => {
      response.writeHead(number < PAGES ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end(number < PAGES ? pageOf(number) : "not found");
    }, ANSWER_AFTER_MS);
  });
  await new Promise<void>((settle) => void site.listen(0, "127.0.0.1", settle));
});

afterAll(async () => {
  await product?.server.close();
  await new Promise((settle) => void site.close(settle));
  rmSync(stateDir, { recursive: true, force: true });
});

it(
  "a crawl goes on after its server was killed, with no page twice and none missing (fault 22)",
  { timeout: 120_000 },
  async () => {
    const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    product = await startProduct(stateDir);
    const runId = await startCrawl(product, { url: `${base}/`, name: "tree", exclude: [] });
    while (requests.size < KILL_AFTER_REQUESTS) await sleep(20);
    await killServer(product, stateDir);
    const requestsAtKill = requests.size;
    expect(requestsAtKill).toBeLessThan(PAGES);

    product = await startProduct(stateDir, product.apiKey);
    const run = await waitForRun(product, runId);
    expect(run).toMatchObject({ status: "COMPLETE", pages: PAGES, error: null });
    const indexed = (await listRunPages(product, runId)).filter(({ outcome }) => outcome === "indexed");
    const expected = ["/", ...Array.from({ length: PAGES - 1 }, (_, index) => `/page-${index + 1}.html`)];
    expect(indexed.map(({ url }) => url.slice(base.length)).sort()).toEqual(expected.sort());

    // What was stored before the kill is not fetched again; only what was under way then may be.
    const fetchedAgain = expected.filter((path) => (requests.get(path) ?? 0) > 1).length;
    expect(fetchedAgain).toBeLessThan(requestsAtKill / 2);
  },
);

/** A tree: every page leads to three others, so that the crawl finds the site bit by bit. */
function pageOf(number: number): string {
  const links = [1, 2, 3]
    .map((child) => 3 * number + child)
    .filter((child) => child < PAGES)
    .map((child) => `<li><a href="/page-${child}.html">Chapter ${child}</a></li>`);
  return `<!doctype html><html lang="en"><head><title>Chapter ${number}</title></head><body><main>
<h1 id="top">Chapter ${number}</h1><p>Chapter ${number} explains how the number ${number} is made out of smaller ones,
and why nobody has to count it by hand.</p><ul>${links.join("")}</ul></main></body></html>`;
}
