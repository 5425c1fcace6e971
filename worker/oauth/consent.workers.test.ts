import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newBrowser, ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import { testCtx } from "#tests/support/accounts.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import {
  askConsent,
  codeFor,
  connected,
  decide,
  exchange,
  MCP,
  refresh,
  registeredClient,
} from "#tests/support/oauth.workers.ts";
import { exchangeToken } from "./exchange-token.ts";
import { getConsentRequest } from "./get-consent-request.ts";

const SEARCH = "docenda_search_documentation";

describe("consent", () => {
  it("is asked of who is signed in, belongs to the first who opens it, and is given once", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const { browser: stranger } = await signedUp({ isVerified: true });
    const client = await registeredClient(browser);
    const handle = await askConsent(browser, client);
    const path = `/api/oauth/requests/${handle}`;
    expect((await newBrowser().get(path)).status).toBe(401);
    // A request that nobody has seen cannot be decided.
    expect((await browser.post(`${path}/decision`, { decision: "approve" })).status).toBe(404);
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.get(path)).status).toBe(200);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(`${path}/decision`, { decision: "approve" })).status).toBe(404);
    expect((await browser.post(`${path}/decision`, { decision: "maybe" })).status).toBe(400);

    const both = await Promise.all([
      browser.post(`${path}/decision`, { decision: "approve" }),
      browser.post(`${path}/decision`, { decision: "approve" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await browser.get(path)).status).toBe(404);
  });

  it("can be refused, and needs a verified address to be given", async () => {
    const { browser } = await signedUp();
    const client = await registeredClient(browser);
    const handle = await askConsent(browser, client);
    await browser.get(`/api/oauth/requests/${handle}`);
    const refused = await browser.post(`/api/oauth/requests/${handle}/decision`, { decision: "approve" });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "permission-denied" } } });
    const back = await decide(browser, handle, { decision: "deny" });
    expect(back.href.startsWith(client.redirectUri)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: "access_denied",
      state: "state-of-the-client",
      iss: ORIGIN,
    });
    expect((await browser.get("/api/oauth/grants")).body.grants).toEqual([]);
  });

  it("cannot be given from a page of another site", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const handle = await askConsent(browser, await registeredClient(browser));
    await browser.get(`/api/oauth/requests/${handle}`);
    const headers = { origin: "https://evil.test" };
    const answer = await browser.post(
      `/api/oauth/requests/${handle}/decision`,
      { decision: "approve" },
      headers,
    );
    expect(answer.status).toBe(403);
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
  });

  it("is over after ten minutes", async () => {
    const { browser, userId } = await signedUp({ isVerified: true });
    const request = await askConsent(browser, await registeredClient(browser));
    const ctx = testCtx(
      { kind: "session", userId, sessionId: "s", isEmailVerified: true, signedInAt: new Date() },
      { kind: "user", id: userId },
    );
    const after = (minutes: number) => ({ ...ctx, now: () => new Date(Date.now() + minutes * 60_000) });
    await expect(getConsentRequest(after(10), { request })).rejects.toMatchObject({ code: "not-found" });
    expect(await getConsentRequest(after(9), { request })).toMatchObject({ clientName: "Test Agent" });
  });

  it("is not for API keys and MCP clients to give", async () => {
    const ctx = testCtx(
      {
        kind: "oauth",
        userId: "u",
        grantId: "g",
        clientId: "c",
        clientName: "n",
        scopes: ["search", "private"],
      },
      { kind: "user", id: "u" },
    );
    await expect(getConsentRequest(ctx, { request: "x" })).rejects.toMatchObject({
      code: "permission-denied",
    });
    const { tokens } = await connected();
    for (const path of ["/api/oauth/grants", "/api/api-keys", "/api/sources"]) {
      const { status } = await getJson(path, { authorization: `Bearer ${tokens.access_token}` });
      expect(status).toBe(401);
    }
  });
});

describe("a code", () => {
  it("is good once: a replay ends what the first exchange has given", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const client = await registeredClient(browser);
    const code = await codeFor(browser, client);
    const { body: tokens } = await exchange(client, code);
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    expect(await exchange(client, code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect(await refresh(client, tokens.refresh_token)).toMatchObject({ body: { error: "invalid_grant" } });
    expect((await browser.get("/api/oauth/grants")).body.grants).toEqual([]);
  });

  it("is given tokens once, however many ask at the same time", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const client = await registeredClient(browser);
    const code = await codeFor(browser, client);
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(client, code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers.filter(({ status }) => status === 200))
      expect((await call(body.access_token, SEARCH, { query: "anything" })).status).toBe(401);
  });

  it("is of use to its own client alone, with its own verifier, redirect and resource", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const client = await registeredClient(browser);
    const other = await registeredClient(browser);
    const code = await codeFor(browser, client);
    const wrongs: Record<string, string>[] = [
      { client_id: other.clientId },
      { code_verifier: "a".repeat(43) },
      { code_verifier: "" },
      { redirect_uri: "http://127.0.0.1:1/callback" },
      { resource: `${MCP}/openai` },
      { code: `${code}x` },
      { client_id: "unknown" },
    ];
    for (const changes of wrongs) {
      const { status, body } = await exchange(client, code, changes);
      expect({ changes, isRefused: status === 400 || status === 401 }).toEqual({ changes, isRefused: true });
      expect(body.error).toMatch(/^invalid_/);
    }
    expect((await exchange(client, code, { resource: MCP })).status).toBe(200);
  });
});

describe("a refresh token", () => {
  it("is spent by its use; a second use is refused and leaves the first one's tokens alone", async () => {
    const { client, tokens } = await connected();
    const { status, body: next } = await refresh(client, tokens.refresh_token);
    expect(status).toBe(200);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(await refresh(client, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await call(next.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    const third = await refresh(client, next.refresh_token);
    expect(third.status).toBe(200);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(400);
    expect((await call(third.body.access_token, SEARCH, { query: "anything" })).status).toBe(200);
  });

  it("is spent by one of many who use it at the same time", async () => {
    const { client, tokens } = await connected();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(client, tokens.refresh_token)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await call(won[0]!.body.access_token, SEARCH, { query: "anything" })).status).toBe(200);
  });

  it("that comes back long after it was spent ends the grant", async () => {
    const { browser, client, tokens, userId } = await connected();
    const { body: next } = await refresh(client, tokens.refresh_token);
    const ctx = testCtx({ kind: "system" }, { kind: "user", id: userId });
    const replay = new Request(`${ORIGIN}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: tokens.refresh_token,
        client_id: client.clientId,
      }),
    });
    const answer = await exchangeToken({ ...ctx, now: () => new Date(Date.now() + 5 * 60_000) }, replay);
    expect(answer.status).toBe(400);
    await answer.body?.cancel();
    expect((await call(next.access_token, SEARCH, { query: "anything" })).status).toBe(401);
    expect((await refresh(client, next.refresh_token)).status).toBe(400);
    expect((await browser.get("/api/oauth/grants")).body.grants).toEqual([]);
  });

  it("is not of use to another client, nor lost by that", async () => {
    const { browser, client, tokens } = await connected();
    const other = await registeredClient(browser);
    expect((await refresh(other, tokens.refresh_token)).status).toBe(400);
    expect((await refresh(client, `${tokens.refresh_token.slice(0, -1)}_`)).status).toBe(400);
    expect((await refresh(client, tokens.refresh_token, { resource: `${MCP}/openai` })).status).toBe(400);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(200);
  });
});

/** Calls a tool with a token. */
function call(token: string, name: string, args: object, path = "/mcp") {
  return askModern("tools/call", { name, arguments: args }, { apiKey: token, path });
}

async function getJson(path: string, headers: Record<string, string> = {}) {
  const response = await SELF.fetch(ORIGIN + path, { headers });
  return { status: response.status, headers: response.headers, body: await response.json<any>() };
}
