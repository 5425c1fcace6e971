import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sources } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { changeSite, putSite } from "#tests/support/stub-site.workers.ts";
import { cancelJobRun } from "./cancel-job-run.ts";
import { getJobRun } from "./get-job-run.ts";
import { retryJobRun } from "#worker/source-kinds/index-again.ts";
import { startIndexJob, startPublicIndexJob } from "./start-index-job.ts";

const LINKS = `<h1>Contents</h1><p>All pages of this manual stand here.</p><a href="/a">A</a> <a href="/b/c">B</a>`;

async function putManual(host: string): Promise<string> {
  await putSite(host, {
    "/": LINKS,
    "/a": "<h1>A</h1><p>The first page of the manual, about gears.</p>",
    "/b/c": "<h1>B</h1><p>The second page of the manual, about springs.</p>",
  });
  return `https://${host}/`;
}

async function ask(account: Account, method: string, path: string, body?: unknown) {
  const response = await SELF.fetch(`https://docenda.test/api${path}`, {
    method,
    headers: { authorization: `Bearer ${account.apiKey}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json<any>() };
}

async function untilOver(account: Account, runId: string) {
  for (;;) {
    const run = await getJobRun(ctxOf(account), { runId });
    if (run.endTime !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it("a refresh does what was asked for when the site was added, once at a time", async () => {
  const account = await makeAccount();
  const url = await putManual("refreshed.test");
  const first = await startIndexJob(ctxOf(account), { url, exclude: ["/b/**"], maxPages: 10 });
  expect(await untilOver(account, first.executionId)).toMatchObject({ docsCount: 2 });

  const path = `/sources/${first.moduleId}/refresh`;
  const again = await ask(account, "POST", path);
  expect(again).toMatchObject({ status: 200, body: { moduleId: first.moduleId } });
  expect(await ask(account, "POST", path)).toMatchObject({ status: 409 });
  expect(await untilOver(account, again.body.executionId)).toMatchObject({
    status: "COMPLETE",
    docsCount: 2,
    crawl: { pageLimit: 10, outcomes: { unchanged: 2, excluded: 1 } },
  });
  expect(await ask(await makeAccount(), "POST", path)).toMatchObject({ status: 404 });
});

it("a run that failed can be tried again, by its owner and while nothing else goes on", async () => {
  const account = await makeAccount();
  const ctx = ctxOf(account);
  const started = await startIndexJob(ctx, { url: await putManual("retried.test") });
  const path = `/job-runs/${started.executionId}/retry`;
  expect(await ask(account, "POST", path)).toMatchObject({ status: 409 });
  await cancelJobRun(ctx, { runId: started.executionId });

  expect(await ask(await makeAccount(), "POST", path)).toMatchObject({ status: 404 });
  const again = await ask(account, "POST", path);
  expect(again).toMatchObject({ status: 200, body: { moduleId: started.moduleId } });
  expect(again.body.executionId).not.toBe(started.executionId);
  expect(await ask(account, "POST", path)).toMatchObject({ status: 409 });
  expect(await untilOver(account, again.body.executionId)).toMatchObject({
    status: "COMPLETE",
    docsCount: 3,
  });
  expect(await ask(account, "POST", `/job-runs/${again.body.executionId}/retry`)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("Only a run that failed") } },
  });

  const everybodys = await startPublicIndexJob(systemCtx(), { url: await putManual("retried-public.test") });
  await expect(retryJobRun(ctx, { runId: everybodys.executionId })).rejects.toMatchObject({
    code: "permission-denied",
  });
});

it("removes a site for good; the totals follow", async () => {
  const account = await makeAccount();
  const empty = await ask(account, "GET", "/private-index");
  expect(empty.body).toEqual({ privateIndex: null });
  const started = await startIndexJob(ctxOf(account), { url: await putManual("removed.test") });
  await untilOver(account, started.executionId);
  const full = await ask(account, "GET", "/private-index");
  expect(full.body.privateIndex).toMatchObject({
    totalDocs: 3,
    modules: [{ moduleId: started.moduleId, kind: "site", docsCount: 3 }],
  });

  const remove = (who: Account) =>
    ask(who, "POST", "/functions/removeModuleCallable", { data: { moduleId: started.moduleId } });
  expect(await remove(await makeAccount())).toMatchObject({ status: 404 });
  expect(await remove(account)).toEqual({ status: 200, body: { result: { removed: true } } });
  expect(await remove(account)).toMatchObject({ status: 404 });
  const after = await ask(account, "GET", "/private-index");
  expect(after.body.privateIndex).toMatchObject({ totalDocs: 0, modules: [] });
  expect((await ask(account, "GET", "/job-runs")).body).toEqual({ jobRuns: [] });
  const ctx = ctxOf(account);
  expect(await ctx.db.select().from(sources).where(eq(sources.id, started.moduleId))).toEqual([]);
  // Nothing asks the site any more.
  await changeSite("removed.test", {});
});

it("removes a PDF set as a source like any other; without files there is nothing to index", async () => {
  const account = await makeAccount();
  const made = await ask(account, "POST", "/pdf-sets", { displayName: "Manuals" });
  const { setId, moduleId } = made.body;
  expect(await ask(account, "POST", `/sources/${moduleId}/refresh`)).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("no files yet") } },
  });
  const remove = () => ask(account, "POST", "/functions/removeModuleCallable", { data: { moduleId } });
  expect(await remove()).toMatchObject({ status: 200 });
  expect(await remove()).toMatchObject({ status: 404 });
  expect(await ask(account, "GET", `/pdf-sets/${setId}`)).toMatchObject({ status: 404 });
});
