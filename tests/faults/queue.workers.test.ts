import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { jobRuns } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { requestsTo } from "#tests/support/stub-site.workers.ts";
import type { CrawlStep } from "#worker/runs/crawl-steps.ts";
import { Frontier } from "#worker/runs/frontier.ts";
import type { PageResult } from "#worker/runs/frontier.ts";
import { outcomeWords } from "#worker/runs/outcome-words.ts";
import { seedCrawl } from "#worker/crawl/seed-crawl.ts";
import { sweepRuns } from "#worker/crawl/sweep-runs.ts";
import type { CrawlMessage } from "#worker/services.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { removeSource } from "#worker/sources/remove-source.ts";
import { indexOf, untilOver } from "#tests/support/crawl.workers.ts";
import { deliver, startHeld } from "#tests/support/held-crawl.workers.ts";

/** Faults of queues and jobs, by the numbers of the list of faults that the service survives. */

async function pageRequests(host: string): Promise<string[]> {
  return (await requestsTo(host)).map(({ path }) => path).filter((path) => /^\/\d$/.test(path));
}

const ASK = { generation: 1, results: [] as PageResult[], want: 12 };

function expectPages(step: CrawlStep) {
  if (step.kind !== "pages") throw new Error(`pages expected, not ${step.kind}`);
  return step.pages;
}

/** Seeds a held run as a consumer does, and reports its first page as read, with its links. */
async function takeFirstPages(held: Awaited<ReturnType<typeof startHeld>>, host: string) {
  const step = await held.run.exchange({ ...ASK, ticket: "begin" });
  if (step.kind !== "seed") throw new Error("a new run is seeded first");
  await seedCrawl(systemCtx(), step.start);
  const [home] = expectPages(await held.run.exchange({ ...ASK, ticket: "go-on" }));
  const links = [1, 2].map((n) => `https://${host}/${n}`);
  return expectPages(await held.run.exchange({ ...ASK, ticket: "go-on", results: [done(home!.id, links)] }));
}

function done(id: number, links: string[] = []): PageResult {
  return { kind: "done", id, outcome: "indexed", words: outcomeWords("indexed"), links };
}

it("a batch that is delivered again, in part or whole, changes nothing (fault 21)", async () => {
  const ctx = ctxOf(await makeAccount());
  const held = await startHeld(ctx, "again.test");
  const { moduleId } = await held.started;
  const batch = Array.from({ length: 10 }, () => held.ticket);
  await deliver("docenda-crawl", batch);
  expect(await untilOver(ctx, held.runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
  const index = indexOf(ctx, moduleId);
  const before = [await index.totals(), await index.listUrls()];
  expect(await deliver("docenda-crawl", batch.slice(7))).toMatchObject({ retryMessages: [] });
  expect(await deliver("docenda-crawl", batch)).toMatchObject({ retryMessages: [] });
  expect([await index.totals(), await index.listUrls()]).toEqual(before);
  expect((await pageRequests("again.test")).toSorted()).toEqual(["/1", "/2", "/3", "/4"]);
  expect(await getJobRun(ctx, { runId: held.runId })).toMatchObject({ docsCount: 5 });
});

it("a ticket of a later build goes back for that build, also from the dead ones, and those beside it are worked on (fault 50)", async () => {
  const ctx = ctxOf(await makeAccount());
  const held = await startHeld(ctx, "versions-50.test");
  await held.started;
  const later = { ...held.ticket, v: 2, generation: "told otherwise" } as unknown as CrawlMessage;
  expect(await deliver("docenda-crawl", [later, { ...held.ticket, v: 1 } as CrawlMessage])).toMatchObject({
    explicitAcks: ["1"],
    retryMessages: [{ msgId: "0" }],
  });
  expect(await deliver("docenda-crawl-dead", [later])).toMatchObject({ retryMessages: [{ msgId: "0" }] });
  expect(await untilOver(ctx, held.runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
});

it("what a consumer held when it was killed is read by another (fault 22)", async () => {
  const ctx = ctxOf(await makeAccount());
  const held = await startHeld(ctx, "killed-22.test");
  await held.started;
  expect(await takeFirstPages(held, "killed-22.test")).toHaveLength(2);
  await evictDurableObject(held.run);
  expect(await runDurableObjectAlarm(held.run)).toBe(true);
  expect(await untilOver(ctx, held.runId)).toMatchObject({ status: "COMPLETE" });
  expect((await pageRequests("killed-22.test")).toSorted()).toEqual(["/1", "/2"]);
});

it("a poisoned ticket is tried again later and ends its run with words; others pass (fault 23)", async () => {
  const ctx = ctxOf(await makeAccount());
  const poisoned = await startHeld(ctx, "poison-23.test");
  const good = await startHeld(ctx, "good-23.test");
  await poisoned.started;
  await good.started;
  // The list of URLs is broken, which no try again will mend.
  await runInDurableObject(poisoned.run, (_, { storage }) => void storage.sql.exec("DROP TABLE pages"));
  expect(await deliver("docenda-crawl", [poisoned.ticket, good.ticket])).toMatchObject({
    explicitAcks: ["1"],
    retryMessages: [{ msgId: "0" }],
  });
  const seconds = [];
  for (const attempts of [1, 2, 3])
    seconds.push(...(await deliver("docenda-crawl", [poisoned.ticket], attempts)).pauses);
  expect(seconds).toEqual([2, 4, 6]);
  expect(await untilOver(ctx, good.runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
  await runInDurableObject(poisoned.run, (_, { storage }) => void new Frontier(storage.sql));
  await deliver("docenda-crawl-dead", [poisoned.ticket]);
  const { status, error } = await getJobRun(ctx, { runId: poisoned.runId });
  expect([status, error]).toEqual(["FAILED", expect.stringMatching(/an error on our side.*index again/)]);
});

it("a poisoned ticket in the queue itself is given to a consumer four times, and then to the dead ones (fault 23)", async () => {
  const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const ctx = ctxOf(await makeAccount());
  const { run, runId, started, ticket } = await startHeld(ctx, "poison-queue.test");
  await started;
  await runInDurableObject(run, (_, { storage }) => void storage.sql.exec("DROP TABLE pages"));
  await env.CRAWL_QUEUE.send(ticket);
  // The row alone: what else is known of a run is in its broken object.
  const row = () => ctx.db.select().from(jobRuns).where(eq(jobRuns.id, runId)).get();
  await vi.waitFor(async () => expect(await row()).toMatchObject({ status: "FAILED" }), 60_000);
  const attempts = failed.mock.calls
    .map(([line]) => JSON.parse(String(line)) as { event: string; runId?: string; attempts?: number })
    .filter((line) => line.event === "crawl.ticket-failed" && line.runId === runId)
    .map((line) => line.attempts);
  expect(attempts).toEqual([1, 2, 3, 4]);
  // What is left of the run can end, so that nothing of it goes on.
  await runInDurableObject(run, (_, { storage }) => void new Frontier(storage.sql));
  failed.mockRestore();
});

it("a run that could not be sent ends at once; one that nobody works on is woken, one that nobody knows is ended (fault 24)", async () => {
  const ctx = ctxOf(await makeAccount());
  const unsent = await startHeld(ctx, "unsent.test", () => Promise.reject(new Error("queue is down")));
  await expect(unsent.started).rejects.toMatchObject({ code: "unavailable" });
  expect(await getJobRun(ctx, { runId: unsent.runId })).toMatchObject({ status: "FAILED" });
  // Nothing goes on under a row that has ended, when the alarm rings or when the ticket turns up after all.
  await runDurableObjectAlarm(unsent.run);
  await deliver("docenda-crawl", [unsent.ticket]);
  expect(await requestsTo("unsent.test")).toEqual([]);

  const silent = await startHeld(ctx, "silent.test");
  await silent.started;
  await evictDurableObject(silent.run);
  const [row] = await ctx.db.select().from(jobRuns).where(eq(jobRuns.id, silent.runId));
  const unknownId = ctx.newId("run");
  await ctx.db.insert(jobRuns).values({ ...row!, id: unknownId });
  await sweepRuns({ ...systemCtx(), now: () => new Date(Date.now() + 11 * 60_000) });
  expect(await getJobRun(ctx, { runId: unknownId })).toMatchObject({ status: "FAILED" });
  expect(await untilOver(ctx, silent.runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
});

it("a run ends when nothing is pending, in whatever order its consumers report (fault 25)", async () => {
  const ctx = ctxOf(await makeAccount());
  const held = await startHeld(ctx, "order.test");
  await held.started;
  const [first, second] = await takeFirstPages(held, "order.test");
  // Another consumer has nothing to take and must not finish the run over the head of the first.
  expect(await held.run.exchange({ ...ASK, ticket: "begin" })).toMatchObject({ pages: [], waitMs: null });
  const late = await held.run.exchange({ ...ASK, ticket: "go-on", results: [done(second!.id)] });
  expect(late).toMatchObject({ kind: "pages", pages: [] });
  expect(await held.run.exchange({ ...ASK, ticket: "go-on", results: [done(first!.id)] })).toMatchObject({
    kind: "finish",
  });
  // The last page once more, after the run turned to its end.
  await held.run.exchange({ ...ASK, ticket: "go-on", results: [done(first!.id, ["https://order.test/9"])] });
  expect(await held.run.status()).toMatchObject({ phase: "indexing", pending: 0, outcomes: { indexed: 3 } });
});

it("what is in flight for a run that was cancelled or a source that was removed is dropped (fault 26)", async () => {
  const ctx = ctxOf(await makeAccount());
  const cancelled = await startHeld(ctx, "cancel-26.test");
  await cancelled.started;
  const [page] = await takeFirstPages(cancelled, "cancel-26.test");
  await cancelJobRun(ctx, { runId: cancelled.runId });
  const late = { ...ASK, ticket: "go-on" as const, results: [done(page!.id)] };
  expect(await cancelled.run.exchange(late)).toEqual({ kind: "stop" });
  expect(await getJobRun(ctx, { runId: cancelled.runId })).toMatchObject({
    status: "FAILED",
    crawl: { phase: "cancelled", outcomes: { indexed: 1, excluded: 2 } },
  });

  const removed = await startHeld(ctx, "remove-26.test");
  const { moduleId } = await removed.started;
  await removeSource(ctx, {
    owner: ctx.scope.owner,
    indexId: "default",
    sourceId: moduleId,
    homePrincipal: null,
  });
  for (const generation of [1, 2])
    expect(await deliver("docenda-crawl", [{ ...removed.ticket, generation }])).toMatchObject({
      explicitAcks: ["0"],
    });
  expect(await requestsTo("remove-26.test")).toEqual([]);
  expect(await indexOf(ctx, moduleId).totals()).toMatchObject({ pages: 0 });
});
