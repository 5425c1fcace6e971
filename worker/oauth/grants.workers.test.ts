import { env, SELF } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import { testCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { factsOf } from "#tests/support/mcp-calls.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import {
  askConsent,
  askToken,
  codeFor,
  connected,
  documentClient,
  exchange,
  MCP,
  refresh,
  registeredClient,
} from "#tests/support/oauth.workers.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { deleteOAuthData } from "./delete-oauth-data.ts";

const SEARCH = "docenda_search_documentation";

const READ = "docenda_read_url";

const REFUSAL =
  'error="invalid_token", error_description="This access token is not good here: it has expired, its access was withdrawn, or it is for another address. Connect again."';

describe("an access token", () => {
  it("is refused at another resource, and when it is not ours", async () => {
    const { tokens, userId } = await connected();
    const forOpenai = await connected({ params: { resource: `${MCP}/openai` } });
    const secret = "A".repeat(32);
    for (const [token, path] of [
      [tokens.access_token, "/mcp/openai"],
      [forOpenai.tokens.access_token, "/mcp"],
      // A token of another issuer, with the form of ours.
      [`someone:${"A".repeat(16)}:${secret}`, "/mcp"],
      [`${userId}:${tokens.access_token.split(":")[1]}:${secret}`, "/mcp"],
      [tokens.refresh_token, "/mcp"],
    ] as const) {
      const { status, headers, error } = await call(token, SEARCH, { query: "anything" }, path);
      expect({ status, code: error?.code }).toEqual({ status: 401, code: -32000 });
      expect(headers.get("www-authenticate")).toBe(
        `Bearer realm="docenda", ${REFUSAL}, resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource${path}", scope="search private"`,
      );
    }
    const jwt = await call("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJodHRwczovL290aGVyLnRlc3QifQ.c2ln", SEARCH, {
      query: "q",
    });
    expect(jwt.status).toBe(401);
    expect(jwt.headers.get("www-authenticate")).toMatch(/error="invalid_token".*resource_metadata=/);
    expect((await call(forOpenai.tokens.access_token, "search", { query: "q" }, "/mcp/openai")).status).toBe(
      200,
    );
  });

  it("of another name of this deployment is refused", async () => {
    const { tokens } = await connected();
    const response = await SELF.fetch("https://other-name.test/mcp", {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("https://other-name.test/.well-known/");
    await response.body?.cancel();
  });

  it("is taken from the Authorization header alone, and not beside a key", async () => {
    const { tokens } = await connected();
    const token = encodeURIComponent(tokens.access_token);
    const inUrl = await askModern("tools/list", {}, { path: `/mcp?apiKey=${token}` });
    expect(inUrl.status).toBe(401);
    const both = await askModern(
      "tools/list",
      {},
      { apiKey: tokens.access_token, headers: { "x-api-key": "doc_x" } },
    );
    expect(both.status).toBe(400);
  });

  it("without the scope for searching is told which one is missing", async () => {
    const { client, tokens } = await connected();
    const { body } = await refresh(client, tokens.refresh_token, { scope: "private" });
    expect(body.scope).toBe("private");
    const { status, headers } = await call(body.access_token, SEARCH, { query: "anything" });
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toMatch(
      /^Bearer realm="docenda", error="insufficient_scope".*scope="search private"$/,
    );
  });
});

describe("the scopes", () => {
  it("keep private documents from a client that may search public ones alone", async () => {
    const { browser, userId, tokens } = await connected();
    const owner = { kind: "user", id: userId } as const;
    const url = `https://${userId.toLowerCase().replace("_", "-")}.test/`;
    await indexPages({ owner, name: "secret-plans", url }, [
      {
        path: "plan",
        title: "Secret plan",
        markdown: "# Secret plan\n\nThe zanzibarium reactor starts on Tuesday.",
      },
      {
        path: "fuel",
        title: "Secret fuel",
        markdown: "# Secret fuel\n\nThe quixotite fuel rods arrive on Monday.",
      },
    ]);
    const query = "secret-plans zanzibarium reactor start";
    const seen = await call(tokens.access_token, SEARCH, { query });
    expect(seen.result.content[0].text).toContain("Tuesday");
    const { session } = factsOf(seen.result);
    // A further answer of a session keeps its pages there, for a read that may follow.
    await call(tokens.access_token, SEARCH, { query: "secret-plans quixotite fuel rods", session });
    const kept = testCtx({ kind: "system" }, owner).services.mcpSession(owner, session);
    await vi.waitFor(async () => expect(await kept.keptPage(`${url}fuel`)).not.toBeNull());

    const client = await registeredClient(browser);
    const { body } = await exchange(client, await codeFor(browser, client, { scopes: ["search"] }));
    expect(body.scope).toBe("search");
    for (const args of [
      { query },
      { query, session },
      { query, sources: ["secret-plans"] },
      { query, scope: "private" },
    ]) {
      const { status, result } = await call(body.access_token, SEARCH, args);
      expect(status).toBe(200);
      expect(JSON.stringify(result)).not.toMatch(/Tuesday|Monday|"secret-plans"|Secret /);
    }
    for (const args of [{ url: `${url}fuel` }, { url: `${url}fuel`, session }]) {
      const { result } = await call(body.access_token, READ, args);
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain("Monday");
    }
    const actor = {
      kind: "oauth",
      userId,
      grantId: "g",
      clientId: "c",
      clientName: "n",
      scopes: ["search"],
    } as const;
    const listed = await listSources(testCtx({ ...actor, scopes: [...actor.scopes] }, owner));
    expect(listed.filter(({ isPublic }) => !isPublic)).toEqual([]);
    const told = await call(body.access_token, SEARCH, { query, scope: "private" });
    expect(told.result.content[0].text).toContain("only search public documentation");
    expect((await call(tokens.access_token, READ, { url: `${url}plan` })).result.content[0].text).toContain(
      "Tuesday",
    );
  });

  it("are never more than were asked for", async () => {
    const { tokens, browser } = await connected({
      params: { scope: "search" },
      scopes: ["search", "private"],
    });
    expect(tokens.scope).toBe("search");
    expect((await browser.get("/api/oauth/grants")).body.grants).toMatchObject([{ scopes: ["search"] }]);
  });
});

describe("a grant", () => {
  it("that is revoked is over at once, for its user alone to decide", async () => {
    const { browser, client, tokens, userId } = await connected();
    const { browser: stranger } = await signedUp({ isVerified: true });
    const [grant] = (await browser.get("/api/oauth/grants")).body.grants;
    expect((await stranger.send("DELETE", `/api/oauth/grants/${grant.id}`)).status).toBe(404);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    expect((await browser.send("DELETE", `/api/oauth/grants/${grant.id}`)).status).toBe(200);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(400);
    expect((await browser.send("DELETE", `/api/oauth/grants/${grant.id}`)).status).toBe(404);
    const kept = await env.OAUTH_KV.list({ prefix: `grant:${userId}:` });
    expect([...kept.keys, ...(await env.OAUTH_KV.list({ prefix: `token:${userId}:` })).keys]).toEqual([]);

    const { body } = await browser.get("/api/audit-events");
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["oauth-grant.created", "oauth-grant.revoked"]),
    );
  });

  it("is refused by its row alone, when the store has not heard of it yet", async () => {
    const { browser, tokens, userId } = await connected();
    const [grant] = (await browser.get("/api/oauth/grants")).body.grants;
    await env.DB.prepare("delete from oauth_grants where id = ?").bind(grant.id).run();
    expect((await env.OAUTH_KV.list({ prefix: `token:${userId}:` })).keys).toHaveLength(1);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
  });

  it("that was ended is not revived by a store that answers as it was before", async () => {
    const { browser, client, tokens, userId } = await connected();
    const [grant] = (await browser.get("/api/oauth/grants")).body.grants;
    const before = await storedOf(userId);
    expect(before.length).toBeGreaterThanOrEqual(2);
    expect((await browser.send("DELETE", `/api/oauth/grants/${grant.id}`)).status).toBe(200);
    for (const { name, value } of before) await env.OAUTH_KV.put(name, value);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect(await refresh(client, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect((await browser.get("/api/oauth/grants")).body.grants).toEqual([]);
  });

  it("that was ended begins no work for a call that the door had let in", async () => {
    const { browser, userId } = await connected();
    const [grant] = (await browser.get("/api/oauth/grants")).body.grants;
    const client = { userId, clientId: "c", clientName: "n", scopes: ["search" as const] };
    const charged = (grantId: string) =>
      withCharge(
        testCtx({ kind: "oauth", grantId, ...client }, { kind: "user", id: userId }),
        { operation: "search", price: 1, callId: grantId, note: { details: "q", metadata: {} } },
        async () => ({ isBillable: true, tokens: { sent: 1, ofFullPages: 2 } }),
      );
    expect((await browser.send("DELETE", `/api/oauth/grants/${grant.id}`)).status).toBe(200);
    await expect(charged(grant.id)).rejects.toMatchObject({
      code: "unauthenticated",
      message: "This connection was withdrawn. Connect again.",
    });
    expect(await charged("another")).toMatchObject({ creditsUsed: 1 });
  });

  it("ends when its client gives the refresh token back", async () => {
    const { browser, client, tokens } = await connected();
    const other = await askToken({ token: `${tokens.refresh_token}x`, client_id: client.clientId });
    expect(other.status).toBe(200);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    expect((await askToken({ token: tokens.refresh_token, client_id: client.clientId })).status).toBe(200);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect((await browser.get("/api/oauth/grants")).body.grants).toEqual([]);
  });

  it("takes the place of the older one of a registration, and stands beside others of a document", async () => {
    const { browser, client, tokens } = await connected();
    const { body } = await exchange(client, await codeFor(browser, client));
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect((await call(body.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    const shared = await documentClient();
    const first = await exchange(shared, await codeFor(browser, shared));
    const second = await exchange(shared, await codeFor(browser, shared));
    for (const { body: each } of [first, second])
      expect((await call(each.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    expect((await browser.get("/api/oauth/grants")).body.grants).toHaveLength(3);
  });

  it("goes with the account, and leaves nothing", async () => {
    const { browser, client, tokens, userId } = await connected();
    await browser.get(`/api/oauth/requests/${await askConsent(browser, client)}`);
    const ctx = testCtx({ kind: "system" }, { kind: "user", id: userId });
    await deleteOAuthData(ctx, userId);
    await deleteOAuthData(ctx, userId);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    for (const table of ["oauth_grants", "oauth_requests"]) {
      const rows = await env.DB.prepare(`select * from ${table} where user_id = ?`).bind(userId).all();
      expect(rows.results).toEqual([]);
    }
    const { keys } = await env.OAUTH_KV.list();
    expect(keys.filter(({ name }) => name.includes(userId))).toEqual([]);
  });
});

it("keeps no code, token or handle in clear", async () => {
  const { browser, client, tokens } = await connected();
  const handle = await askConsent(browser, client);
  const code = await codeFor(browser, client);
  const secrets = [tokens.access_token, tokens.refresh_token, code].map((text) => text.split(":")[2]!);
  const { keys } = await env.OAUTH_KV.list();
  const values = await Promise.all(keys.map(({ name }) => env.OAUTH_KV.get(name)));
  const rows = await env.DB.batch(
    ["oauth_grants", "oauth_requests"].map((table) => env.DB.prepare(`select * from ${table}`)),
  );
  const stored = JSON.stringify([keys, values, rows.map(({ results }) => results)]);
  for (const secret of [handle, ...secrets]) expect(stored).not.toContain(secret);
});

/** The library's entries of a user. */
async function storedOf(userId: string) {
  const { keys } = await env.OAUTH_KV.list();
  const own = keys.filter(({ name }) => name.includes(userId));
  return Promise.all(own.map(async ({ name }) => ({ name, value: (await env.OAUTH_KV.get(name))! })));
}

/** Calls a tool with a token. */
function call(token: string, name: string, args: object, path = "/mcp") {
  return askModern("tools/call", { name, arguments: args }, { apiKey: token, path });
}
