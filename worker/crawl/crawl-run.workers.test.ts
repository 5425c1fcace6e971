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
import { pageOf } from "#worker/docs-index/test-pages.ts";
import worker from "#worker/index.ts";
import type { CrawlMessage } from "#worker/services.ts";
import { KINDS } from "#worker/source-kinds/kinds.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import type { CrawlStep } from "#worker/runs/crawl-steps.ts";
import type { PageResult } from "#worker/runs/frontier.ts";
import { outcomeWords } from "#worker/runs/outcome-words.ts";
import { runTicket } from "./run-ticket.ts";
import type { Run } from "./run-state.ts";
import { seedCrawl } from "./seed-crawl.ts";
import { sweepRuns } from "./sweep-runs.ts";
import { untilOver } from "#tests/support/crawl.workers.ts";

const FIVE_PAGES = {
  "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
  "/": `<h1>Home</h1><p>All of it: <a href="1">1</a> <a href="2">2</a> <a href="3">3</a> <a href="4">4</a></p>`,
  ...Object.fromEntries(
    [1, 2, 3, 4].map((n) => [`/${n}`, `<h1>Page ${n}</h1><p>The text of page ${n}.</p>`]),
  ),
};

/** Puts the tickets of a run into `sent` as long as the run's memory lasts. */
async function keepTickets(run: ReturnType<Ctx["services"]["crawlRun"]>, sent: CrawlMessage[]) {
  await runInDurableObject(run, (instance) => {
    const object = instance as unknown as { env: Env };
    object.env = {
      ...object.env,
      CRAWL_QUEUE: { send: async (message: CrawlMessage) => void sent.push(message) },
    } as never;
  });
}

/** A run whose tickets no consumer gets, as when the process ends with the queue's memory. */
async function startWithoutQueue(ctx: Ctx, url: string) {
  const runId = ctx.newId("run");
  const run = ctx.services.crawlRun(runId);
  const sent: CrawlMessage[] = [];
  await keepTickets(run, sent);
  await startIndexJob({ ...ctx, newId: (prefix) => (prefix === "run" ? runId : ctx.newId(prefix)) }, { url });
  return { runId, run, sent };
}

function expectPages(step: CrawlStep) {
  if (step.kind !== "pages") throw new Error(`pages expected, not ${step.kind}`);
  return step;
}

describe("a run", () => {
  it("goes on after its tickets were lost and its consumer died, with no page twice and none missing (fault 22)", async () => {
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

  it("ends in several tickets when its source is large, also when its memory is lost between them", async () => {
    const numbers = Array.from({ length: 44 }, (_, at) => at);
    const footer = "<p>The Numbat project is made by volunteers everywhere.</p>";
    await putSite("large.test", {
      "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
      "/": `<h1>Home</h1><p>All: ${numbers.map((n) => `<a href="/${n}">${n}</a>`).join(" ")}</p>${footer}`,
      ...Object.fromEntries(
        numbers.map((n) => [
          `/${n}`,
          `<h1>Page ${n}</h1><p>What there is to say of number ${n}.</p>${footer}`,
        ]),
      ),
    });
    const ctx = ctxOf(await makeAccount());
    const { runId, run, sent } = await startWithoutQueue(ctx, "https://large.test/");
    const { address } = (await runInDurableObject(run, (_, { storage }) => storage.kv.get<Run>("run")))!
      .start;
    const index = ctx.services.docsIndex(address);
    // Pages of an earlier run that are gone from the site, more than one request removes.
    for (let at = 1; at <= 250; at++)
      await index.putPage(await pageOf(`https://large.test/old/${at}`, `# Old ${at}`));
    let now = Date.now();
    // A clock by which each ticket is out of time as soon as it looks.
    const hasty = { ...systemCtx(), now: () => new Date((now += 30_000)) };
    const progress: [stage: string, after: number][] = [];
    for (let ticket = sent.shift(); ticket; ticket = sent.shift()) {
      await runTicket(hasty, ticket, KINDS);
      const state = await runInDurableObject(run, (_, { storage }) => storage.kv.get<Run>("run"));
      if (state?.phase !== "indexing" || !state.finishing) continue;
      progress.push([state.finishing.stage, state.finishing.after]);
      expect(await getJobRun(ctx, { runId })).toMatchObject({ status: "INDEXING" });
      await evictDurableObject(run);
      await keepTickets(run, sent);
    }
    expect(progress).toEqual([
      ["unseen-pages", 200],
      ["shared-text", 270],
      ["shared-text", 290],
    ]);
    expect((await index.listUrls()).filter((url) => url.includes("/old/"))).toEqual([]);
    expect(await getJobRun(ctx, { runId })).toMatchObject({ status: "COMPLETE", docsCount: 45 });
  });

  it("drops tickets of another generation and of runs that are over or unknown (faults 21, 26)", async () => {
    await putSite("stale.test", FIVE_PAGES);
    const ctx = ctxOf(await makeAccount());
    const { runId, run } = await startWithoutQueue(ctx, "https://stale.test/");
    const bodies = [
      { runId, generation: 7 },
      { runId: "run_nobody", generation: 1 },
    ];
    expect(await deliver("docenda-crawl", bodies)).toMatchObject({
      explicitAcks: ["0", "1"],
      retryMessages: [],
    });
    expect(await run.status()).toMatchObject({ phase: "seeding", discovered: 0 });
    expect(await requestsTo("stale.test")).toEqual([]);

    // The right ticket works to the end, and once more finds nothing to do.
    await deliver("docenda-crawl", [{ runId, generation: 1 }]);
    expect(await untilOver(ctx, runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
    const before = (await requestsTo("stale.test")).length;
    expect(await deliver("docenda-crawl", [{ runId, generation: 1 }])).toMatchObject({ explicitAcks: ["0"] });
    expect(await requestsTo("stale.test")).toHaveLength(before);
  });

  it("fails when a ticket failed every time", async () => {
    await putSite("poison.test", FIVE_PAGES);
    const ctx = ctxOf(await makeAccount());
    const { runId } = await startWithoutQueue(ctx, "https://poison.test/");
    expect(await deliver("docenda-crawl-dead", [{ runId, generation: 1 }])).toMatchObject({
      explicitAcks: ["0"],
    });
    const run = await getJobRun(ctx, { runId });
    expect(run).toMatchObject({ status: "FAILED", crawl: { phase: "failed" } });
    expect(run.error).toMatch(/an error on our side.*index again/);
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

  it("is swept when it made no progress for ten minutes (fault 24)", async () => {
    await putSite("swept.test", FIVE_PAGES);
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const late = { ...systemCtx(), now: () => new Date(Date.now() + 11 * 60_000) };
    const lost = await startWithoutQueue(ctx, "https://swept.test/");
    await evictDurableObject(lost.run);
    // The object of this run never heard of the run.
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
