/**
 * `npm run console-figures`: measures the console of a person who has much. How fast it answers, whether memory is kept, how
 * soon one browser sees what another does, whether anything moves, what Lighthouse and axe say behind the sign-in, and which
 * flows are done by keyboard. Writes docs/figures/console.md, with the goals of the design beside.
 */
import { dirname, join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { markdownTable, writeFigures } from "#evals/bench/figures.ts";
import { CROWD, crowdAccount } from "#tests/support/crowded-account.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import { askAsAgent, makeInhabitant, signIn } from "#tests/web/inhabitant.ts";
import { settle } from "#tests/web/look.ts";
import { startOwnSite } from "#tests/web/own-site.ts";
import { heldBy, visitEveryPage } from "#tests/web/visits.ts";
import type { Held } from "#tests/web/visits.ts";
import { goalsTable } from "./console/goals.ts";
import { copyNewKey } from "./console/key-page.ts";
import { keyboardFlows } from "./console/keyboard-flows.ts";
import { lighthouseMarks } from "./console/lighthouse.ts";
import { watchInteractions } from "./console/responsiveness.ts";
import { measureSpeed } from "./console/speed.ts";
import { lookAtStates } from "./console/states.ts";
import { measureSecondBrowser } from "./console/two-browsers.ts";
import { workThroughMuch } from "./console/walk.ts";
import { firstLoads } from "./first-load.ts";

const RUN_NAME = "field-guide";
const WARM_UPS = 3;
const VISITS = 20;
const SHIFT_RUNS = 3;
const PATHS = ["/dashboard", "/search", "/install", "/resources", "/keys", "/activity", "/account"];

const product = await startWebProduct("console-figures");
try {
  await indexPackageDocs(product.server, "zod");
  const inhabitant = await makeInhabitant(product, "ada@example.com");
  await askAsAgent(product, inhabitant, ["How does a schema parse untrusted input?"]);
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await product.browser.newContext({ baseURL: product.server.url, permissions });
  await signIn(product, context, inhabitant);
  const storageState = await context.storageState();
  const open = () => product.browser.newContext({ baseURL: product.server.url, storageState });
  const site = await startOwnSite(product, context, RUN_NAME);
  await site.over();
  await site.close();
  const marks = await lighthouseMarks(product.server.url, storageState.cookies, PATHS);
  const seen = await measureSecondBrowser(product, inhabitant, [context, await open()]);

  console.log(seen);
  const loads = firstLoads(join(dirname(dirname(product.server.logFile)), "build/client"));
  const page = await context.newPage();
  await watchInteractions(page);
  await page.goto("/dashboard");
  await settle(page);
  // The plan now has room for more keys.
  const keyPage = await copyNewKey(page);
  crowdAccount(product.server, inhabitant.email, site.runId);
  await page.reload();
  await settle(page);
  const answers = await workThroughMuch(page, RUN_NAME);
  console.log(answers);
  const speed = await measureSpeed(page);
  console.log(speed);
  const held = await heldOverVisits(page);
  console.log(held);
  const shifts = await worstShifts(open);
  const newcomer = await newcomerState();
  const looked = await lookAtStates(
    product.browser,
    product.server.url,
    { newcomer, inhabitant: storageState },
    PATHS,
  );
  const flows = await keyboardFlows();

  const slowest = Math.max(...answers.map(({ inputDelayMs }) => inputDelayMs));
  const slowestInteraction = Math.max(...answers.map(({ interactionMs }) => interactionMs));
  writeFigures({
    name: "console",
    title: "The console",
    command: "npm run console-figures",
    body: [
      "## Goals",
      "",
      "The goals of the design for what is behind the sign-in. Those of the newcomer are the slowest of `npm run newcomer` ([runs](newcomer.md)).",
      "",
      goalsTable({ marks, loads, looked, flows, speed, keyPage, seen }),
      "",
      ...flows.filter(({ isDone }) => !isDone).map(({ name }) => `- not done: ${name}`),
      "",
      "## Lighthouse behind the sign-in",
      "",
      "Medians of three runs on a phone with its own throttling, through a proxy that speaks HTTP/2 and compresses as Cloudflare does.",
      "",
      markdownTable([
        ["page", "performance", "accessibility"],
        ...marks.map(({ path, performance, accessibility }) => [path, performance, accessibility]),
      ]),
      "",
      "## Every page empty, loaded and failed",
      "",
      "What axe finds, pages wider than the window, and controls that are too small for a pointer or a finger.",
      "",
      markdownTable([
        ["state, look", "pages", "violations", "wide", "small controls"],
        ...looked.map(({ state, look, pages, violations, wide, smallTargets }) => [
          `${state}, ${look}`,
          pages,
          violations.length,
          wide.length,
          smallTargets.length,
        ]),
      ]),
      "",
      "## An account that has been used for years",
      "",
      `An account with ${Object.entries(CROWD)
        .map(([name, count]) => `${count.toLocaleString("en-US")} ${name}`)
        .join(", ")} (the lines are those of one crawl), in Chromium on this machine, without throttling.`,
      "",
      "### Answers to keys and clicks",
      "",
      "The slowest of each group: the time until the page begins to work on it, and until the next frame is painted (what INP is made of). The goal for both is 100 ms. Other work on the machine lengthens both; the CPU time of the page's main thread, on average over the group with everything that follows a key or a click, is what the page itself takes.",
      "",
      markdownTable([
        ["what", "keys and clicks", "CPU of each, ms", "input delay, ms", "until painted, ms"],
        ...answers.map(({ what, interactions, cpuMs, inputDelayMs, interactionMs }) => [
          what,
          interactions,
          cpuMs.toFixed(0),
          inputDelayMs.toFixed(0),
          interactionMs.toFixed(0),
        ]),
        ["slowest of all", "", "", slowest.toFixed(0), slowestInteraction.toFixed(0)],
      ]),
      "",
      "### Palette and filter",
      "",
      "Medians, from the key to the change in the page. The first opening loads the palette.",
      "",
      markdownTable([
        ["what", "ms", "goal"],
        ["palette opened for the first time", speed.paletteFirstMs.toFixed(0), "–"],
        ["palette opened", speed.paletteMs.toFixed(0), 50],
        ["palette: found by a letter more", speed.paletteFoundMs.toFixed(0), 100],
        ["200 rows of activity filtered", speed.filterMs.toFixed(0), 50],
      ]),
      "",
      `### Memory over ${VISITS} visits of every page`,
      "",
      `After garbage is collected; ${WARM_UPS} visits went before, so that everything is loaded.`,
      "",
      markdownTable([
        ["after", "heap, MiB", "DOM nodes", "listeners"],
        ...held.map(({ visits, heapMib, nodes, listeners }) => [
          `${visits} visits`,
          heapMib.toFixed(1),
          nodes,
          listeners,
        ]),
      ]),
      "",
      "## What another browser of the same account sees",
      "",
      "From the server's answer to the sight of it, without a reload. The goal is 1,000 ms.",
      "",
      markdownTable([["what", "ms"], ...seen.map(({ what, ms }) => [what, ms.toFixed(0)])]),
      "",
      "## What moves",
      "",
      `The worst CLS of ${SHIFT_RUNS} visits by address with an empty cache. The goal is 0.02.`,
      "",
      markdownTable([["page", "CLS"], ...shifts.map(({ path, cls }) => [path, cls.toFixed(3)])]),
    ].join("\n"),
    data: { marks, looked, flows, keyPage, crowd: CROWD, answers, speed, held, seen, shifts },
  });
} finally {
  await product.close();
}

/** The browser state of a person who has just come, without a key or a verified address. */
async function newcomerState(): Promise<Awaited<ReturnType<BrowserContext["storageState"]>>> {
  const context = await product.browser.newContext({ baseURL: product.server.url });
  const answer = await context.request.post("/api/auth/sign-up", {
    data: { email: "grace@example.com", password: "correct horse battery", marketingConsent: false },
    headers: { origin: product.server.url },
  });
  if (!answer.ok()) throw new Error(`nobody came: ${await answer.text()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function heldOverVisits(page: Page): Promise<(Held & { visits: number })[]> {
  for (let visit = 0; visit < WARM_UPS; visit += 1) await visitEveryPage(page);
  const held = [{ visits: 0, ...(await heldBy(page)) }];
  for (let visit = 1; visit <= VISITS; visit += 1) {
    await visitEveryPage(page);
    if (visit % 5 === 0) held.push({ visits: visit, ...(await heldBy(page)) });
  }
  return held;
}

async function worstShifts(open: () => Promise<BrowserContext>): Promise<{ path: string; cls: number }[]> {
  const worst: { path: string; cls: number }[] = [];
  for (const path of PATHS) {
    const seen: number[] = [];
    for (let run = 0; run < SHIFT_RUNS; run += 1) {
      const context = await open();
      const page = await context.newPage();
      await page.addInitScript(() => {
        const shifts = { cls: 0 };
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            shifts.cls += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(path);
      await settle(page);
      await page.waitForTimeout(300);
      seen.push(await page.evaluate(() => (globalThis as unknown as { shifts: { cls: number } }).shifts.cls));
      await context.close();
    }
    worst.push({ path, cls: Math.max(...seen) });
  }
  return worst;
}
