import { setPlan } from "#worker/credits/set-plan.ts";
import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { jobRuns, privateIndexes, sources } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
import type { Ctx } from "#worker/context.ts";
import { parseInput } from "#worker/http/validate.ts";
import { cancelJobRun } from "./cancel-job-run.ts";
import { getJobRun, listRunPages } from "./get-job-run.ts";
import { listJobRuns } from "./list-job-runs.ts";
import { listSources } from "./list-sources.ts";
import { startIndexJob, startIndexJobInput, startPublicIndexJob } from "./start-index-job.ts";

/** A site of one page; a slow pace keeps a run going until it is cancelled. */
async function putPage(host: string, pace = "0.02"): Promise<string> {
  await putSite(host, {
    "/robots.txt": { body: `User-agent: *\nCrawl-delay: ${pace}` },
    "/": `<h1>${host}</h1><p>One page of documentation.</p>`,
  });
  return `https://${host}/`;
}

async function untilOver(ctx: Ctx, runId: string) {
  for (;;) {
    const run = await getJobRun(ctx, { runId });
    // The row is over first, then the run's own object.
    const isOver = run.crawl === null || ["complete", "failed", "cancelled"].includes(run.crawl.phase);
    if (isOver && (run.status === "COMPLETE" || run.status === "FAILED")) return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The sources of the scope itself, without the public ones. */
async function ownSources(ctx: Ctx) {
  return (await listSources(ctx)).filter(({ isPublic }) => !isPublic);
}

describe("starting an index job", () => {
  it("makes a source, its index and a run, and the second time another run of the same source", async () => {
    const ctx = ctxOf(await makeAccount());
    const url = await putPage("one-page.test");
    const first = await startIndexJob(ctx, {
      url,
      displayName: "One",
      version: "1.0",
      description: "A page",
    });
    expect(await untilOver(ctx, first.executionId)).toMatchObject({
      moduleId: first.moduleId,
      status: "COMPLETE",
      displayName: "One",
      docsCount: 1,
      startedByUserId: ctx.scope.owner.id,
      crawl: { phase: "complete", pageLimit: 500, seededFrom: [{ from: "start-page" }] },
    });
    const second = await startIndexJob(ctx, { url: "https://ONE-page.test:443/#top" });
    expect(second.moduleId).toBe(first.moduleId);
    await untilOver(ctx, second.executionId);

    expect(await ownSources(ctx)).toMatchObject([
      {
        id: first.moduleId,
        name: "One",
        version: "1.0",
        description: "A page",
        totalPages: 1,
        isPublic: false,
      },
    ]);
    const runs = await listJobRuns(ctx);
    expect(runs.map(({ executionId }) => executionId)).toEqual([second.executionId, first.executionId]);
    expect(runs[0]?.endTime).toBeInstanceOf(Date);
    const [index] = await ctx.db
      .select()
      .from(privateIndexes)
      .where(eq(privateIndexes.ownerId, ctx.scope.owner.id));
    expect(index).toMatchObject({ indexId: "default", totalDocs: 1 });

    // Another name for the same source renames it; the name of another source is refused.
    const other = await startIndexJob(ctx, {
      url: await putPage("other-page.test"),
      displayName: "Other",
      version: "1.0",
    });
    await untilOver(ctx, other.executionId);
    await expect(startIndexJob(ctx, { url, displayName: "Other" })).rejects.toMatchObject({
      code: "invalid-argument",
      message: 'There is a source named "Other" of version 1.0 already. Choose another name.',
    });
    const renamed = await startIndexJob(ctx, { url, displayName: "Uno" });
    await untilOver(ctx, renamed.executionId);
    expect((await ownSources(ctx)).map(({ name }) => name)).toEqual(["Other", "Uno"]);
  });

  it("lets versions of the same thing share a name", async () => {
    const ctx = ctxOf(await makeAccount());
    const start = async (host: string, version?: string) =>
      await startIndexJob(ctx, { url: await putPage(host), displayName: "Lib", version });
    await start("lib-1.test", "1");
    await start("lib-2.test", "2");
    await start("lib.test");
    await expect(start("lib-one.test", "1")).rejects.toThrow('named "Lib" of version 1 already');
    await expect(start("lib-none.test")).rejects.toThrow('named "Lib" already');
    expect((await ownSources(ctx)).map(({ name, version }) => [name, version])).toEqual([
      ["Lib", null],
      ["Lib", "2"],
      ["Lib", "1"],
    ]);
  });

  it("takes another version at the same URL for a source of its own", async () => {
    const ctx = ctxOf(await makeAccount());
    const url = await putPage("versions.test");
    const start = async (version?: string) => {
      const started = await startIndexJob(ctx, { url, version });
      await untilOver(ctx, started.executionId);
      return started.moduleId;
    };
    const first = await start();
    // A source without a version takes the given one.
    expect(await start("9.1")).toBe(first);
    const second = await start("10.0");
    expect(second).not.toBe(first);
    expect(await start("v9.1")).toBe(first);
    expect(await start("10.0")).toBe(second);
    expect(await ownSources(ctx)).toMatchObject([
      { id: second, name: "versions.test", version: "10.0", totalPages: 1 },
      { id: first, name: "versions.test", version: "9.1", totalPages: 1 },
    ]);
    await expect(startIndexJob(ctx, { url })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("in the versions 9.1, 10.0. Say with `version`"),
    });
    // Another site with a generated name is no version of this one.
    await putSite("versions.test", { "/docs/": "<h1>Docs</h1><p>One page of documentation.</p>" });
    const other = await startIndexJob(ctx, { url: "https://versions.test/docs/", version: "11" });
    await untilOver(ctx, other.executionId);
    expect((await ownSources(ctx)).find(({ id }) => id === other.moduleId)?.name).toBe("versions.test-2");
  });

  it("changes nothing when it is refused", async () => {
    const ctx = ctxOf(await makeAccount());
    const url = await putPage("refused.test", "3");
    const { executionId: runId, moduleId } = await startIndexJob(ctx, { url, displayName: "Kept" });
    const renaming = startIndexJob(ctx, { url, displayName: "Other", version: "2" });
    await expect(renaming).rejects.toMatchObject({ code: "aborted", data: { executionId: runId, moduleId } });
    expect(await ownSources(ctx)).toMatchObject([{ id: moduleId, name: "Kept", version: null }]);
    await cancelJobRun(ctx, { runId });
  });

  it("is refused while a run of the source goes on; of two at once, one wins", async () => {
    const ctx = ctxOf(await makeAccount());
    const url = await putPage("twice.test", "3");
    const both = await Promise.allSettled([startIndexJob(ctx, { url }), startIndexJob(ctx, { url })]);
    const [started] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const [refused] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toMatchObject({ code: "aborted", data: started });
    expect(refused.message).toMatch(/already being indexed/);
    await expect(startIndexJob(ctx, { url })).rejects.toMatchObject({ code: "aborted", data: started });
    expect(await ctx.db.select().from(sources).where(eq(sources.url, url))).toHaveLength(1);
    expect(await ctx.db.select().from(jobRuns).where(eq(jobRuns.url, url))).toHaveLength(1);
    await cancelJobRun(ctx, { runId: started?.executionId ?? "" });
  });

  it.each<[string, RegExp]>([
    ["not a url at all", /cannot be indexed: (?:this is not an absolute URL|the host name)/],
    ["ftp://files.test/", /only http and https are read, not "ftp"/],
    ["file:///etc/passwd", /only http and https/],
    ["javascript:alert(1)", /only http and https/],
    ["https://user:secret@docs.test/", /user name or a password/],
    ["https://docs.test:8443/", /only the ports 80 and 443/],
    ["http://10.0.0.1/", /not on the public internet/],
    ["http://[::1]/", /not on the public internet/],
    ["http://0xa.1/docs", /not on the public internet/],
    ["https://intranet/", /the host name has no domain/],
    ["https://db.internal/", /for private networks/],
    [`https://docs.test/${"a".repeat(1990)}`, /too long/],
  ])("refuses %s", async (url, message) => {
    const ctx = ctxOf(await makeAccount());
    const starting = startIndexJob(ctx, { url });
    await expect(starting).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(message),
    });
    expect(await listJobRuns(ctx)).toEqual([]);
    expect(await ownSources(ctx)).toEqual([]);
  });

  it.each([
    [{}, "url: is required"],
    [{ url: "" }, "url: must not be empty"],
    [{ url: 7 }, "url: must be text"],
    [{ url: "a", maxPages: 0 }, "maxPages: must be at least 1"],
    [{ url: "a", include: [""] }, "include.0: must not be empty"],
  ])("refuses the input %j", (input, message) => {
    expect(() => parseInput(startIndexJobInput, input)).toThrow(message);
  });

  it("shares what the plan has left with the runs that go on at the same time", async () => {
    const ctx = ctxOf(await makeAccount({ tier: "Free" }));
    const full = await startIndexJob(ctx, { url: await putPage("nearly-full.test") });
    await untilOver(ctx, full.executionId);
    await ctx.db.update(sources).set({ totalPages: 460 }).where(eq(sources.id, full.moduleId));
    const paths = Array.from({ length: 30 }, (_, at) => `/page-${at}`);
    const site = {
      "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
      "/": paths.map((path) => `<a href="${path}">${path}</a>`).join(""),
      ...Object.fromEntries(paths.map((path) => [path, `<h1>${path}</h1><p>About ${path}.</p>`])),
    };
    const hosts = ["two-at-once-a.test", "two-at-once-b.test"];
    await Promise.all(hosts.map((host) => putSite(host, site)));
    const runs = await Promise.all(
      hosts.map(async (host) => {
        const { executionId } = await startIndexJob(ctx, { url: `https://${host}/` });
        return await untilOver(ctx, executionId);
      }),
    );
    expect(runs).toMatchObject([{ status: "COMPLETE" }, { status: "COMPLETE" }]);
    expect(runs.reduce((sum, { docsCount }) => sum + docsCount, 0)).toBe(40);
    const left = await listRunPages(ctx, { runId: runs[0]!.executionId, outcome: "over-limit" });
    const leftToo = await listRunPages(ctx, { runId: runs[1]!.executionId, outcome: "over-limit" });
    expect([...left.pages, ...leftToo.pages].map(({ reason }) => reason)).toEqual(
      Array.from({ length: 62 - 40 }, () => "The pages of the plan were used up before it."),
    );
    const rows = await ctx.db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id));
    expect(rows.map(({ reservedPages }) => reservedPages)).toEqual([0, 0, 0]);
  });

  it("is refused when the plan has no page left, and gets what is left otherwise", async () => {
    const ctx = ctxOf(await makeAccount({ tier: "Free" }));
    const full = await startIndexJob(ctx, { url: await putPage("full.test") });
    await untilOver(ctx, full.executionId);
    const setPages = (totalPages: number) =>
      ctx.db.update(sources).set({ totalPages }).where(eq(sources.id, full.moduleId));
    await setPages(500);
    const url = await putPage("no-room.test");
    await expect(startIndexJob(ctx, { url })).rejects.toMatchObject({
      code: "resource-exhausted",
      data: { limit: 500, current: 500 },
    });
    // The source itself may be crawled again.
    const again = await startIndexJob(ctx, { url: "https://full.test/" });
    expect(await untilOver(ctx, again.executionId)).toMatchObject({ crawl: { pageLimit: 500 } });
    await setPages(490);
    const some = await startIndexJob(ctx, { url });
    expect(await untilOver(ctx, some.executionId)).toMatchObject({ crawl: { pageLimit: 10 } });
  });

  it("keeps what it has on a plan that is smaller than what is stored, and adds nothing", async () => {
    const account = await makeAccount({ tier: "Basic" });
    const ctx = ctxOf(account);
    const paths = Array.from({ length: 8 }, (_, at) => `/page-${at}`);
    await putSite("smaller-plan.test", {
      "/": paths.map((path) => `<a href="${path}">${path}</a>`).join(""),
      ...Object.fromEntries(paths.map((path) => [path, `<h1>${path}</h1><p>About ${path}.</p>`])),
    });
    const first = await startIndexJob(ctx, { url: "https://smaller-plan.test/" });
    expect(await untilOver(ctx, first.executionId)).toMatchObject({ docsCount: 9 });
    const large = await startIndexJob(ctx, { url: await putPage("large.test") });
    await untilOver(ctx, large.executionId);
    await ctx.db.update(sources).set({ totalPages: 2000 }).where(eq(sources.id, large.moduleId));
    const event = { startDate: new Date(), eventId: "evt_down", order: 2 };
    await setPlan(ctx, { kind: "user", id: account.userId }, { tier: "Free", ...event });
    const again = await startIndexJob(ctx, { url: "https://smaller-plan.test/" });
    expect(await untilOver(ctx, again.executionId)).toMatchObject({ status: "COMPLETE", docsCount: 9 });
    await expect(startIndexJob(ctx, { url: await putPage("one-more.test") })).rejects.toMatchObject({
      code: "resource-exhausted",
    });
  });
});

describe("a job run", () => {
  it("is not there for a stranger, and can be cancelled once by its owner", async () => {
    const ctx = ctxOf(await makeAccount());
    const stranger = ctxOf(await makeAccount());
    const url = await putPage("cancelled.test", "5");
    const { executionId: runId, moduleId } = await startIndexJob(ctx, { url });

    const notFound = { code: "not-found", message: "This job run doesn't exist." };
    await expect(getJobRun(stranger, { runId })).rejects.toMatchObject(notFound);
    await expect(listRunPages(stranger, { runId })).rejects.toMatchObject(notFound);
    await expect(cancelJobRun(stranger, { runId })).rejects.toMatchObject(notFound);
    await expect(getJobRun(ctx, { runId: "run_none" })).rejects.toMatchObject(notFound);
    expect(await listJobRuns(stranger)).toEqual([]);
    expect(await ownSources(stranger)).toEqual([]);

    expect(await cancelJobRun(ctx, { runId })).toMatchObject({
      status: "FAILED",
      error: "Cancelled.",
      moduleId,
    });
    await expect(cancelJobRun(ctx, { runId })).rejects.toMatchObject({ code: "aborted" });
    expect(await getJobRun(ctx, { runId })).toMatchObject({
      status: "FAILED",
      crawl: { phase: "cancelled" },
    });
    // The source is free to be indexed again.
    const again = await startIndexJob(ctx, { url });
    expect(again.moduleId).toBe(moduleId);
    await cancelJobRun(ctx, { runId: again.executionId });
  });

  it("of a public source is begun and stopped by the system, and followed by everybody", async () => {
    const ctx = ctxOf(await makeAccount());
    const url = await putPage("public-docs.test");
    await expect(startPublicIndexJob(ctx, { url })).rejects.toMatchObject({ code: "permission-denied" });
    const system = systemCtx();
    const { executionId: runId, moduleId } = await startPublicIndexJob(system, {
      url,
      displayName: "Public docs",
    });
    await expect(cancelJobRun(ctx, { runId })).rejects.toMatchObject({ code: "permission-denied" });
    expect(await untilOver(ctx, runId)).toMatchObject({
      status: "COMPLETE",
      docsCount: 1,
      startedByUserId: null,
    });
    expect(await listJobRuns(ctx)).toEqual([]);
    expect((await listSources(ctx)).find(({ id }) => id === moduleId)).toMatchObject({
      name: "Public docs",
      isPublic: true,
    });
  });

  it("is told over HTTP, page by page", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const started = await startIndexJob(ctx, { url: await putPage("over-http.test") });
    await untilOver(ctx, started.executionId);
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${account.apiKey}` };
      const response = await SELF.fetch(`https://docenda.test/api${path}`, { headers, ...init });
      return { status: response.status, body: await response.json() };
    };
    const run = `/job-runs/${started.executionId}`;
    expect(await ask("/sources")).toMatchObject({
      status: 200,
      body: {
        sources: expect.arrayContaining([expect.objectContaining({ id: started.moduleId, totalPages: 1 })]),
      },
    });
    expect(await ask("/job-runs")).toMatchObject({
      body: { jobRuns: [{ executionId: started.executionId }] },
    });
    expect(await ask(run)).toMatchObject({
      body: { status: "COMPLETE", crawl: { outcomes: { indexed: 1 } } },
    });
    expect(await ask(`${run}/pages?outcome=indexed`)).toMatchObject({
      body: { pages: [{ url: "https://over-http.test/", outcome: "indexed", reason: null }], cursor: null },
    });
    expect(await ask(`${run}/pages?outcome=robots&cursor=0`)).toMatchObject({ body: { pages: [] } });
    expect(await ask(`${run}/pages?outcome=nonsense`)).toMatchObject({ status: 400 });
    expect(await ask(`${run}/cancel`, { method: "POST" })).toMatchObject({ status: 409 });
    expect(await ask("/job-runs/run_none")).toMatchObject({ status: 404 });
    expect(await ask(run, { headers: {} })).toMatchObject({ status: 401 });
  });
});
