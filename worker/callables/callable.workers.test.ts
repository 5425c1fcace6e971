import { SELF } from "cloudflare:test";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { ERROR_STATUS } from "#schema/api/errors.ts";
import { AppError } from "#worker/errors.ts";
import type { ErrorCode } from "#schema/api/errors.ts";
import { createLog } from "#worker/platform/log.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { errorResponse } from "#worker/http/error-response.ts";

const FUNCTIONS = "https://docenda.test/api/functions";

async function post(name: string, init: RequestInit) {
  const response = await SELF.fetch(`${FUNCTIONS}/${name}`, { method: "POST", ...init });
  const body = (await response.json()) as { error?: { status: string; message: string } };
  return { http: response.status, status: body.error?.status, message: body.error?.message, body };
}

describe("a callable function", () => {
  it("answers each kind of bad call with its own status and words", async () => {
    const { apiKey } = await makeAccount();
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const { browser } = await signedUp({ isVerified: true });
    const signedIn = { authorization: `Bearer ${browser.token()}`, "content-type": "application/json" };
    const table: [string, RequestInit, number, string, RegExp][] = [
      ["startIndexJobCallable", { body: '{"data":{}}' }, 401, "UNAUTHENTICATED", /API key is needed/],
      ["createApiKeyCallableV2", { headers, body: '{"data":{}}' }, 401, "UNAUTHENTICATED", /not signed in/],
      [
        "startIndexJobCallable",
        { headers: { authorization: "Bearer doc_nonsense" }, body: '{"data":{}}' },
        401,
        "UNAUTHENTICATED",
        /cut off or mistyped/,
      ],
      [
        "startIndexJobCallable",
        { headers: { ...headers, "x-api-key": "doc_other" }, body: "{}" },
        400,
        "INVALID_ARGUMENT",
        /different API keys/,
      ],
      ["noSuchFunction", { headers, body: '{"data":{}}' }, 404, "NOT_FOUND", /function doesn't exist/],
      ["toString", { headers, body: '{"data":{}}' }, 404, "NOT_FOUND", /function doesn't exist/],
      ["createApiKeyCallableV2", { headers: signedIn, body: "{" }, 400, "INVALID_ARGUMENT", /not valid JSON/],
      ["createApiKeyCallableV2", { headers: signedIn }, 400, "INVALID_ARGUMENT", /not valid JSON/],
      ["createApiKeyCallableV2", { headers: signedIn, body: "[]" }, 400, "INVALID_ARGUMENT", /field "data"/],
      [
        "createApiKeyCallableV2",
        { headers: signedIn, body: "{}" },
        400,
        "INVALID_ARGUMENT",
        /data: is required/,
      ],
      [
        "createApiKeyCallableV2",
        { headers: signedIn, body: '{"data":null}' },
        400,
        "INVALID_ARGUMENT",
        /name is required/,
      ],
      [
        "createApiKeyCallableV2",
        { headers: signedIn, body: '{"data":{"name":7}}' },
        400,
        "INVALID_ARGUMENT",
        /name: must be text/,
      ],
      [
        "createApiKeyCallableV2",
        { headers: signedIn, body: '{"data":"x"}' },
        400,
        "INVALID_ARGUMENT",
        /must be an object/,
      ],
      [
        "startIndexJobCallable",
        { headers, body: '{"data":{}}' },
        400,
        "INVALID_ARGUMENT",
        /url: is required/,
      ],
      [
        "revokeApiKeyCallableV2",
        { headers: signedIn, body: '{"data":{}}' },
        400,
        "INVALID_ARGUMENT",
        /keyId: is required/,
      ],
      [
        "revokeApiKeyCallableV2",
        { headers: signedIn, body: '{"data":{"keyId":"key_x"}}' },
        404,
        "NOT_FOUND",
        /have no such API key/,
      ],
    ];
    for (const [name, init, http, status, message] of table) {
      expect(await post(name, init)).toMatchObject({ http, status, message: expect.stringMatching(message) });
    }
  });

  it("does not mind the tokens that clients of callables send along", async () => {
    const { browser } = await signedUp({ isVerified: true });
    const { http, body } = await post("createApiKeyCallableV2", {
      headers: {
        authorization: `Bearer ${browser.token()}`,
        "firebase-instance-id-token": "anything",
        "x-firebase-appcheck": "anything",
      },
      body: '{"data":{"name":"n"}}',
    });
    expect(http).toBe(200);
    expect(body).toMatchObject({ result: { name: "n" } });
  });

  it("is there for POST alone", async () => {
    const response = await SELF.fetch(`${FUNCTIONS}/createApiKeyCallableV2`);
    expect(response.status).toBe(404);
    await response.body?.cancel();
  });
});

function failing(error: unknown) {
  const app = new Hono<AppEnv>();
  app.onError(errorResponse);
  app.use(async (c, next) => {
    c.set("requestId", "req_1");
    c.set("log", createLog());
    await next();
  });
  return app.all("*", () => {
    throw error;
  });
}

describe("an error", () => {
  it.each(Object.entries(ERROR_STATUS) as [ErrorCode, number][])(
    "of code %s has status %d",
    async (code, status) => {
      const logged = vi.spyOn(console, "error").mockReturnValue();
      const app = failing(new AppError(code, "What to do.", { data: { limit: 3 } }));
      const route = await app.request("/api/anything");
      expect(route.status).toBe(status);
      expect(await route.json()).toEqual({
        error: { code, message: "What to do.", requestId: "req_1", data: { limit: 3 } },
      });
      const callable = await app.request("/api/functions/anything", { method: "POST" });
      expect(callable.status).toBe(status);
      expect(await callable.json()).toEqual({
        error: {
          status: code.toUpperCase().replaceAll("-", "_"),
          message: "What to do.",
          details: { limit: 3, requestId: "req_1" },
        },
      });
      expect(logged).toHaveBeenCalledTimes(status >= 500 ? 2 : 0);
      logged.mockRestore();
    },
  );

  it("that we did not write is logged whole and shown as internal", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const response = await failing(new Error("near SELECT secret: syntax error")).request("/api/anything");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "internal", requestId: "req_1", data: {} } });
    expect(text).not.toContain("SELECT");
    expect(logged.mock.calls.join()).toContain("SELECT secret");
    logged.mockRestore();
  });
});
