import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { newBrowser, ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import { testCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { factsOf } from "#tests/support/mcp-calls.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import {
  askConsent,
  askToken,
  authorize,
  codeFor,
  connected,
  decide,
  documentClient,
  exchange,
  MCP,
  refresh,
  register,
  registeredClient,
} from "#tests/support/oauth.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";

const SEARCH = "docenda_search_documentation";

describe("discovery", () => {
  it("describes the authorization server", async () => {
    const { status, headers, body } = await getJson("/.well-known/oauth-authorization-server", {
      origin: "http://localhost:6274",
    });
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(body).toEqual({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      revocation_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      protected_resources: [MCP, `${MCP}/openai`],
      scopes_supported: ["search", "private"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it.each(["/mcp", "/mcp/openai"])(
    "describes the resource %s, and sends who has no token there",
    async (path) => {
      const { status, headers, error } = await askModern("tools/list", {}, { path });
      expect({ status, code: error?.code }).toEqual({ status: 401, code: -32000 });
      const metadataUrl = `${ORIGIN}/.well-known/oauth-protected-resource${path}`;
      expect(headers.get("www-authenticate")).toBe(
        `Bearer realm="docenda", resource_metadata="${metadataUrl}", scope="search private"`,
      );
      expect((await getJson(new URL(metadataUrl).pathname)).body).toEqual({
        resource: ORIGIN + path,
        authorization_servers: [ORIGIN],
        scopes_supported: ["search", "private"],
        bearer_methods_supported: ["header"],
        resource_name: "Docenda",
      });
    },
  );

  it("describes the MCP endpoint at the root, too", async () => {
    const atRoot = await getJson("/.well-known/oauth-protected-resource");
    const atPath = await getJson("/.well-known/oauth-protected-resource/mcp");
    expect(atRoot.body).toEqual(atPath.body);
  });

  it("lets a program in a browser of this machine read the refusal, and ask for tokens", async () => {
    const headers = { origin: "http://localhost:6274" };
    const refused = await askModern("tools/list", {}, { headers });
    expect(refused.headers.get("access-control-allow-origin")).toBe(headers.origin);
    expect(refused.headers.get("access-control-expose-headers")).toContain("www-authenticate");
    for (const path of ["/oauth/token", "/oauth/register", "/.well-known/oauth-protected-resource/mcp"]) {
      const preflight = await SELF.fetch(ORIGIN + path, {
        method: "OPTIONS",
        headers: {
          ...headers,
          "access-control-request-method": "POST",
          "access-control-request-headers": "mcp-protocol-version",
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
    }
  });

  it("offers nothing over plain http to another machine", async () => {
    const response = await SELF.fetch("http://docenda.test/.well-known/oauth-authorization-server");
    expect(response.status).toBe(404);
    await response.body?.cancel();
    const refused = await SELF.fetch("http://docenda.test/mcp", { method: "POST", body: "{}" });
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="docenda"');
    await refused.body?.cancel();
  });
});

describe("a client", () => {
  it("that registers itself gets from consent to a search, and its user pays", async () => {
    await indexPages({ name: "public-tin", url: "https://tin.test/" }, [
      {
        path: "solder",
        title: "Soldering",
        markdown: "# Soldering tin\n\nHeat the tin to 232 degrees before soldering.",
      },
    ]);
    const { browser, userId } = await signedUp({ isVerified: true });
    const client = await registeredClient(browser);
    const handle = await askConsent(browser, client);
    const { status, body } = await browser.get(`/api/oauth/requests/${handle}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        clientName: "Test Agent",
        clientHost: null,
        redirectHost: "127.0.0.1",
        warnings: ["unverified-name", "loopback"],
        scopes: [
          { scope: "search", description: expect.stringContaining("public documentation"), isRequired: true },
          {
            scope: "private",
            description: expect.stringContaining("private documentation"),
            isRequired: false,
          },
        ],
        expiresAt: expect.any(String),
      },
    });
    const back = await decide(browser, handle, { decision: "approve" });
    expect(back.origin + back.pathname).toBe(client.redirectUri);
    expect(back.searchParams.get("state")).toBe("state-of-the-client");
    expect(back.searchParams.get("iss")).toBe(ORIGIN);

    const { body: tokens } = await exchange(client, back.searchParams.get("code")!);
    expect(tokens).toMatchObject({
      token_type: "bearer",
      scope: "search private",
      expires_in: 3600,
      resource: MCP,
    });
    const balance = () =>
      testCtx({ kind: "system" }, { kind: "user", id: userId })
        .services.creditCounter({ kind: "user", id: userId })
        .balance();
    const before = await balance();
    const { result } = await call(tokens.access_token, SEARCH, {
      query: "public-tin soldering temperature of tin",
    });
    expect(result.content[0].text).toContain("232 degrees");
    expect(factsOf(result).receipt).toMatchObject({
      creditsUsed: 1,
      creditsLeft: before.available - 1,
    });

    const { body: listed } = await browser.get("/api/oauth/grants");
    expect(listed.grants).toEqual([
      {
        id: expect.stringMatching(/^grant_/),
        clientName: "Test Agent",
        clientHost: null,
        redirectHost: "127.0.0.1",
        resource: MCP,
        scopes: ["search", "private"],
        createdAt: expect.any(String),
        lastUsed: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
  });

  it("that is known by its document gets in, and the document is asked for once", async () => {
    const client = await documentClient();
    const { browser, tokens } = await connected({ client });
    expect((await call(tokens.access_token, SEARCH, { query: "anything" })).status).toBe(200);
    const { body } = await browser.get("/api/oauth/grants");
    expect(body.grants).toMatchObject([{ clientName: "Document Agent", clientHost: client.host }]);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(200);
    expect((await requestsTo(client.host)).map(({ path }) => path)).toEqual(["/oauth/client.json"]);
  });

  it("whose document sends its users to another host is pointed out", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const client = await documentClient({
      redirect_uris: ["https://elsewhere.test/callback", "editor://callback"],
    });
    const handle = await askConsent(browser, { ...client, redirectUri: "https://elsewhere.test/callback" });
    const { body } = await browser.get(`/api/oauth/requests/${handle}`);
    expect(body).toMatchObject({
      clientHost: client.host,
      redirectHost: "elsewhere.test",
      warnings: ["other-host"],
    });
  });

  it("has a name that cannot hide or turn text around", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const client = await documentClient({ client_name: `\u202eevil\u0000\n<b>${"x".repeat(300)}` });
    const { body } = await browser.get(`/api/oauth/requests/${await askConsent(browser, client)}`);
    expect(body.clientName).toMatch(/^evil <b>x+$/);
    expect(body.clientName).toHaveLength(80);
  });

  it("with a secret must prove it, and uses PKCE as well", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const redirectUri = "https://confidential.test/callback";
    const { body } = await register(browser, {
      client_name: "Confidential",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "client_secret_post",
    });
    const client = { clientId: body.client_id as string, redirectUri };
    const refused = await authorize(browser, client, { code_challenge: null, code_challenge_method: null });
    expect(refused).toMatchObject({ status: 400, location: null });
    const code = await codeFor(browser, client);
    expect(await exchange(client, code)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(await exchange(client, code, { client_secret: "wrong" })).toMatchObject({ status: 401 });
    expect((await exchange(client, code, { client_secret: body.client_secret })).status).toBe(200);
  });

  it("registers 20 times an hour from a network and no more", async () => {
    const browser = newBrowser("203.0.113.77");
    const metadata = { redirect_uris: ["https://many.test/callback"], token_endpoint_auth_method: "none" };
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await register(browser, metadata)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    const refused = await register(browser, metadata);
    expect(refused.body.error).toBe("temporarily_unavailable");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(
      (await register(newBrowser(), { ...metadata, redirect_uris: ["javascript:alert(1)"] })).status,
    ).toBe(400);
    expect((await register(newBrowser(), { ...metadata, client_name: "x".repeat(20_000) })).status).toBe(413);
  });
});

describe("the document of a client", () => {
  it.each([
    ["at a private address", "https://private-address.test/client.json", "not public"],
    ["at an address literal of this machine", "https://127.0.0.1/client.json", "client id"],
    ["at this machine by name", "https://localhost/client.json", "client id"],
    ["at the metadata service of a cloud", "https://169.254.169.254/client.json", "could not be fetched"],
    ["on a port of its own", "https://client.test:8443/client.json", "ports 80 and 443"],
    ["without a path", "https://client.test/", "client id"],
    ["with dot segments", "https://client.test/a/../client.json", "client id"],
    ["with a fragment", "https://client.test/client.json#a", "client id"],
    ["with a password", "https://user:pass@client.test/client.json", "client id"],
    ["that is not there", "https://client-none.test/client.json", "status 404"],
  ])("%s is not read", async (_what, clientId, words) => {
    const { status, body, location } = await authorize(newBrowser(), {
      clientId,
      redirectUri: "https://client.test/callback",
    });
    expect({ status, location }).toEqual({ status: 400, location: null });
    expect(body).toContain(words);
  });

  it.each([
    ["another id", { client_id: "https://other.test/client.json" }, "another client_id"],
    ["no name", { client_name: " " }, "lacks"],
    [
      "no redirect that can be used",
      { redirect_uris: ["http://a.test/cb", "javascript:alert(1)"] },
      "no redirect",
    ],
    ["a secret", { client_secret: "s" }, "lacks"],
    ["a signature as its only proof", { token_endpoint_auth_method: "private_key_jwt" }, "not offered"],
    ["too much in it", { policy: "x".repeat(6000) }, "more than"],
  ])("with %s is refused", async (_what, changes, words) => {
    const client = await documentClient(changes);
    const { status, body, location } = await authorize(newBrowser(), client);
    expect({ status, location }).toEqual({ status: 400, location: null });
    expect(body).toContain(words);
  });

  it("is not looked for where it redirects to", async () => {
    const inside = await documentClient({}, "inside.test");
    await putSite("moved.test", { "/client.json": { status: 302, headers: { location: inside.clientId } } });
    const { status, body } = await authorize(newBrowser(), {
      ...inside,
      clientId: "https://moved.test/client.json",
    });
    expect(status).toBe(400);
    expect(body).toContain("redirect");
    expect(await requestsTo("inside.test")).toEqual([]);
  });

  it("cannot be used to make us ask a host again and again", async () => {
    const browser = newBrowser();
    const statuses = [];
    for (let i = 0; i < 31; i++)
      statuses.push(
        (await authorize(browser, { clientId: `https://victim.test/${i}`, redirectUri: "https://a.test/" }))
          .status,
      );
    expect(statuses.at(-2)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
    expect(
      await askToken({ grant_type: "authorization_code", code: "a:b:c", client_id: "https://127.0.0.1/c" }),
    ).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
  });
});

describe("an authorization request", () => {
  it("is sent back nowhere but to the address that the client has named", async () => {
    const browser = newBrowser();
    const client = await registeredClient(browser, "https://agent.test/callback");
    for (const redirect_uri of [
      "https://agent.test/callback/",
      "https://agent.test/callback?x=1",
      "https://agent.test/Callback",
      "https://agent.test.evil.test/callback",
      "https://evil.test/callback",
      "http://agent.test/callback",
      null,
    ]) {
      const { status, location } = await authorize(browser, client, { redirect_uri });
      expect({ redirect_uri, status, location }).toEqual({ redirect_uri, status: 400, location: null });
    }
    const unknown = await authorize(browser, { ...client, clientId: "unknown" });
    expect(unknown).toMatchObject({ status: 400, location: null });
    expect(unknown.body).toContain("Nothing was connected");
  });

  it("may come back to any port of this machine, and to no other path of it", async () => {
    const browser = newBrowser();
    const client = await registeredClient(browser);
    const other = await authorize(browser, client, { redirect_uri: "http://127.0.0.1:9999/callback" });
    expect(other.location?.pathname).toBe("/oauth/consent");
    const path = await authorize(browser, client, { redirect_uri: "http://127.0.0.1:4567/other" });
    expect(path).toMatchObject({ status: 400, location: null });
  });

  it.each([
    ["without PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["with plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["with the method of PKCE left out", { code_challenge_method: null }, "invalid_request"],
    ["for a token at once", { response_type: "token" }, "unsupported_response_type"],
    ["for another resource", { resource: "https://other.test/mcp" }, "invalid_target"],
    ["for scopes that we have not", { scope: "openid email" }, "invalid_scope"],
  ])("%s is refused", async (_what, changes, error) => {
    const browser = newBrowser();
    const client = await registeredClient(browser);
    const { status, location } = await authorize(browser, client, changes);
    expect(status).toBe(302);
    expect(location?.href.startsWith(client.redirectUri)).toBe(true);
    expect(Object.fromEntries(location!.searchParams)).toMatchObject({
      error,
      state: "state-of-the-client",
      iss: ORIGIN,
    });
  });

  it.each([
    ["without PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["for a token at once", { response_type: "token" }, "unsupported_response_type"],
    ["for scopes that we have not", { scope: "openid email" }, "invalid_scope"],
  ])("%s leads nobody to an address that nobody vouches for", async (_what, changes, error) => {
    const browser = newBrowser();
    const redirectUri = "https://evil.test/landing";
    const { body } = await register(browser, { client_name: "Docenda", redirect_uris: [redirectUri] });
    for (const client of [{ clientId: body.client_id as string, redirectUri }, await documentClient()]) {
      const refused = await authorize(browser, client, changes);
      expect(refused).toMatchObject({ status: 400, location: null });
      expect(refused.body).toContain("Nothing was connected");
      expect(refused.body).toContain(error);
      expect(refused.body).not.toContain("evil.test");
    }
  });

  it("means all scopes when it names none, and is never less than searching", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const client = await registeredClient(browser);
    for (const [scope, expected] of [
      [null, ["search", "private"]],
      ["private", ["search", "private"]],
      ["search offline_access", ["search"]],
    ] as const) {
      const handle = await askConsent(browser, client, { scope });
      const { body } = await browser.get(`/api/oauth/requests/${handle}`);
      expect(body.scopes.map((entry: { scope: string }) => entry.scope)).toEqual(expected);
    }
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
