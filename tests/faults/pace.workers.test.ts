import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { PLANS } from "#schema/plans.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
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
});
