import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import { connected } from "#tests/support/oauth.workers.ts";
import { getCreditInfo } from "#worker/credits/get-credit-info.ts";

const MARKDOWN = `# Descaling

Fill the zorbulator kettle with one litre of vinegar and boil it twice.
`;
const QUESTION = { query: "descale zorbulator kettle vinegar", scope: "private" };

async function newOwner() {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  await indexPages({ owner, name: "kettles | pots", url: "https://kettles.test/" }, [
    { path: "descaling", title: "Descaling", markdown: MARKDOWN },
  ]);
  return account;
}

function ask(path: string, bearer: string | null, body?: unknown, headers: Record<string, string> = {}) {
  return SELF.fetch(`https://docenda.test/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "content-type": "application/json",
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

it("searches as the MCP tool does: the same answer, one charge for both, and a stranger finds nothing", async () => {
  const account = await newOwner();
  const before = (await getCreditInfo(ctxOf(account))).totalCreditsAvailable;
  const response = await ask("/search", account.apiKey, QUESTION);
  expect([response.status, response.headers.get("ratelimit")]).toEqual([200, expect.any(String)]);
  const found = await response.json<any>();
  expect(found).toMatchObject({
    confidence: "sure",
    passages: [{ title: "Descaling", text: expect.stringContaining("vinegar") }],
    receipt: { creditsUsed: 1, creditsLeft: before - 1 },
    text: expect.stringContaining("vinegar"),
  });
  const params = { name: "docenda_search_documentation", arguments: { ...QUESTION, session: found.session } };
  const { result } = await askModern("tools/call", params, { ...account, path: "/mcp?structured=1" });
  expect(result.structuredContent).toMatchObject({ passages: [], passagesAlreadySent: 1 });

  const stranger = await makeAccount();
  const theirs = await (await ask("/search", stranger.apiKey, QUESTION)).json<any>();
  expect(theirs.passages).toEqual([]);
  expect(theirs.receipt.creditsUsed).toBe(0);
});

it("answers in markdown where that is wanted, with the receipt in a header", async () => {
  const account = await newOwner();
  const accept = { accept: "text/markdown, application/json;q=0.5" };
  const response = await ask("/search", account.apiKey, QUESTION, accept);
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(JSON.parse(response.headers.get("docenda-receipt")!)).toMatchObject({ creditsUsed: 1 });
  expect(response.headers.get("docenda-session")).toMatch(/^s_/);
  expect(await response.text()).toContain("one litre of vinegar");
  const table = await (await ask("/sources", account.apiKey, undefined, accept)).text();
  expect(table).toContain(String.raw`| kettles \| pots |  | site | 1 | you | https://kettles.test/ |`);
  // A refusal is JSON for everybody.
  const refused = await ask("/search", account.apiKey, {}, accept);
  expect([refused.status, (await refused.json<any>()).error.code]).toEqual([400, "invalid-argument"]);
});

it("reads a page, and says what is wrong with an address", async () => {
  const account = await newOwner();
  const page = await (
    await ask("/read", account.apiKey, { url: "https://kettles.test/descaling" })
  ).json<any>();
  expect(page).toMatchObject({ text: expect.stringContaining("vinegar"), receipt: { creditsUsed: 1 } });
  const refused = await ask("/read", account.apiKey, { url: "file:///etc/passwd" });
  expect([refused.status, (await refused.json<any>()).error.code]).toEqual([400, "invalid-argument"]);
});

it("takes an access token for the MCP endpoint, within its scopes, and for nothing that it doesn't cover", async () => {
  const { tokens } = await connected({ scopes: ["search"], params: { scope: "search" } });
  const token = tokens.access_token;
  expect((await ask("/search", token, { query: QUESTION.query })).status).toBe(200);
  expect((await ask("/search", token, QUESTION)).status).toBe(403);
  const { sources } = await (await ask("/sources", token)).json<any>();
  expect(sources.filter(({ isPublic }: { isPublic: boolean }) => !isPublic)).toEqual([]);
  expect((await ask("/index-jobs", token, { url: "https://kettles.test/" })).status).toBe(401);
  expect((await ask("/sources", `${token.slice(0, -1)}x`)).status).toBe(401);
  expect((await ask("/sources", null)).status).toBe(401);
});

it("starts an indexing job once, follows it, and shows it to its owner alone", async () => {
  const account = await makeAccount();
  const order = { url: "https://http-api.test/docs/", displayName: "http api" };
  const started = await ask("/index-jobs", account.apiKey, order);
  expect(started.status).toBe(202);
  const { executionId } = await started.json<any>();
  expect(await (await ask(`/index-jobs/${executionId}`, account.apiKey)).json()).toMatchObject({
    executionId,
    displayName: "http api",
  });
  expect((await (await ask("/index-jobs", account.apiKey)).json<any>()).indexJobs).toHaveLength(1);
  const stranger = await makeAccount();
  expect((await ask(`/index-jobs/${executionId}`, stranger.apiKey)).status).toBe(404);
  const refused = await ask("/index-jobs", account.apiKey, { url: "http://10.0.0.1/" });
  expect(refused.status).toBe(400);
});
