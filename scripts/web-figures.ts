/**
 * `npm run web-figures [-- --without-axe]`: measures the web app. Its size, how fast it is drawn, whether anything moves, which
 * rules of accessibility are broken, and what Lighthouse says. Writes docs/figures/web.md, with the goals of the design beside.
 */
import { dirname, join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright";
import type { BrowserContext } from "playwright";
import { markdownTable, writeFigures } from "#evals/bench/figures.ts";
import { freePort } from "#local/server.ts";
import { findRoute } from "#schema/routes.ts";
import { CHROMIUM_ARGS, findChromium } from "#tests/support/chromium.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import { askAsAgent, makeInhabitant, signIn } from "#tests/web/inhabitant.ts";
import {
  addressOf,
  isForInhabitants,
  LOOKS,
  overflowOf,
  PAGES,
  settle,
  smallTargetsOf,
  violationsOf,
} from "#tests/web/look.ts";
import { CLIENTS, oneClickClients } from "#web/features/install/clients.ts";
import { EDGE_PROXY_ARGS, startEdgeProxy } from "./edge-proxy.ts";
import { firstLoads } from "./first-load.ts";

const RUNS = 5;
const LIGHTHOUSE_RUNS = 3;
const LIGHTHOUSE_PATHS = ["/", "/docs", "/login"];
const QUALITIES = ["accessibility", "best-practices", "seo", "agentic-browsing"];
const CATEGORIES = ["performance", ...QUALITIES];
/** Audits of times in ms, with Lighthouse's own throttling. */
const TIMES = { "largest paint": "largest-contentful-paint", blocked: "total-blocking-time" };
const AXE_LOOKS = ["light", "dark", "phone", "narrow"] as const;

type Vitals = { lcpMs: number; cls: number; transferKib: number; fonts: number; fontKib: number };

const product = await startWebProduct("web-figures");
const proxy = await startEdgeProxy(product.server.url);
try {
  await indexPackageDocs(product.server, "zod");
  const inhabitant = await makeInhabitant(product, "ada@example.com");
  await askAsAgent(product, inhabitant, ["How does a schema parse untrusted input?"]);

  const loads = firstLoads(join(dirname(dirname(product.server.logFile)), "build/client"));
  const home = await vitalsOf(() => product.browser.newContext(), `${proxy.url}/`);
  // The proxy passes no sockets on, and the dashboard has one.
  const dashboard = await vitalsOf(async () => {
    const context = await product.browser.newContext();
    await signIn(product, context, inhabitant);
    return context;
  }, `${product.server.url}/dashboard`);
  const { marks, everyPage } = await lighthouseMarks();
  const axe = process.argv.includes("--without-axe") ? null : await axeTotals();

  writeFigures({
    name: "web",
    title: "The web app",
    command: "npm run web-figures",
    body: [
      "## Scripts before the first page is drawn",
      "",
      "From the manifest of the build, compressed with brotli. The goals are those of the design.",
      "",
      markdownTable([
        ["page", "KiB", "at most"],
        ...loads.map(({ name, kib, maxKib }) => [name, kib.toFixed(1), maxKib]),
      ]),
      "",
      "## Drawing",
      "",
      `Medians of ${RUNS} visits with an empty cache, in Chromium on this machine, without throttling; home through a proxy that speaks HTTP/2 and compresses as Cloudflare does.`,
      "",
      markdownTable([
        ["page", "LCP, ms", "CLS", "transfer, KiB", "fonts", "fonts, KiB"],
        ...(
          [
            ["home", home],
            ["dashboard, uncompressed", dashboard],
          ] as const
        ).map(([name, vitals]) => [
          name,
          vitals.lcpMs.toFixed(0),
          vitals.cls.toFixed(3),
          vitals.transferKib.toFixed(0),
          vitals.fonts,
          vitals.fontKib.toFixed(0),
        ]),
        ["goals: home", "900", "0", "180", 2, 48],
        ["goals: console", "–", "0.02", "–", 2, 48],
      ]),
      "",
      "## Lighthouse",
      "",
      `Medians of ${LIGHTHOUSE_RUNS} runs with its own throttling, through the same proxy. Other work on the machine lowers the first column.`,
      "",
      markdownTable([
        ["page", ...CATEGORIES, ...Object.keys(TIMES).map((name) => `${name}, ms`)],
        ...marks.map(({ page, scores }) => [
          page,
          ...[...CATEGORIES, ...Object.keys(TIMES)].map((name) => scores[name]!),
        ]),
      ]),
      "",
      `Every public page once, on a desktop, for all but performance: ${everyPage.length} pages, ${
        everyPage.filter(({ below }) => below.length === 0).length
      } with 100 in each of ${QUALITIES.join(", ")}.`,
      ...everyPage
        .filter(({ below }) => below.length > 0)
        .map(({ path, below }) => `\n- ${path}: ${below.join(", ")}`),
      "",
      "The way in and the page for talks ask search engines not to list them: of these the SEO is that of all audits but the one that wants a page listed.",
      ...(axe
        ? [
            "",
            "## Accessibility",
            "",
            `axe with the rules of WCAG 2.0 to 2.2, A and AA, and its best practices, on ${PAGES.length} pages.`,
            "",
            markdownTable([
              [
                "look",
                "pages",
                "violations",
                "pages wider than the window",
                "controls under 44 px where there are fingers",
              ],
              ...axe.map(({ look, violations, wide, small }) => [
                look,
                PAGES.length,
                violations.length,
                wide.length,
                "hasTouch" in LOOKS[look] ? small.length : "–",
              ]),
            ]),
          ]
        : []),
      "",
      "## Clients",
      "",
      `${CLIENTS.length} clients with exact instructions (at least 30), each with its source and the day of the comparison; ${oneClickClients().length} of them open by a link with everything filled in (at least 10). That every snippet parses, is what was meant, and agrees with the two packages of others that know the client, is held by \`tests/install\` and \`web/features/install\`.`,
    ].join("\n"),
    data: { loads, home, dashboard, lighthouse: marks, everyPage, axe },
  });
} finally {
  await Promise.all([proxy.close(), product.close()]);
}

async function vitalsOf(open: () => Promise<BrowserContext>, url: string): Promise<Vitals> {
  const runs: Vitals[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await open();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = { lcpMs: 0, cls: 0 };
      Object.assign(globalThis, { vitals: seen });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.lcpMs = startTime;
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          seen.cls += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(url);
    await settle(page);
    runs.push(
      await page.evaluate(() => {
        const entries = [
          ...performance.getEntriesByType("navigation"),
          ...performance.getEntriesByType("resource"),
        ] as PerformanceResourceTiming[];
        const { vitals } = globalThis as unknown as { vitals: { lcpMs: number; cls: number } };
        let [transferKib, fonts, fontKib] = [0, 0, 0];
        for (const { name, transferSize } of entries) {
          transferKib += transferSize / 1024;
          if (!name.endsWith(".woff2")) continue;
          fonts += 1;
          fontKib += transferSize / 1024;
        }
        return { ...vitals, transferKib, fonts, fontKib };
      }),
    );
    await context.close();
  }
  return {
    lcpMs: median(runs.map(({ lcpMs }) => lcpMs)),
    // The worst of all runs: nothing may move, ever.
    cls: Math.max(...runs.map(({ cls }) => cls)),
    transferKib: median(runs.map(({ transferKib }) => transferKib)),
    fonts: median(runs.map(({ fonts }) => fonts)),
    fontKib: median(runs.map(({ fontKib }) => fontKib)),
  };
}

async function lighthouseMarks() {
  const port = await freePort(0);
  const browser = await chromium.launch({
    executablePath: findChromium()!,
    args: [...CHROMIUM_ARGS, ...EDGE_PROXY_ARGS, `--remote-debugging-port=${port}`],
  });
  const marks: { page: string; scores: Record<string, number>; failed: string[] }[] = [];
  try {
    for (const path of LIGHTHOUSE_PATHS) {
      for (const [device, config] of [
        ["phone", undefined],
        ["desktop", desktopConfig],
      ] as const) {
        const runs: Record<string, number>[] = [];
        const failed = new Set<string>();
        for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
          const { lhr } = (await lighthouse(proxy.url + path, flagsOf(port, path, CATEGORIES), config))!;
          runs.push(
            Object.fromEntries([
              ...CATEGORIES.map((name) => [name, percentOf(lhr.categories[name]!.score)]),
              ...Object.entries(TIMES).map(([name, id]) => [name, Math.round(lhr.audits[id]!.numericValue!)]),
            ]),
          );
          for (const { id, score, scoreDisplayMode } of Object.values(lhr.audits))
            if (score === 0 && scoreDisplayMode === "binary") failed.add(id);
        }
        const scores = Object.fromEntries(
          [...CATEGORIES, ...Object.keys(TIMES)].map((name) => [name, median(runs.map((run) => run[name]!))]),
        );
        marks.push({ page: `${path}, ${device}`, scores, failed: [...failed] });
        console.log(path, device, scores, [...failed]);
      }
    }
    const everyPage: { path: string; below: string[] }[] = [];
    for (const { path } of PAGES.filter(({ kind }) => kind === "public")) {
      const { lhr } = (await lighthouse(proxy.url + path, flagsOf(port, path, QUALITIES), desktopConfig))!;
      const below = QUALITIES.map((name) => ({ name, score: percentOf(lhr.categories[name]!.score) }))
        .filter(({ score }) => score < 100)
        .map(({ name, score }) => `${name} ${score}`);
      everyPage.push({ path, below });
      console.log(path, below);
    }
    return { marks, everyPage };
  } finally {
    await browser.close();
  }
}

/** The flags for Lighthouse on a page. The audit on being listed is skipped for pages that search engines are asked to leave alone. */
function flagsOf(port: number, path: string, onlyCategories: string[]) {
  const skipAudits = findRoute(path)?.isUnlisted ? ["is-crawlable"] : [];
  return { port, onlyCategories, skipAudits, logLevel: "silent" as const };
}

/** The score of a category in percent. A category in which nothing was found to judge has no score, and counts as 100. */
function percentOf(score: number | null): number {
  return Math.round((score ?? 1) * 100);
}

async function axeTotals() {
  const inhabitant = await makeInhabitant(product, "axe@example.com");
  return Promise.all(
    AXE_LOOKS.map(async (look) => {
      const options = { baseURL: product.server.url, ...LOOKS[look] };
      const guest = await product.browser.newContext(options);
      const member = await product.browser.newContext(options);
      await signIn(product, member, inhabitant);
      const violations: string[] = [];
      const wide: string[] = [];
      const small: string[] = [];
      for (const info of PAGES) {
        const page = await (isForInhabitants(info) ? member : guest).newPage();
        await page.goto(addressOf(info));
        await settle(page);
        for (const violation of await violationsOf(page)) violations.push(`${info.path}: ${violation}`);
        if ((await overflowOf(page)) > 0) wide.push(info.path);
        for (const target of await smallTargetsOf(page)) small.push(`${info.path}: ${target}`);
        await page.close();
      }
      await Promise.all([guest.close(), member.close()]);
      console.log(look, violations, wide, "hasTouch" in LOOKS[look] ? small : "");
      return { look, violations, wide, small };
    }),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
