import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { chromium } from "playwright";
import type { Cookie } from "playwright";
import { freePort } from "#local/server.ts";
import { CHROMIUM_ARGS, findChromium } from "#tests/support/chromium.ts";
import { EDGE_PROXY_ARGS, startEdgeProxy } from "../edge-proxy.ts";

const RUNS = 3;
const CATEGORIES = ["performance", "accessibility"] as const;

/** Medians of the marks of a page, and what Lighthouse found missing, on a phone with its own throttling. */
export type Marks = { path: string; performance: number; accessibility: number; failed: string[] };

/** Lighthouse marks of pages behind the sign-in. `cookies` are those that a browser has after signing in. */
export async function lighthouseMarks(
  serverUrl: string,
  cookies: Cookie[],
  paths: readonly string[],
): Promise<Marks[]> {
  const port = await freePort(0);
  const profile = mkdtempSync(join(tmpdir(), "docenda-lighthouse-"));
  const proxy = await startEdgeProxy(serverUrl);
  // Lighthouse opens its pages in the browser's own profile, not in one that Playwright makes.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium()!,
    args: [...CHROMIUM_ARGS, ...EDGE_PROXY_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    // A cookie is for a host, whatever the port, so the browser sends it to the proxy too.
    await browser.addCookies(cookies);
    const marks: Marks[] = [];
    for (const path of paths) {
      const runs: Record<(typeof CATEGORIES)[number], number>[] = [];
      const failed = new Set<string>();
      for (let run = 0; run < RUNS; run += 1) {
        const flags = { port, onlyCategories: [...CATEGORIES], logLevel: "silent" as const };
        const { lhr } = (await lighthouse(proxy.url + path, flags))!;
        if (new URL(lhr.finalDisplayedUrl).pathname !== path) throw new Error(`${path} asks to sign in`);
        const markOf = (name: string) => Math.round((lhr.categories[name]!.score ?? 0) * 100);
        runs.push({ performance: markOf("performance"), accessibility: markOf("accessibility") });
        for (const { id, score, scoreDisplayMode } of Object.values(lhr.audits))
          if (score === 0 && scoreDisplayMode === "binary") failed.add(id);
      }
      const median = (name: (typeof CATEGORIES)[number]) =>
        runs.map((run) => run[name]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!;
      const performance = median("performance");
      marks.push({ path, performance, accessibility: median("accessibility"), failed: [...failed] });
      console.log(marks.at(-1));
    }
    return marks;
  } finally {
    await Promise.all([browser.close(), proxy.close()]);
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
