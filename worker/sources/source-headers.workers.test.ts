import { SELF, env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sources } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { untilOver } from "#tests/support/crawl.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { parseInput } from "#worker/http/validate.ts";
import { indexAgain } from "#worker/source-kinds/index-again.ts";
import { listSources } from "./list-sources.ts";
import { openHeaders } from "./source-headers.ts";
import { startIndexJob, startIndexJobInput, startPublicIndexJob } from "./start-index-job.ts";

const SECRET = "Bearer the-secret-of-the-docs";

it("go to the source's own host alone, on a refresh too, and to nobody's eyes", async () => {
  await putSite("walled.test", {
    "/": `<h1>Walled</h1><p>Behind a login. <a href="/two">two</a> <a href="/away">away</a> <a href="/plain">plain</a></p>`,
    "/two": "<h1>Two</h1><p>The second page.</p>",
    "/away": { status: 302, headers: { location: "https://thief.test/" } },
    "/plain": { status: 302, headers: { location: "http://walled.test/two" } },
    "/llms.txt": { status: 302, headers: { location: "https://thief.test/llms.txt" } },
    "/sitemap.xml": { status: 302, headers: { location: "https://thief.test/sitemap.xml" } },
  });
  await putSite("thief.test", { "/": "<h1>Thief</h1><p>Give it to me.</p>" });
  const account = await makeAccount();
  const ctx = ctxOf(account);
  const answer = await SELF.fetch("https://docenda.test/api/functions/startIndexJobCallable", {
    method: "POST",
    headers: { authorization: `Bearer ${account.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { url: "https://walled.test/", headers: { Authorization: SECRET } } }),
  });
  const text = await answer.text();
  expect(text).not.toContain("secret");
  const { executionId, moduleId } = (
    JSON.parse(text) as { result: { executionId: string; moduleId: string } }
  ).result;
  expect(await untilOver(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 2 });

  const asked = await requestsTo("walled.test");
  const pages = asked.filter(({ path }) => path !== "/robots.txt");
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.filter(({ headers }) => headers.authorization !== SECRET)).toEqual([]);
  const stolen = await requestsTo("thief.test");
  expect(stolen.length).toBeGreaterThan(0);
  expect(JSON.stringify(stolen)).not.toContain("secret");

  await changeSite("walled.test", {});
  const again = await indexAgain(ctx, { moduleId });
  await untilOver(ctx, again.executionId);
  expect((await requestsTo("walled.test")).filter(({ headers }) => headers.authorization)).not.toEqual([]);

  // The header is nowhere in the open: not in the row, not in callers' answers, not in the run's object.
  const [row] = await ctx.db.select().from(sources).where(eq(sources.id, moduleId));
  expect(JSON.stringify(row)).not.toContain("the-secret");
  expect((await listSources(ctx)).find(({ id }) => id === moduleId)).toMatchObject({ hasHeaders: true });
  expect(JSON.stringify(await listSources(ctx))).not.toContain("ecret-of");
  expect(JSON.stringify(await env.CRAWL_RUN.getByName(executionId).status())).not.toContain("ecret-of");

  // The header is sealed for this source of this owner: another's row does not open it.
  const { owner } = ctx.scope;
  expect(await openHeaders(ctx, { owner, sourceId: moduleId })).toEqual({
    origin: "https://walled.test",
    headers: { authorization: SECRET },
  });
  const thief = ctxOf(await makeAccount());
  await expect(openHeaders(thief, { owner: thief.scope.owner, sourceId: moduleId })).rejects.toMatchObject({
    name: "OperationError",
  });

  const without = await startIndexJob(ctx, { url: "https://walled.test/", headers: {} });
  await untilOver(ctx, without.executionId);
  expect(await openHeaders(ctx, { owner, sourceId: moduleId })).toBeNull();
});

it.each<[object, RegExp]>([
  [{ "bad name": "x" }, /none of a header/],
  [{ Host: "elsewhere.test" }, /cannot be set here/],
  [{ "X-Forwarded-For": "127.0.0.1" }, /cannot be set here/],
  [{ "content-length": "1" }, /cannot be set here/],
  [{ authorization: "a\r\nhost: b" }, /plain characters on one line/],
  [{ authorization: "" }, /must not be empty/],
  [Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`x-${i}`, "1"])), /10 headers at most/],
])("refuses %j, without repeating a value", (headers, message) => {
  const parse = () => parseInput(startIndexJobInput, { url: "https://a.test", headers });
  expect(parse).toThrow(message);
  expect(parse).not.toThrow("host: b");
});

it("are refused where they could be read on the way, and for what is public", async () => {
  const ctx = ctxOf(await makeAccount());
  const headers = { authorization: SECRET };
  await expect(startIndexJob(ctx, { url: "http://open.test/", headers })).rejects.toMatchObject({
    code: "invalid-argument",
    message: expect.stringContaining("https"),
  });
  await expect(
    startPublicIndexJob(systemCtx(), { url: "https://open.test/", headers }),
  ).rejects.toMatchObject({
    code: "invalid-argument",
  });
});
