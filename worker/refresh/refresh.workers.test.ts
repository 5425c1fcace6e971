import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobRuns, sources } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { changeSite, putSite } from "#tests/support/stub-site.workers.ts";
import type { Ctx } from "#worker/context.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { retryJobRun } from "#worker/source-kinds/index-again.ts";
import { listJobRuns } from "#worker/sources/list-job-runs.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { startIndexJob, startPublicIndexJob } from "#worker/sources/start-index-job.ts";
import { noteUse } from "#worker/sources/note-use.ts";
import { refreshDueSources } from "./refresh-due-sources.ts";
import { untilOver } from "#tests/support/crawl.workers.ts";

const DAY_MS = 24 * 60 * 60_000;
const PAGES = {
  "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
  "/": `<h1>Start</h1><p>Where it begins. <a href="/keep">keep</a> <a href="/leave">leave</a></p>`,
  "/keep": "<h1>Keep</h1><p>Text that stays.</p>",
  "/leave": "<h1>Leave</h1><p>Text that nobody wants.</p>",
};

/** The newest run of the owner, when it is over. */
async function newestRun(ctx: Ctx) {
  const [newest] = await listJobRuns(ctx);
  return await untilOver(ctx, newest!.executionId);
}

async function rowOf(ctx: Ctx, sourceId: string) {
  const [row] = await ctx.db.select().from(sources).where(eq(sources.id, sourceId));
  return row!;
}

async function makeDue(ctx: Ctx, sourceId: string) {
  await ctx.db
    .update(sources)
    .set({ refreshDueAt: new Date(Date.now() - 1000) })
    .where(eq(sources.id, sourceId));
}

it("a source that is due is crawled again as it was added, once however many ticks see it", async () => {
  await putSite("due.test", PAGES);
  const ctx = ctxOf(await makeAccount());
  const first = await startIndexJob(ctx, { url: "https://due.test/", exclude: ["leave"], maxPages: 7 });
  await untilOver(ctx, first.executionId);
  const added = await rowOf(ctx, first.moduleId);
  expect(added.options).toEqual({ exclude: ["leave"], maxPages: 7 });
  const waitDays = (added.refreshDueAt!.getTime() - Date.now()) / DAY_MS;
  expect(waitDays).toBeGreaterThan(13.9);
  expect(waitDays).toBeLessThan(14.1);

  await refreshDueSources(systemCtx());
  expect(await listJobRuns(ctx)).toHaveLength(1);

  await changeSite("due.test", { "/keep": "<h1>Keep</h1><p>Other text.</p>" });
  await makeDue(ctx, first.moduleId);
  await Promise.all([refreshDueSources(systemCtx()), refreshDueSources(systemCtx())]);
  await refreshDueSources(systemCtx());
  const again = await newestRun(ctx);
  expect(await listJobRuns(ctx)).toHaveLength(2);
  expect(again).toMatchObject({ status: "COMPLETE", docsCount: 2, crawl: { pageLimit: 7 } });
  const changes = await ctx.db
    .select({ changedPages: jobRuns.changedPages })
    .from(jobRuns)
    .where(eq(jobRuns.sourceId, first.moduleId))
    .orderBy(jobRuns.startTime);
  expect(changes).toEqual([{ changedPages: null }, { changedPages: 1 }]);
});

it("what is public is refreshed too, by the system", async () => {
  await putSite("due-public.test", PAGES);
  const system = systemCtx();
  const { executionId, moduleId } = await startPublicIndexJob(system, { url: "https://due-public.test/" });
  await untilOver(system, executionId);
  await makeDue(system, moduleId);
  await refreshDueSources(systemCtx());
  const runs = await system.db.select().from(jobRuns).where(eq(jobRuns.sourceId, moduleId));
  expect(runs).toHaveLength(2);
  for (const { id } of runs) await untilOver(system, id);
});

it("three failures leave a source to its owner, with the reason; a success forgets them", async () => {
  await putSite("failing.test", PAGES);
  const ctx = ctxOf(await makeAccount());
  const { executionId, moduleId } = await startIndexJob(ctx, { url: "https://failing.test/" });
  await untilOver(ctx, executionId);
  await changeSite("failing.test", { "/": { status: 401 }, "/keep": null, "/leave": null });

  for (const [failedRuns, hours] of [
    [1, 1],
    [2, 12],
    [3, null],
  ]) {
    await makeDue(ctx, moduleId);
    await refreshDueSources(systemCtx());
    expect(await newestRun(ctx)).toMatchObject({ status: "FAILED" });
    const row = await rowOf(ctx, moduleId);
    expect(row.failedRuns).toBe(failedRuns);
    const wait = row.refreshDueAt && Math.round((row.refreshDueAt.getTime() - Date.now()) / 3_600_000);
    expect(wait).toBe(hours);
  }
  const shown = (await listSources(ctx)).find(({ id }) => id === moduleId);
  expect(shown).toMatchObject({ refreshDueAt: null, totalPages: 3 });
  expect(shown?.problem).toMatch(
    /failed 3 times in a row.*needs a sign-in \(401\).*request headers.*Refresh it/,
  );

  await changeSite("failing.test", PAGES);
  const [failed] = await listJobRuns(ctx);
  const retried = await retryJobRun(ctx, { runId: failed!.executionId });
  expect(await untilOver(ctx, retried.executionId)).toMatchObject({ status: "COMPLETE" });
  expect(await rowOf(ctx, moduleId)).toMatchObject({ failedRuns: 0, refreshDueAt: expect.any(Date) });
  const mended = (await listSources(ctx)).find(({ id }) => id === moduleId);
  expect(mended?.problem).toBeNull();
});

it("a run that was cancelled is no failure, and what was never searchable is not tried again by itself", async () => {
  const ctx = ctxOf(await makeAccount());
  await putSite("slow-one.test", { ...PAGES, "/robots.txt": { body: "User-agent: *\nCrawl-delay: 5" } });
  const slow = await startIndexJob(ctx, { url: "https://slow-one.test/" });
  await cancelJobRun(ctx, { runId: slow.executionId });
  expect(await rowOf(ctx, slow.moduleId)).toMatchObject({ failedRuns: 0, refreshDueAt: null });

  await putSite("never-there.test", {});
  const none = await startIndexJob(ctx, { url: "https://never-there.test/" });
  expect(await untilOver(ctx, none.executionId)).toMatchObject({ status: "FAILED" });
  expect(await rowOf(ctx, none.moduleId)).toMatchObject({ failedRuns: 1, refreshDueAt: null });
});

it("an answer marks its sources as used, once a day", async () => {
  await putSite("used.test", PAGES);
  const ctx = ctxOf(await makeAccount());
  const { executionId, moduleId } = await startIndexJob(ctx, { url: "https://used.test/" });
  await untilOver(ctx, executionId);
  noteUse(ctx, [moduleId, moduleId]);
  await ctx.settled();
  const { lastUsedAt } = await rowOf(ctx, moduleId);
  expect(lastUsedAt).toBeInstanceOf(Date);
  const later = new Date(lastUsedAt!.getTime() + DAY_MS / 2);
  noteUse({ ...ctx, now: () => later }, [moduleId]);
  await ctx.settled();
  expect((await rowOf(ctx, moduleId)).lastUsedAt).toEqual(lastUsedAt);
  const tomorrow = new Date(lastUsedAt!.getTime() + DAY_MS + 1);
  noteUse({ ...ctx, now: () => tomorrow }, [moduleId]);
  await ctx.settled();
  expect((await rowOf(ctx, moduleId)).lastUsedAt).toEqual(tomorrow);
});
