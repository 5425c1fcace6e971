import { SELF } from "cloudflare:test";
import { hc } from "hono/client";
import { describe, expect, it } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import type { ApiType } from "./app.ts";

const ORIGIN = "https://docenda.test";
type ErrorBody = { error: { code: string; message: string; requestId: string; data: unknown } };

it("answers on the health route", async () => {
  const response = await SELF.fetch(`${ORIGIN}/api/health`);
  expect(await response.json()).toEqual({ status: "ok" });
});

it.each([
  ["/api/health", "application/json"],
  ["/api/nothing", "application/json"],
  ["/api/health?apiKey=misplaced", "application/json"],
  ["/mcp", "text/html"],
])("keeps %s out of caches, frames and referrers, and gives the answer an id", async (path, accept) => {
  const response = await SELF.fetch(ORIGIN + path, { headers: { accept } });
  await response.body?.cancel();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-request-id": expect.stringMatching(/^req_/),
  });
});

async function refusal(path: string, init?: RequestInit) {
  const response = await SELF.fetch(ORIGIN + path, init);
  const { error } = (await response.json()) as ErrorBody;
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
  return { status: response.status, code: error.code, message: error.message };
}

it("is known by type to a client", async () => {
  const { browser, email } = await signedUp();
  const headers = { authorization: `Bearer ${browser.token()}` };
  const client = hc<ApiType>(ORIGIN, { fetch: SELF.fetch.bind(SELF), headers });
  const { user } = await (await client.api.session.$get()).json();
  expect(user?.email).toBe(email);
});

describe("what is refused at the door", () => {
  it.each(["/api/nothing", "/api", "/api/api-keys/key_1", "/__local", "/__local/nothing"])(
    "%s, where there is nothing",
    async (path) => {
      expect(await refusal(path)).toMatchObject({ status: 404, code: "not-found" });
      expect(await refusal(path, { method: "POST", body: "{}" })).toMatchObject({ status: 404 });
    },
  );

  it("a key in the URL, on any route but MCP's", async () => {
    const { apiKey } = await makeAccount();
    for (const path of ["/api/health", "/api/api-keys", "/api/nothing"]) {
      expect(await refusal(`${path}?apiKey=${apiKey}`)).toMatchObject({
        status: 400,
        code: "invalid-argument",
        message: expect.stringContaining("in the URL"),
      });
    }
  });

  it("a body of more than 1 MiB, with a length or without", async () => {
    const { apiKey } = await makeAccount();
    const headers = { "x-api-key": apiKey };
    const body = "x".repeat(1024 * 1024 + 1);
    const path = "/api/functions/startIndexJobCallable";
    for (const sent of [body, new Blob([body]).stream()]) {
      const response = await SELF.fetch(ORIGIN + path, { method: "POST", headers, body: sent });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { status: "INVALID_ARGUMENT", message: expect.stringContaining("1 MiB") },
      });
    }
  });
});
