import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { jobRuns, sources } from "#schema/index.ts";
import { PLANS } from "#schema/plans.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { createApp } from "#worker/app.ts";
import { getCreditInfo } from "#worker/credits/get-credit-info.ts";
import { newId } from "#worker/platform/ids.ts";

const app = createApp();

/** The whole door, at the pace that production has. */
async function ask(method: string, path: string, { apiKey }: Account, body: unknown) {
  const ctx = createExecutionContext();
  const request = new Request(`https://docenda.test${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${apiKey}`,
      "mcp-protocol-version": "2025-03-26",
    },
    body: JSON.stringify(body),
  });
  const answer = await app.fetch(request, { ...env, PACE_FACTOR: "1" }, ctx);
  const text = await answer.text();
  await waitOnExecutionContext(ctx);
  return { status: answer.status, headers: answer.headers, text };
}

const callOf = (id: number, url: string) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "docenda_read_url", arguments: { url } },
});

function batchOf(size: number, host: string) {
  return Array.from({ length: size }, (_, n) => callOf(n, `https://${host}/${n}`));
}

function start(by: Account) {
  return ask("POST", "/api/functions/startIndexJobCallable", by, { data: {} });
}

function page(n: number) {
  return { headers: { "content-type": "text/html" }, body: `<h1>Page ${n}</h1><p>Words of page ${n}.</p>` };
}

const { calls, jobs } = PLANS.Free.paces;

describe("the pace of a plan", () => {
  it("refuses what comes faster, in the words of HTTP and of tools, with when to come back, and costs nothing", async () => {
    const account = await makeAccount();
    const other = await makeAccount();
    const first = await ask("POST", "/api/search", account, { query: "kettle", scope: "private" });
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-policy")).toBe(`"calls";q=${calls.max};w=60`);
    expect(first.headers.get("ratelimit")).toMatch(new RegExp(`^"calls";r=${calls.max - 1};t=\\d+$`));
    expect(first.headers.get("retry-after")).toBeNull();

    const answers = await Promise.all(
      Array.from({ length: calls.max + 20 }, (_, n) =>
        ask("POST", "/api/search", account, { query: `kettle ${n}`, scope: "private" }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    for (const { headers, text } of refused) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(headers.get("ratelimit")).toMatch(/^"(?:calls|free-answers)";r=0;t=\d+$/);
      expect(JSON.parse(text)).toMatchObject({
        error: { code: "resource-exhausted", data: { reason: "too-many-requests" } },
      });
    }

    const tool = await ask("POST", "/mcp", account, batchOf(10, "docs.test"));
    expect(tool.status).toBe(200);
    expect(tool.text).toMatch(
      /Error \(resource-exhausted\): Too fast: the Free plan has .*Try again in \d+ s\./,
    );
    expect(tool.headers.get("retry-after")).toMatch(/^\d+$/);

    expect((await getCreditInfo(ctxOf(account))).totalCreditsAvailable).toBe(PLANS.Free.initialCredits);
    // Another's pace is its own.
    expect((await ask("POST", "/api/search", other, { query: "kettle", scope: "private" })).status).toBe(200);
  });

  it("holds for what begins to index, and for a plan that is larger there is more of it", async () => {
    const account = await makeAccount();
    const large = await makeAccount({ tier: "Pro" });
    const answers = await Promise.all(Array.from({ length: jobs.max + 5 }, () => start(account)));
    // What is no job is refused for that, and counts.
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(jobs.max);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(JSON.parse(answers.at(-1)!.text)).toMatchObject({
      error: { status: "RESOURCE_EXHAUSTED", details: { reason: "too-many-requests" } },
    });
    expect((await start(large)).headers.get("ratelimit-policy")).toBe(
      `"jobs";q=${PLANS.Pro.paces.jobs.max};w=3600`,
    );
  });

  it("holds for runs that go on together, and for sources", async () => {
    const account = await makeAccount();
    const { db, now, scope } = ctxOf(account);
    const { maxRuns, maxSources } = PLANS.Free;
    const ownedBy = { ownerKind: "user" as const, ownerId: scope.owner.id };
    const rows = Array.from({ length: maxSources }, (_, n) => ({
      ...ownedBy,
      id: newId("src"),
      indexId: "default",
      kind: "site" as const,
      name: `source ${n}`,
      url: `https://source-${n}.test/`,
      createdAt: now(),
      updatedAt: now(),
    }));
    for (const row of rows) await db.insert(sources).values(row);
    const begin = () =>
      ask("POST", "/api/functions/startIndexJobCallable", account, {
        data: { url: "https://one-more.test/" },
      });
    const full = await begin();
    expect(full).toMatchObject({
      status: 429,
      text: expect.stringContaining(`room for ${maxSources} sources`),
    });
    const [first] = rows;
    await db.delete(sources).where(eq(sources.id, first!.id));
    for (const { id, url } of rows.slice(1, maxRuns + 1))
      await db.insert(jobRuns).values({
        ...ownedBy,
        id: newId("run"),
        sourceId: id,
        generation: 1,
        status: "CRAWLING",
        url,
        displayName: url,
        startTime: now(),
      });
    const busy = await begin();
    expect(busy).toMatchObject({ status: 429, text: expect.stringContaining("at the same time") });
    expect(busy.headers.get("retry-after")).toBe("60");
    await db
      .update(jobRuns)
      .set({ status: "COMPLETE", endTime: now() })
      .where(eq(jobRuns.ownerId, account.userId));
    expect((await begin()).status).toBe(200);
  });

  it("takes ten messages of a batch, each of which counts, and no more", async () => {
    const account = await makeAccount();
    const host = `${newId("missing").toLowerCase()}.test`;
    const tooMany = await ask("POST", "/mcp", account, batchOf(11, host));
    expect(tooMany).toMatchObject({ status: 400, text: expect.stringContaining("10 messages at most") });
    expect(tooMany.headers.get("ratelimit")).toBeNull();
    const ten = await ask("POST", "/mcp", account, batchOf(10, host));
    expect(ten.headers.get("ratelimit")).toContain(`"calls";r=${calls.max - 10};`);
  });
});

describe("a page that nobody has indexed", () => {
  it("is read at the pace of its host, and not where robots.txt is against it", async () => {
    const account = await makeAccount();
    const host = `${newId("paced").toLowerCase()}.test`;
    await putSite(host, {
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n",
      },
      "/private/a": page(0),
      ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`/${n}`, page(n)])),
    });
    const read = (path: string) => ask("POST", "/api/read", account, { url: `https://${host}${path}` });
    const hidden = await read("/private/a");
    expect(hidden).toMatchObject({ status: 403, text: expect.stringContaining("robots.txt") });
    expect(hidden.text).not.toContain("Words of page");

    const together = await Promise.all(Array.from({ length: 6 }, (_, n) => read(`/${n}`)));
    const later = together.filter(({ status }) => status === 503);
    expect(together.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    // Two seconds apart, and none waits for longer than four.
    expect(later.length).toBeGreaterThanOrEqual(2);
    for (const { headers } of later) expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(4);
  });

  it("is not read by a redirect either where the robots.txt of its host is against it (fault 34)", async () => {
    const account = await makeAccount();
    const [from, to] = [`${newId("from").toLowerCase()}.test`, `${newId("to").toLowerCase()}.test`];
    const robots = {
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /private/\n",
    };
    const redirect = (path: string) => ({ status: 302, headers: { location: `https://${to}${path}` } });
    await putSite(from, { "/hidden": redirect("/private/a"), "/open": redirect("/b") });
    await putSite(to, { "/robots.txt": robots, "/private/a": page(0), "/b": page(1) });
    const read = (path: string) => ask("POST", "/api/read", account, { url: `https://${from}${path}` });
    expect(await read("/hidden")).toMatchObject({ status: 403, text: expect.stringContaining("robots.txt") });
    expect(await read("/open")).toMatchObject({
      status: 200,
      text: expect.stringContaining("Words of page 1"),
    });
    expect((await requestsTo(to)).map(({ path }) => path)).toEqual(["/robots.txt", "/b"]);
  });
});
