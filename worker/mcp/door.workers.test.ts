import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { askLegacy, askModern, readReply } from "#tests/support/mcp.workers.ts";
import { revokeApiKey } from "#worker/api-keys/revoke-api-key.ts";

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
});

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

describe("credentials", () => {
  it("takes the key as bearer, as x-api-key and in the URL", async () => {
    const { apiKey } = account;
    const ways = [
      { apiKey },
      { headers: { "x-api-key": apiKey } },
      { path: `/mcp?apiKey=${apiKey}` },
      { apiKey, path: `/mcp?apiKey=${apiKey}`, headers: { "x-api-key": apiKey } },
    ];
    for (const way of ways) {
      expect((await askLegacy("ping", {}, way)).status).toBe(200);
      expect((await askModern("tools/list", {}, way)).status).toBe(200);
    }
  });

  it("says without a key where to get one and how to send it", async () => {
    for (const ask of [askLegacy, askModern]) {
      const { status, headers, id, error } = await ask("tools/list", {});
      expect({ status, id, code: error?.code }).toEqual({ status: 401, id: null, code: -32000 });
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(error?.message).toMatchInlineSnapshot(
        `"An API key is needed. Send it in the header \`Authorization: Bearer <key>\`. Keys are made at https://docenda.test/keys. The header \`x-api-key\` and \`?apiKey=\` in the URL work as well."`,
      );
    }
  });

  it("tells a revoked key from a mistyped and from an unknown one", async () => {
    const { apiKey, apiKeyId, userId } = await makeAccount();
    await revokeApiKey(systemCtx(userId), { keyId: apiKeyId });
    const revoked = await askModern("tools/list", {}, { apiKey });
    expect(revoked.status).toBe(401);
    expect(revoked.error?.message).toContain("was revoked");
    const mistyped = await askModern("tools/list", {}, { apiKey: apiKey.slice(0, -1) });
    expect(mistyped.status).toBe(401);
    expect(mistyped.error?.message).toContain("cut off or mistyped");
  });

  it("refuses two different keys", async () => {
    const { apiKey: other } = await makeAccount();
    const ways = [{ headers: { "x-api-key": other } }, { path: `/mcp?apiKey=${other}` }];
    for (const way of ways) {
      const { status, error } = await askLegacy("ping", {}, { apiKey: account.apiKey, ...way });
      expect(status).toBe(400);
      expect(error?.message).toContain("different API keys");
      expect(error?.message).not.toContain(other);
    }
  });
});

describe("who may ask", () => {
  it("refuses pages of other origins, by name and by null, and lets this machine's through", async () => {
    expect((await askFrom("https://evil.example")).status).toBe(403);
    // A rebinding attack would use the host's own name.
    expect((await askFrom("https://docenda.test")).status).toBe(403);
    expect((await askFrom("null")).status).toBe(403);
    const allowed = await askFrom("http://localhost:6274");
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("http://localhost:6274");
    expect(allowed.headers.get("access-control-allow-credentials")).toBeNull();
    expect(allowed.headers.get("access-control-expose-headers")).toContain("mcp-session-id");
  });

  it("answers a preflight without a key, and refuses one of another origin", async () => {
    const allowed = await preflight("http://127.0.0.1:3000");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-headers")).toContain("authorization");
    expect((await preflight("https://evil.example")).status).toBe(403);
  });
});

describe("what is not a message", () => {
  it("answers 405 to GET and DELETE of a client", async () => {
    for (const method of ["GET", "DELETE"]) {
      const { status, headers, error } = await send({ method, headers: { accept: "text/event-stream" } });
      expect({ status, allow: headers.get("allow"), code: error?.code }).toEqual({
        status: 405,
        allow: "POST, OPTIONS",
        code: -32000,
      });
    }
  });

  it("answers a parse error to what is not JSON, and 415 to another media type", async () => {
    expect(await send({ body: "{" })).toMatchObject({ status: 400, error: { code: -32700 } });
    expect(await send({ body: "" })).toMatchObject({ status: 400, error: { code: -32700 } });
    expect((await send({ body: "{}", headers: { "content-type": "text/plain" } })).status).toBe(415);
  });

  it("refuses a body above the limit", async () => {
    const { status } = await send({ body: JSON.stringify({ text: "x".repeat(5_000_000) }) });
    expect(status).toBe(400);
  });

  it("survives messages of every wrong shape", async () => {
    for (const body of [
      "null",
      "1",
      '"text"',
      "[]",
      "[null]",
      "{}",
      '{"jsonrpc":"2.0","method":7,"params":[]}',
    ]) {
      const { status } = await send({ body });
      expect(status).toBe(400);
    }
  });
});

describe("sessions of 2025", () => {
  it("gives a handle at initialize alone, another each time, and asks for none", async () => {
    const first = await askLegacy("initialize", INITIALIZE, account);
    const second = await askLegacy("initialize", INITIALIZE, account);
    expect(first.headers.get("mcp-session-id")).toMatch(/^s_\d{12}$/);
    expect(second.headers.get("mcp-session-id")).not.toBe(first.headers.get("mcp-session-id"));
    for (const handle of [undefined, "unknown", "of:another:form", "x".repeat(5000)]) {
      const headers: Record<string, string> = handle ? { "mcp-session-id": handle } : {};
      const reply = await askLegacy("tools/list", {}, { ...account, headers });
      expect(reply.status).toBe(200);
      expect(reply.headers.get("mcp-session-id")).toBeNull();
    }
  });
});

function askFrom(origin: string) {
  return askLegacy("ping", {}, { apiKey: account.apiKey, headers: { origin } });
}

function preflight(origin: string) {
  return SELF.fetch("https://docenda.test/mcp", {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST" },
  });
}

async function send(init: { method?: string; body?: string; headers?: Record<string, string> }) {
  const headers = {
    authorization: `Bearer ${account.apiKey}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...init.headers,
  };
  return readReply(await SELF.fetch("https://docenda.test/mcp", { method: "POST", ...init, headers }));
}
