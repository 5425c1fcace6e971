import {
  createExecutionContext,
  createMessageBatch,
  env,
  evictDurableObject,
  getQueueResult,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { jobRuns } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import type { Ctx } from "#worker/context.ts";
import worker from "#worker/index.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CrawlMessage } from "#worker/services.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import type { CrawlStep } from "./crawl-steps.ts";
import { scopeOf } from "./crawl-scope.ts";
import { Frontier, MAX_ATTEMPTS } from "./frontier.ts";
import type { PageResult } from "./frontier.ts";
import { outcomeWords } from "./outcome-words.ts";
import { seedCrawl } from "./seed-crawl.ts";
import { sweepRuns } from "./sweep-runs.ts";

const HOST = "https://front.test";
const SCOPE = scopeOf(`${HOST}/`);

/** Runs a step on an empty frontier, in the storage of an object of its own. */
function onFrontier(step: (frontier: Frontier, sql: SqlStorage) => void): Promise<void> {
  const stub = env.CRAWL_RUN.getByName(newId("frontier"));
  return runInDurableObject(stub, (_, { storage }) => step(new Frontier(storage.sql), storage.sql));
}

function add(frontier: Frontier, ...paths: string[]): void {
  frontier.add(
    paths.map((path) => HOST + path),
    { scope: SCOPE, depth: 0, pageLimit: 100 },
  );
}

function done(id: number, outcome: "indexed" | "duplicate" | "not-found", target?: string): PageResult {
  return {
    kind: "done",
    id,
    outcome,
    words: outcomeWords(outcome),
    links: [],
    ...(target ? { target: HOST + target } : {}),
  };
}

function outcomes(frontier: Frontier): Record<string, string> {
  const { pages } = frontier.list({ after: 0, limit: 100 });
  return Object.fromEntries(pages.map(({ url, outcome }) => [url.slice(HOST.length), outcome]));
}

describe("the frontier", () => {
  it("holds each URL once, gives them in order, and takes one report for each", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/a", "/c", "/logo.png");
      frontier.add(["https://other.test/"], { scope: SCOPE, depth: 0, pageLimit: 100 });
      expect(frontier.lease(2, 1000).map(({ url }) => url)).toEqual([`${HOST}/a`, `${HOST}/b`]);
      expect(frontier.lease(2, 1000).map(({ url }) => url)).toEqual([`${HOST}/c`]);
      expect(frontier.lease(2, 1000)).toEqual([]);
      expect(frontier.settle(done(1, "indexed"), 2000)).toBe(true);
      expect(frontier.settle(done(1, "not-found"), 2000)).toBe(false);
      expect(outcomes(frontier)).toEqual({ "/a": "indexed" });
      expect(frontier.counts()).toEqual({ pending: 0, leased: 2 });
    });
  });

  it("gives a page back when its lease ends, and gives it up after three times", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/slow");
      for (let attempt = 1, now = 0; attempt <= MAX_ATTEMPTS; attempt += 1, now += 100_000) {
        expect(frontier.lease(1, now)).toHaveLength(1);
        frontier.expireLeases(now + 59_000);
        expect(frontier.lease(1, now + 59_000)).toEqual([]);
        frontier.expireLeases(now + 61_000);
      }
      expect(frontier.lease(1, 1_000_000)).toEqual([]);
      expect(frontier.list({ after: 0, limit: 1 }).pages).toMatchObject([
        { outcome: "failed", reason: "It took too long or crashed the reader, three times." },
      ]);
      // What is in the index of it stays.
      expect(frontier.kept(0, 10).urls).toEqual([`${HOST}/slow`]);
    });
  });

  it("tries a passing failure again, later, and takes the last one as it is", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/busy", "/back");
      const busy = {
        kind: "retry",
        id: 1,
        outcome: "http-error",
        words: outcomeWords("http-error", { status: 503 }),
      } as const;
      frontier.lease(2, 0);
      // A page that was given back unread has lost no attempt.
      for (let time = 0; time < 5; time += 1) {
        frontier.settle({ kind: "release", id: 2, delayMs: 10 }, time);
        expect(frontier.lease(1, time + 10)).toMatchObject([{ id: 2 }]);
      }
      frontier.settle({ ...busy, delayMs: 5000 }, 0);
      expect(frontier.nextDueAt()).toBe(5000);
      expect(frontier.lease(1, 4999)).toEqual([]);
      expect(frontier.lease(1, 5000)).toHaveLength(1);
      frontier.settle({ ...busy, delayMs: 0 }, 6000);
      expect(frontier.lease(1, 6000)).toHaveLength(1);
      frontier.settle({ ...busy, delayMs: 0 }, 7000);
      expect(outcomes(frontier)).toEqual({ "/busy": "http-error" });
    });
  });

  it("lets one page stand for a text, and indexes the copy when the original is not searchable after all", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/c", "/d");
      frontier.lease(4, 0);
      expect(frontier.claimText(1, "text", null)).toBeNull();
      expect(frontier.claimText(1, "text", null)).toBeNull();
      expect(frontier.claimText(2, "text", null)).toBe(`${HOST}/a`);
      // The index has this text under a URL that has another one by now, or that is gone.
      frontier.settle(done(1, "not-found"), 0);
      expect(frontier.claimText(3, "old text", `${HOST}/a`)).toBeNull();
      expect(frontier.claimText(4, "other", `${HOST}/elsewhere`)).toBe(`${HOST}/elsewhere`);
      frontier.settle(done(2, "duplicate", "/a"), 0);
      frontier.settle(done(3, "indexed"), 0);
      frontier.settle(done(4, "duplicate", "/elsewhere"), 0);

      expect(frontier.requeueOrphans()).toBeGreaterThan(0);
      expect(frontier.lease(4, 0)).toMatchObject([
        { id: 2, isLastResort: true },
        { id: 4, isLastResort: true },
      ]);
      frontier.settle(done(2, "indexed"), 0);
      frontier.settle(done(4, "indexed"), 0);
      expect(frontier.requeueOrphans()).toBe(0);
      expect(outcomes(frontier)).toEqual({
        "/a": "not-found",
        "/b": "indexed",
        "/c": "indexed",
        "/d": "indexed",
      });
    });
  });

  it("follows a copy through a redirect, and breaks a ring of copies", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/c", "/ring-1", "/ring-2");
      frontier.lease(5, 0);
      frontier.settle(done(1, "duplicate", "/b"), 0);
      frontier.settle({ ...done(2, "duplicate", "/c"), outcome: "redirected" } as PageResult, 0);
      frontier.settle(done(3, "indexed"), 0);
      frontier.settle(done(4, "duplicate", "/ring-2"), 0);
      frontier.settle(done(5, "duplicate", "/ring-1"), 0);
      frontier.requeueOrphans();
      expect(frontier.lease(5, 0).map(({ id }) => id)).toEqual([4, 5]);
    });
  });

  it("lists in parts, whole and by outcome", async () => {
    await onFrontier((frontier) => {
      add(frontier, "/a", "/b", "/c");
      frontier.lease(3, 0);
      frontier.settle(done(1, "indexed"), 0);
      frontier.settle(done(2, "not-found"), 0);
      frontier.settle(done(3, "indexed"), 0);
      const first = frontier.list({ after: 0, limit: 2 });
      expect(first.pages.map(({ url }) => url)).toEqual([`${HOST}/a`, `${HOST}/b`]);
      expect(frontier.list({ after: first.next ?? -1, limit: 2 })).toMatchObject({
        pages: [{ url: `${HOST}/c` }],
        next: null,
      });
      expect(frontier.list({ outcome: "not-found", after: 0, limit: 2 }).pages).toHaveLength(1);
      expect(frontier.kept(0, 10)).toEqual({ urls: [`${HOST}/a`, `${HOST}/c`], next: null });
      expect(frontier.outcomeCounts()).toEqual({ indexed: 2, "not-found": 1 });
    });
  });
});

const FIVE_PAGES = {
  "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
  "/": `<h1>Home</h1><p>All of it: <a href="1">1</a> <a href="2">2</a> <a href="3">3</a> <a href="4">4</a></p>`,
  ...Object.fromEntries(
    [1, 2, 3, 4].map((n) => [`/${n}`, `<h1>Page ${n}</h1><p>The text of page ${n}.</p>`]),
  ),
};

/** A run whose tickets nobody gets, as when the process ends with the queue's memory. */
async function startWithoutQueue(ctx: Ctx, url: string) {
  const runId = ctx.newId("run");
  const run = ctx.services.crawlRun(runId);
  const sent: CrawlMessage[] = [];
  await runInDurableObject(run, (instance) => {
    const object = instance as unknown as { env: Env };
    object.env = {
      ...object.env,
      CRAWL_QUEUE: { send: async (message: CrawlMessage) => void sent.push(message) },
    } as never;
  });
  await startIndexJob({ ...ctx, newId: (prefix) => (prefix === "run" ? runId : ctx.newId(prefix)) }, { url });
  return { runId, run, sent };
}

async function untilOver(ctx: Ctx, runId: string) {
  for (;;) {
    const run = await getJobRun(ctx, { runId });
    if (run.status === "COMPLETE" || run.status === "FAILED") return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function expectPages(step: CrawlStep) {
  if (step.kind !== "pages") throw new Error(`pages expected, not ${step.kind}`);
  return step;
}

describe("a run", () => {
  it("goes on after its tickets were lost and its consumer died, with no page twice and none missing", async () => {
    await putSite("killed.test", FIVE_PAGES);
    const ctx = ctxOf(await makeAccount());
    const { runId, run, sent } = await startWithoutQueue(ctx, "https://killed.test/");
    expect(sent).toEqual([{ runId, generation: 1 }]);

    // A consumer seeds, takes the first page, reads it, and takes the rest with it when it dies.
    const ask = { generation: 1, results: [], want: 12 };
    const seed = await run.exchange({ ...ask, ticket: "begin" });
    if (seed.kind !== "seed") throw new Error("a new run is seeded first");
    await seedCrawl(ctx, seed.start);
    const [home] = expectPages(await run.exchange({ ...ask, ticket: "go-on" })).pages;
    const result: PageResult = {
      kind: "done",
      id: home?.id ?? 0,
      outcome: "indexed",
      words: outcomeWords("indexed"),
      links: [1, 2, 3].map((n) => `https://killed.test/${n}`),
    };
    expect(
      expectPages(await run.exchange({ ...ask, ticket: "go-on", results: [result] })).pages,
    ).toHaveLength(3);
    expect(await run.status()).toMatchObject({ phase: "crawling", leased: 3, outcomes: { indexed: 1 } });

    // The alarm knows that somebody is at work, until the leases end; when the process ended it knows nothing and asks for help.
    await runDurableObjectAlarm(run);
    expect(sent).toHaveLength(1);
    await evictDurableObject(run);
    expect(await runDurableObjectAlarm(run)).toBe(true);

    expect(await untilOver(ctx, runId)).toMatchObject({ status: "COMPLETE" });
    const { pages } = await listRunPages(ctx, { runId });
    expect(pages.map(({ url, outcome }) => [new URL(url).pathname, outcome])).toEqual([
      ["/", "indexed"],
      ["/1", "indexed"],
      ["/2", "indexed"],
      ["/3", "indexed"],
    ]);
    const asked = (await requestsTo("killed.test"))
      .map(({ path }) => path)
      .filter((path) => /^\/\d$/.test(path));
    expect(asked.toSorted()).toEqual(["/1", "/2", "/3"]);
    // Nothing is left to wake up for but to forget the list, in a month.
    const alarmAt = await runInDurableObject(run, (_, { storage }) => storage.getAlarm());
    expect(alarmAt).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  it("drops tickets of another generation and of runs that are over or unknown", async () => {
    await putSite("stale.test", FIVE_PAGES);
    const ctx = ctxOf(await makeAccount());
    const { runId, run } = await startWithoutQueue(ctx, "https://stale.test/");
    const bodies = [
      { runId, generation: 7 },
      { runId: "run_nobody", generation: 1 },
    ];
    expect(await deliver("crawl", bodies)).toMatchObject({ explicitAcks: ["0", "1"], retryMessages: [] });
    expect(await run.status()).toMatchObject({ phase: "seeding", discovered: 0 });
    expect(await requestsTo("stale.test")).toEqual([]);

    // The right one works to the end, and once more finds nothing to do.
    await deliver("crawl", [{ runId, generation: 1 }]);
    expect(await untilOver(ctx, runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
    const before = (await requestsTo("stale.test")).length;
    expect(await deliver("crawl", [{ runId, generation: 1 }])).toMatchObject({ explicitAcks: ["0"] });
    expect(await requestsTo("stale.test")).toHaveLength(before);
  });

  it("fails when a ticket failed every time", async () => {
    await putSite("poison.test", FIVE_PAGES);
    const ctx = ctxOf(await makeAccount());
    const { runId } = await startWithoutQueue(ctx, "https://poison.test/");
    expect(await deliver("crawl-dead", [{ runId, generation: 1 }])).toMatchObject({ explicitAcks: ["0"] });
    const run = await getJobRun(ctx, { runId });
    expect(run).toMatchObject({ status: "FAILED", crawl: { phase: "failed" } });
    expect(run.error).toMatch(/an error of ours.*index again/);
  });

  it("tells what became of each URL for a month, then only how many", async () => {
    await putSite("forgotten.test", FIVE_PAGES);
    const ctx = ctxOf(await makeAccount());
    const { executionId: runId } = await startIndexJob(ctx, { url: "https://forgotten.test/" });
    await untilOver(ctx, runId);
    const run = env.CRAWL_RUN.getByName(runId);
    while ((await run.status())?.phase !== "complete") await new Promise((r) => setTimeout(r, 20));
    await runDurableObjectAlarm(run);
    expect((await listRunPages(ctx, { runId })).pages).toHaveLength(5);

    const before = await run.status();
    await runInDurableObject(run, (_, { storage }) =>
      storage.kv.put("run", { ...storage.kv.get<object>("run"), progressAt: Date.now() - 31 * 86_400_000 }),
    );
    await evictDurableObject(run);
    await runInDurableObject(run, async (object) => await object.alarm());
    expect((await listRunPages(ctx, { runId })).pages).toEqual([]);
    expect(await run.status()).toMatchObject({
      phase: "complete",
      outcomes: before?.outcomes,
      discovered: 5,
    });
  });

  it("is swept when it made no progress for ten minutes", async () => {
    await putSite("swept.test", FIVE_PAGES);
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const late = { ...systemCtx(), now: () => new Date(Date.now() + 11 * 60_000) };
    const lost = await startWithoutQueue(ctx, "https://swept.test/");
    await evictDurableObject(lost.run);
    // The object of this one never heard of it.
    const [row] = await ctx.db.select().from(jobRuns).where(eq(jobRuns.id, lost.runId));
    if (!row) throw new Error("the run has a row");
    const unknown = { ...row, id: ctx.newId("run") };
    await ctx.db.insert(jobRuns).values(unknown);

    await sweepRuns(systemCtx());
    expect(await getJobRun(ctx, { runId: unknown.id })).toMatchObject({ status: "CRAWLING" });
    await sweepRuns(late);
    expect(await getJobRun(ctx, { runId: unknown.id })).toMatchObject({
      status: "FAILED",
      error: "The run could not be started. Index again.",
    });
    expect(await untilOver(ctx, lost.runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
  });
});

async function deliver(queue: string, bodies: CrawlMessage[]) {
  const messages = bodies.map((body, id) => ({ id: String(id), timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  await worker.queue(batch as MessageBatch<CrawlMessage>, env);
  return await getQueueResult(batch, createExecutionContext());
}

describe("a host", () => {
  const origin = "https://polite.test";
  const times = async (urls: string[]) => {
    const { pages } = await env.CRAWL_HOST.getByName(origin).admit(origin, urls);
    return pages.map((page) => Object.values(page)[0]);
  };

  it("is asked for its rules once, and at the pace that it wishes", async () => {
    await putSite("polite.test", { "/robots.txt": { body: "User-agent: *\nCrawl-delay: 3\nDisallow: /no" } });
    const [a, no, b] = await times([`${origin}/a`, `${origin}/no`, `${origin}/b`]);
    expect(no).toBe("/no");
    expect(Number(b) - Number(a)).toBe(3000);
    // What is far off is not reserved: nobody would come.
    const later = await times(Array.from({ length: 9 }, () => `${origin}/c`));
    expect(later.map((time) => Number(time) - Number(a))).toEqual(
      [6, 9, 12, 15, 18, 18, 18, 18, 18].map((s) => s * 1000),
    );
    await env.CRAWL_HOST.getByName(origin).penalise(60_000);
    const [d] = await times([`${origin}/d`]);
    expect(Number(d) - Date.now()).toBeGreaterThan(55_000);
    expect(await requestsTo("polite.test")).toHaveLength(1);
    // Who starts a crawl may ask for fresh rules.
    await env.CRAWL_HOST.getByName(origin).admit(origin, [], 0);
    expect(await requestsTo("polite.test")).toHaveLength(2);
    expect((await requestsTo("polite.test"))[0]?.headers["user-agent"]).toMatch(/^DocendaBot\//);
  });

  it.each<[string, object, boolean]>([
    ["without robots.txt", { status: 404 }, true],
    ["that keeps robots.txt for itself", { status: 403 }, true],
    ["that is busy", { status: 429 }, true],
    ["that is broken", { status: 500 }, false],
    ["that is down", { status: 503 }, false],
    ["with a page instead", { headers: { "content-type": "text/html" }, body: "<p>User-agent: *</p>" }, true],
    ["with a mark and other line ends", { body: "\uFEFFUser-agent: *\r\nDisallow: /\r\n" }, false],
    ["whose rules go on for ever", { body: `${"# x\n".repeat(130_000)}User-agent: *\nDisallow: /` }, true],
    ["that redirects to its rules", { status: 301, headers: { location: "/rules" } }, false],
    ["that redirects for ever", { status: 301, headers: { location: "/robots.txt" } }, true],
    [
      "that redirects to a private address",
      { status: 301, headers: { location: "http://10.0.0.1/robots.txt" } },
      false,
    ],
  ])("%s", async (what, robots, isAllowed) => {
    const host = `${what.replaceAll(/[^a-z]+/g, "-")}.test`;
    await putSite(host, { "/robots.txt": robots, "/rules": { body: "User-agent: *\nDisallow: /" } });
    const { pages } = await env.CRAWL_HOST.getByName(`https://${host}`).admit(`https://${host}`, [
      `https://${host}/a`,
    ]);
    expect("startAt" in (pages[0] ?? {})).toBe(isAllowed);
  });
});
