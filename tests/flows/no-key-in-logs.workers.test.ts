import { env, SELF } from "cloudflare:test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { codeIn, lastMail, newBrowser, PASSWORD, signedUp } from "#tests/support/browser.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { generateKey } from "#worker/api-keys/key-format.ts";
import { revokeApiKey } from "#worker/api-keys/revoke-api-key.ts";

const ORIGIN = "https://docenda.test";
const CONSOLE = ["log", "info", "warn", "error", "debug", "trace"] as const;
let logged: string[] = [];

beforeEach(() => {
  logged = [];
  for (const level of CONSOLE) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      logged.push(args.map((arg) => (arg instanceof Error ? `${arg.stack}` : JSON.stringify(arg))).join(" "));
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function send(path: string, init: RequestInit = {}) {
  const response = await SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });
  const headers = JSON.stringify([...response.headers]);
  return `${headers} ${await response.text()}`;
}

function rpc(method: string, params: unknown = {}) {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Every place where a client may put a key, rightly or not. */
async function sendEverywhere(key: string): Promise<void> {
  const initialize = rpc("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: key },
  });
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const routes = ["/api/sources", "/api/nothing", "/mcp", "/__local/demo-account"];
  const encoded = encodeURIComponent(`see ${key}`);
  for (const route of routes) {
    const urls = [
      `${route}?apiKey=${key}`,
      `${route}?apikey=${key}&x=1`,
      `${route}?api_key=${key}`,
      `${route}?q=${encoded}`,
      `${route}?${key}`,
      `${route}/${key}`,
    ];
    for (const url of urls) {
      await send(url);
      await send(url, { method: "POST", headers: json, body: initialize });
    }
    const headers: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: key },
      { authorization: `Basic ${key}` },
      { "x-api-key": key },
      { "x-api-key": key, authorization: "Bearer another" },
      { cookie: `key=${key}`, referer: `https://a.test/?apiKey=${key}`, "user-agent": key },
      { "x-local-token": key },
      { authorization: `Bearer ${key}`, "mcp-session-id": key },
    ];
    for (const header of headers) {
      await send(route, { headers: header });
      await send(route, { method: "POST", headers: { ...json, ...header }, body: initialize });
      await send(route, { method: "POST", headers: { ...json, ...header }, body: `{"${key}` });
    }
  }
  const authorization = `Bearer ${key}`;
  const functions: [string, unknown][] = [
    ["createApiKeyCallableV2", { name: "n", teamId: key }],
    ["createApiKeyCallableV2", { name: { [key]: key } }],
    ["revokeApiKeyCallableV2", { keyId: key }],
    ["startIndexJobCallable", { url: key }],
    ["startIndexJobCallable", { url: `http://127.0.0.1:1/?apiKey=${key}`, [key]: key }],
    [key, {}],
  ];
  for (const [name, data] of functions) {
    const init = { method: "POST", headers: { ...json, authorization }, body: JSON.stringify({ data }) };
    await send(`/api/functions/${name}`, init);
  }
  const calls = [
    rpc("tools/list"),
    rpc("tools/call", { name: "docenda_search_documentation", arguments: { query: `what is ${key}` } }),
    rpc("tools/call", { name: "docenda_search_documentation", arguments: { query: "q", sources: [key] } }),
    rpc("tools/call", { name: "docenda_read_url", arguments: { url: `https://a.test/?apiKey=${key}` } }),
    rpc("tools/call", { name: "docenda_read_url", arguments: { url: key } }),
    rpc("tools/call", { name: key, arguments: {} }),
    rpc(key),
  ];
  for (const body of calls) {
    for (const header of [{ authorization }, { "x-api-key": key }] as Record<string, string>[])
      await send("/mcp", { method: "POST", headers: { ...json, ...header }, body });
    await send(`/mcp?apiKey=${key}`, { method: "POST", headers: json, body });
  }
}

/** The part of a key that no mask shows. */
function secretOf(key: string) {
  return key.slice(8, -4);
}

it("writes no key into a log, wherever a client puts it", async () => {
  const account = await makeAccount();
  const revoked = await createApiKey(ctxOf(account), { name: "revoked" });
  await revokeApiKey(ctxOf(account), { keyId: revoked.id });
  const unknown = generateKey();
  const mistyped = `${generateKey().slice(0, -1)}_`;
  for (const key of [account.apiKey, revoked.key, unknown, mistyped]) {
    logged = [];
    await sendEverywhere(key);
    expect(logged.length).toBeGreaterThan(50);
    expect(logged.filter((line) => line.includes(secretOf(key)))).toEqual([]);
  }
}, 60_000);

it("writes none into a log when the database fails in the middle of it", async () => {
  const { apiKey } = await makeAccount();
  await env.DB.exec("ALTER TABLE api_keys RENAME TO api_keys_away");
  try {
    for (const path of ["/api/sources", "/mcp"]) {
      const answer = await send(path, { method: "POST", headers: { "x-api-key": apiKey }, body: "{}" });
      expect(answer).not.toContain(secretOf(apiKey));
    }
    const answer = await send("/api/sources", { headers: { "x-api-key": apiKey } });
    expect(answer).toContain('"code":"internal"');
    expect(answer).not.toMatch(/api_keys|select|SQL/i);
  } finally {
    await env.DB.exec("ALTER TABLE api_keys_away RENAME TO api_keys");
  }
  expect(logged.join("\n")).toContain("Failed query");
  expect(logged.join("\n")).not.toContain(secretOf(apiKey));
});

it("leaves no key in an answer of the HTTP door but the one that makes it", async () => {
  const { apiKey } = await makeAccount();
  const json = { "content-type": "application/json" };
  const answers = [
    await send("/api/sources", { headers: { "x-api-key": apiKey } }),
    await send(`/api/sources?apiKey=${apiKey}`),
    await send("/api/functions/revokeApiKeyCallableV2", {
      method: "POST",
      headers: { ...json, "x-api-key": apiKey },
      body: JSON.stringify({ data: { keyId: apiKey } }),
    }),
    await send(`/api/functions/${apiKey}`, { method: "POST", headers: { "x-api-key": apiKey }, body: "{}" }),
  ];
  for (const answer of answers) expect(answer).not.toContain(secretOf(apiKey));
});

it("writes nothing into a log of what people sign in with: address, password, code, session, or key that is shown", async () => {
  const email = `secretive-${generateKey().slice(4, 14).toLowerCase()}@example.test`;
  const { browser } = await signedUp({ email });
  const verify = codeIn(await lastMail(email, "verify-email"));
  await browser.post("/api/auth/verify-email", { oobCode: verify });
  await browser.post("/api/auth/verify-email", { oobCode: `${verify}x` });
  const visitor = newBrowser();
  await visitor.post("/api/auth/sign-up", { email, password: "another password" });
  await visitor.post("/api/auth/sign-in", { email, password: "another password" });
  await visitor.post("/api/auth/sign-in", { email, password: PASSWORD });
  const first = visitor.token().split(".")[0]!;
  await visitor.post("/api/auth/request-password-reset", { email });
  const reset = codeIn(await lastMail(email, "reset-password"));
  await visitor.post("/api/auth/check-reset-code", { oobCode: reset });
  const { id, key } = await browser.call("createApiKeyCallableV2", { name: "laptop" });
  await browser.post(`/api/api-keys/${id}/reveal`);
  await visitor.post("/api/auth/reset-password", { oobCode: reset, password: "quite another phrase" });
  await visitor.post("/api/auth/sign-out", {}, { origin: "https://evil.test" });
  await SELF.fetch(`${ORIGIN}/auth/action?mode=resetPassword&oobCode=${reset}`).then((page) => page.text());

  const text = logged.join("\n");
  expect(text).toContain("/api/auth/sign-in");
  const secrets = [
    email,
    PASSWORD,
    "another password",
    "quite another phrase",
    verify,
    reset,
    first,
    browser.token().split(".")[0]!,
    key,
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}, 60_000);
