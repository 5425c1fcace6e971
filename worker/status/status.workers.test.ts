import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { statusDays } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import worker from "#worker/index.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import { checkComponents } from "./check-components.ts";
import { getStatus } from "./get-status.ts";
import { CHECK_EVERY_MS } from "./probes.ts";
import { addChecks } from "./repo.ts";

const { db } = systemCtx();
const MINUTE_MS = 60_000;

beforeEach(async () => {
  await db.delete(statusDays);
});

/** The worker at a moment, with its own door, or with one that lets nobody in. */
function statusCtx(now: number, { isDoorOpen = true } = {}) {
  const ask = async (request: Request) =>
    isDoorOpen ? SELF.fetch(request) : new Response("<h1>Bad gateway</h1>", { status: 502 });
  return { ...systemCtx(), now: () => new Date(now), ask };
}

async function statesAt(now: number) {
  const { components } = await getStatus(statusCtx(now));
  return Object.fromEntries(components.map(({ id, state }) => [id, state]));
}

describe("a round of checks", () => {
  // The web app is not built here, so its check has something to find.
  const WORKING = { mcp: "operational", search: "operational", "sign-in": "operational" };

  it("asks each component for what it is there for, and remembers how it went", async () => {
    const now = Date.UTC(2030, 0, 1, 12);
    await indexPages({ name: "wombat", url: "https://wombat.test/" }, [
      { path: "/", title: "Wombat", markdown: "# Wombat\n\nA wombat digs." },
    ]);
    expect((await getStatus(statusCtx(now))).summary).toBe("Status unknown");
    await checkComponents(statusCtx(now));
    expect(await statesAt(now + MINUTE_MS)).toEqual({ ...WORKING, crawler: "operational", web: "trouble" });
    expect(await getStatus(statusCtx(now + MINUTE_MS))).toMatchObject({
      state: "trouble",
      summary: "Some systems have trouble",
      checkedAt: "2030-01-01T12:00:00.000Z",
    });
  });

  it("finds a door that lets nobody in, and that it opens again; a clock that strikes twice counts once", async () => {
    const now = Date.UTC(2030, 1, 1, 12);
    await checkComponents(statusCtx(now, { isDoorOpen: false }));
    const closed = { mcp: "trouble", "sign-in": "trouble", web: "trouble" };
    expect(await statesAt(now + 1)).toEqual({ ...WORKING, ...closed, crawler: "operational" });
    await checkComponents(statusCtx(now + 1000));
    await checkComponents(statusCtx(now + CHECK_EVERY_MS));
    expect(await statesAt(now + CHECK_EVERY_MS)).toMatchObject(WORKING);
    const { components } = await getStatus(statusCtx(now + CHECK_EVERY_MS));
    const mcp = components.find(({ id }) => id === "mcp")!;
    expect(mcp.days.at(-1)).toMatchObject({ day: "2030-02-01", checks: 2, failures: 1 });
  });

  it("does not wait for a door that never answers", async () => {
    const now = Date.UTC(2030, 3, 1, 12);
    const { promise } = Promise.withResolvers<Response>();
    await checkComponents({ ...statusCtx(now), ask: () => promise }, { timeoutMs: 1 });
    expect(await statesAt(now)).toMatchObject({ mcp: "trouble", web: "trouble", "sign-in": "trouble" });
  });

  it("finds an index that has lost its pages", async () => {
    const sourceId = await indexPages({ name: "a-gone", url: "https://gone.test/" }, [
      { path: "/", title: "Gone", markdown: "# Gone\n\nHere for now." },
    ]);
    const address = { owner: PUBLIC_OWNER, indexId: "default", sourceId, homePrincipal: null };
    await systemCtx().services.docsIndex(address).clear();
    // Sources are searched in turn.
    const now = Date.UTC(2030, 2, 1, 12);
    const seen: string[] = [];
    for (const round of [0, 1]) {
      await checkComponents(statusCtx(now + round * CHECK_EVERY_MS));
      seen.push((await statesAt(now + round * CHECK_EVERY_MS)).search!);
    }
    expect(seen.toSorted()).toEqual(["operational", "trouble"]);
  });

  it("finds a queue that nobody reads: the oldest crawls come no further", async () => {
    await putSite("still.test", {
      "/robots.txt": { body: "User-agent: *\nCrawl-delay: 30" },
      "/": `<h1>Still</h1><p>Words.</p><a href="/next">Next</a>`,
      "/next": "<h1>Next</h1><p>Words.</p>",
    });
    const owner = ctxOf(await makeAccount());
    const { executionId } = await startIndexJob(owner, { url: "https://still.test/" });
    await checkComponents(statusCtx(Date.now() + 10 * MINUTE_MS));
    expect(await statesAt(Date.now() + 10 * MINUTE_MS + 1)).toMatchObject({ crawler: "operational" });
    await checkComponents(statusCtx(Date.now() + 40 * MINUTE_MS));
    expect(await statesAt(Date.now() + 41 * MINUTE_MS)).toMatchObject({ crawler: "trouble" });
    await cancelJobRun(owner, { runId: executionId });
  });

  it("is begun by the clock, and what it writes says nothing when it is old", async () => {
    const execution = createExecutionContext();
    await worker.scheduled({} as ScheduledController, env, execution);
    await waitOnExecutionContext(execution);
    expect(await db.select().from(statusDays)).toHaveLength(5);
    const later = Date.now() + 80 * MINUTE_MS;
    expect(new Set(Object.values(await statesAt(later)))).toEqual(new Set(["unknown"]));
    expect((await getStatus(statusCtx(later))).checkedAt).not.toBeNull();
  });
});

it("keeps 90 days, with means, and answers a look within half a minute from memory", async () => {
  const now = Date.UTC(2031, 5, 30, 12);
  const daysAgo = (days: number) => new Date(now - days * 24 * 60 * MINUTE_MS);
  const noGap = { minGapMs: 0 };
  for (const days of [90, 89, 1])
    await addChecks(db, [{ component: "search", isOk: true, ms: 10 }], daysAgo(days), noGap);
  await addChecks(db, [{ component: "search", isOk: false, ms: 31 }], new Date(now - 2), noGap);
  await addChecks(db, [{ component: "search", isOk: true, ms: 10 }], new Date(now - 1), noGap);
  const search = (await getStatus(statusCtx(now))).components.find(({ id }) => id === "search")!;
  expect(search).toMatchObject({ state: "operational", uptime: 0.75, meanMs: 21, maxMs: 31 });
  expect(search.days.map(({ day, checks, failures }) => [day, checks, failures])).toEqual([
    ["2031-04-02", 1, 0],
    ["2031-06-29", 1, 0],
    ["2031-06-30", 2, 1],
  ]);
  await addChecks(db, [{ component: "search", isOk: false, ms: 10 }], new Date(now), noGap);
  expect(await statesAt(now + 29_000)).toMatchObject({ search: "operational" });
  expect(await statesAt(now + 30_000)).toMatchObject({ search: "trouble" });
});

it("answers anybody, as JSON that other sites may read and as a badge", async () => {
  const json = await SELF.fetch("https://docenda.test/api/status");
  const answer = await json.json<{ summary: string; components: { name: string }[] }>();
  expect(answer.summary).toMatch(/^(?:All systems operational|Some systems have trouble|Status unknown)$/);
  expect(answer.components.map(({ name }) => name)).toEqual([
    "MCP endpoint",
    "Search",
    "Crawler",
    "Web app",
    "Sign-in",
  ]);
  expect(json.headers.get("access-control-allow-origin")).toBe("*");
  const badge = await SELF.fetch("https://docenda.test/status/badge.svg");
  expect(badge.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(await badge.text()).toMatch(/^<svg [^>]*aria-label="docenda: \w+">/);
});
