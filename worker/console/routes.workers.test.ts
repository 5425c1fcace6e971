import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { factsOf } from "#tests/support/mcp-calls.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import { getCreditInfo } from "#worker/credits/get-credit-info.ts";

const URL_OF_PAGE = "https://kettles.test/descaling";
const MARKDOWN = `# Descaling

Fill the zorbulator kettle with one litre of vinegar and boil it twice.

\`\`\`sh
kettle descale --twice
\`\`\`
`;

async function withKettles(account: Account): Promise<void> {
  const owner = { kind: "user", id: account.userId } as const;
  await indexPages({ owner, name: "kettles", url: "https://kettles.test/" }, [
    { path: "descaling", title: "Descaling", markdown: MARKDOWN },
  ]);
}

async function ask(path: string, body: unknown, { apiKey }: { apiKey?: string } = {}) {
  const response = await SELF.fetch(`https://docenda.test/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json<any>() };
}

async function creditsLeft(account: Account): Promise<number> {
  return (await getCreditInfo(ctxOf(account))).totalCreditsAvailable;
}

it("searches as an agent does, shows that call, and is free when it is asked again", async () => {
  const account = await makeAccount();
  await withKettles(account);
  const before = await creditsLeft(account);
  const input = { query: "descale zorbulator kettle vinegar", scope: "private", budget: 1000 };
  const first = await ask("/search", input, account);
  expect(first).toMatchObject({
    status: 200,
    body: {
      confidence: "sure",
      passages: [{ title: "Descaling", source: "kettles", text: expect.stringContaining("vinegar") }],
      receipt: { creditsUsed: 1, creditsLeft: before - 1 },
    },
  });
  const { request, response } = first.body.mcp;
  const call = JSON.parse(request);
  expect(call).toMatchObject({ method: "tools/call", params: { arguments: input } });
  const result = JSON.parse(response).result;
  expect(result.content).toEqual([{ type: "text", text: first.body.text }]);

  // An agent that sends the very call gets an answer of the same shape.
  const { result: agents } = await askModern("tools/call", call.params, account);
  expect(factsOf(agents).passages).toEqual(factsOf(result).passages);
  expect(Object.keys(factsOf(agents)).toSorted()).toEqual(Object.keys(factsOf(result)).toSorted());

  const second = await ask("/search", input, account);
  expect(second.body.receipt).toMatchObject({ creditsUsed: 0 });
  expect(second.body.passages).toEqual(first.body.passages);
  // In the session of the first answer nothing is sent twice.
  const same = await ask("/search", { ...input, session: first.body.session }, account);
  expect(same.body).toMatchObject({ passages: [], passagesAlreadySent: 1 });
});

it("reads a page of the scope, once a minute for one credit", async () => {
  const account = await makeAccount();
  await withKettles(account);
  const first = await ask("/read", { url: URL_OF_PAGE }, account);
  expect(first).toMatchObject({
    status: 200,
    body: {
      text: expect.stringContaining("kettle descale --twice"),
      page: { title: "Descaling", source: "kettles", isWhole: true },
      receipt: { creditsUsed: 1 },
    },
  });
  expect(JSON.parse(first.body.mcp.request).params).toEqual({
    name: "docenda_read_url",
    arguments: { url: URL_OF_PAGE },
  });
  const second = await ask("/read", { url: URL_OF_PAGE }, account);
  expect(second.body).toMatchObject({ text: expect.any(String), receipt: { creditsUsed: 0 } });
});

it("finds nothing of another's, and takes no credit for that", async () => {
  await withKettles(await makeAccount());
  const stranger = await makeAccount();
  const before = await creditsLeft(stranger);
  const answer = await ask(
    "/search",
    { query: "descale zorbulator kettle vinegar", scope: "private" },
    stranger,
  );
  expect(answer).toMatchObject({ status: 200, body: { passages: [], receipt: { creditsUsed: 0 } } });
  expect(await creditsLeft(stranger)).toBe(before);
});

it("refuses visitors, what is no question, and an empty account", async () => {
  const account = await makeAccount();
  expect(await ask("/search", { query: "kettle" })).toMatchObject({ status: 401 });
  expect(await ask("/read", { url: URL_OF_PAGE })).toMatchObject({ status: 401 });
  expect(await ask("/search", { query: " " }, account)).toMatchObject({
    status: 400,
    body: { error: { message: "query: must not be empty" } },
  });
  expect(await ask("/search", { query: "kettle", budget: 20_000 }, account)).toMatchObject({ status: 400 });
  expect(await ask("/read", { url: "kettle" }, account)).toMatchObject({ status: 400 });

  await withKettles(account);
  const ctx = ctxOf(account);
  const left = await creditsLeft(account);
  const counter = ctx.services.creditCounter(ctx.scope.owner);
  await counter.reserve("op_all", left, { windowKey: "all" });
  expect(await ask("/search", { query: "descale zorbulator kettle" }, account)).toMatchObject({
    status: 429,
    body: { error: { data: { required: 1, available: 0 } } },
  });
});

it("refuses a name that is longer than names are, from routes and tools alike, before anything looks at it", async () => {
  const account = await makeAccount();
  const input = { query: "kettle", sources: [`a${"@1".repeat(40_000)} x`] };
  const words = /^sources\.0: must have at most 200 characters/;
  expect(await ask("/search", input, account)).toMatchObject({
    status: 400,
    body: { error: { code: "invalid-argument", message: expect.stringMatching(words) } },
  });
  const { result } = await askModern(
    "tools/call",
    { name: "docenda_search_documentation", arguments: input },
    account,
  );
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("sources.0: must have at most 200 characters") }],
  });
});
