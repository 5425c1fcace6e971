import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { apiKeys, users } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createUser } from "#worker/users/create-user.ts";
import { createApiKey } from "./create-api-key.ts";
import { generateKey } from "./key-format.ts";
import { listApiKeys } from "./list-api-keys.ts";
import type { ListedApiKey } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { verifyApiKey } from "./verify-api-key.ts";

const ORIGIN = "https://docenda.test";
const db = connectDb(env.DB);

async function call(apiKey: string, name: string, data: unknown) {
  const response = await SELF.fetch(`${ORIGIN}/api/functions/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ data }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

async function list(apiKey: string) {
  const response = await SELF.fetch(`${ORIGIN}/api/api-keys`, { headers: { "x-api-key": apiKey } });
  const body = (await response.json()) as { apiKeys: ListedApiKey[]; error?: { message: string } };
  return {
    status: response.status,
    keys: body.apiKeys,
    message: body.error?.message,
    headers: response.headers,
  };
}

it("over HTTP: a key is made, works, is listed masked, and is revoked for good", async () => {
  const account = await makeAccount();
  const made = await call(account.apiKey, "createApiKeyCallableV2", { name: " laptop " });
  expect(made).toEqual({
    status: 200,
    body: {
      result: {
        id: expect.stringMatching(/^key_/),
        name: "laptop",
        key: expect.stringMatching(/^doc_[0-9A-Za-z]{38}$/),
      },
    },
  });
  const { id, key } = made.body.result;

  const listed = await list(key);
  expect(listed.status).toBe(200);
  expect(listed.keys.map(({ name }) => name)).toEqual(["laptop", "test key"]);
  expect(listed.keys[0]).toMatchObject({
    id,
    userId: account.userId,
    teamId: null,
    maskedKey: `${key.slice(0, 8)}...${key.slice(-4)}`,
    isActive: true,
  });
  expect(JSON.stringify(listed)).not.toContain(key);

  expect(await call(account.apiKey, "revokeApiKeyCallableV2", { keyId: id })).toMatchObject({ status: 200 });
  const refused = await list(key);
  expect(refused.status).toBe(401);
  expect(refused.message).toMatch(/was revoked/);
  expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
  expect((await list(account.apiKey)).keys.map(({ isActive }) => isActive)).toEqual([false, true]);
});

it("is not kept: the database has its hash and the ends that the mask shows", async () => {
  const account = await makeAccount();
  const row = await db.select().from(apiKeys).where(eq(apiKeys.id, account.apiKeyId)).get();
  expect(row?.keyHash).toMatch(/^[0-9a-f]{64}$/);
  const middle = account.apiKey.slice(8, -4);
  expect(JSON.stringify(row)).not.toContain(middle);
});

describe("making a key", () => {
  it("needs a name and a verified address", async () => {
    const { apiKey, userId } = await makeAccount();
    expect(await call(apiKey, "createApiKeyCallableV2", { name: "  " })).toMatchObject({
      status: 400,
      body: { error: { status: "INVALID_ARGUMENT", message: "API key name is required" } },
    });
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, userId));
    expect(await call(apiKey, "createApiKeyCallableV2", { name: "more" })).toMatchObject({
      status: 403,
      body: { error: { status: "PERMISSION_DENIED", message: expect.stringContaining("Verify your email") } },
    });
  });

  it("does not reach a team that the credential is not of", async () => {
    const { apiKey } = await makeAccount();
    expect(await call(apiKey, "createApiKeyCallableV2", { name: "n", teamId: "team_x" })).toMatchObject({
      status: 404,
      body: { error: { status: "NOT_FOUND" } },
    });
  });

  it("stops at the plan's number of active keys, also when many ask at once", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => createApiKey(ctx, { name: `key ${n}` })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(createApiKey(ctx, { name: "one more" })).rejects.toMatchObject({
      code: "resource-exhausted",
      data: { limit: 3 },
    });
    const other = (await listApiKeys(ctx)).find(({ id }) => id !== account.apiKeyId);
    await revokeApiKey(ctx, { keyId: other!.id });
    expect(await createApiKey(ctx, { name: "in its place" })).toMatchObject({ name: "in its place" });
  });

  it("for a team counts and lists the team's keys, apart from the user's own", async () => {
    const account = await makeAccount();
    const ctx = testCtx(
      { kind: "api-key", userId: account.userId, apiKeyId: account.apiKeyId, apiKeyName: "test key" },
      { kind: "team", id: "team_a" },
    );
    const { key, id } = await createApiKey(ctx, { name: "team key", teamId: "team_a" });
    expect(await verifyApiKey(ctx, key)).toMatchObject({
      kind: "valid",
      teamId: "team_a",
      userId: account.userId,
    });
    expect((await listApiKeys(ctx)).map(({ name }) => name)).toEqual(["team key"]);
    expect((await listApiKeys(ctxOf(account))).map(({ name }) => name)).toEqual(["test key"]);
    await expect(revokeApiKey(ctxOf(account), { keyId: id })).rejects.toMatchObject({ code: "not-found" });
    await ctx.settled();
  });
});

describe("revoking a key", () => {
  it("is for its owner alone", async () => {
    const [owner, stranger] = await Promise.all([makeAccount(), makeAccount()]);
    expect(await call(stranger.apiKey, "revokeApiKeyCallableV2", { keyId: owner.apiKeyId })).toMatchObject({
      status: 404,
      body: { error: { status: "NOT_FOUND" } },
    });
    expect((await list(owner.apiKey)).status).toBe(200);
    expect((await list(stranger.apiKey)).keys).toHaveLength(1);
  });

  it("twice changes nothing", async () => {
    const account = await makeAccount();
    const first = await revokeApiKey(ctxOf(account), { keyId: account.apiKeyId });
    expect(await revokeApiKey(ctxOf(account), { keyId: account.apiKeyId })).toEqual(first);
  });
});

describe("looking a key up", () => {
  it("tells a likeness, an unknown key and a revoked one apart, and calls all of them unauthenticated", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const unknown = generateKey();
    const likeness = unknown.slice(0, -1) + (unknown.endsWith("a") ? "b" : "a");
    expect(await verifyApiKey(ctx, likeness)).toEqual({ kind: "malformed" });
    expect(await verifyApiKey(ctx, unknown)).toEqual({ kind: "unknown" });
    await revokeApiKey(ctx, { keyId: account.apiKeyId });
    expect(await verifyApiKey(ctx, account.apiKey)).toEqual({ kind: "revoked" });
    for (const key of [likeness, unknown, account.apiKey]) expect((await list(key)).status).toBe(401);
  });

  it("does not ask the database about a likeness", async () => {
    const asked = vi.spyOn(db, "select");
    await verifyApiKey({ ...systemCtx(), db }, `doc_${"x".repeat(38)}`);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it("notes the last use, at most once a minute", async () => {
    const account = await makeAccount();
    const lastUsed = async () =>
      (await listApiKeys(ctxOf(account))).find(({ id }) => id === account.apiKeyId)?.lastUsed;
    const useAt = async (time: string) => {
      const ctx = { ...ctxOf(account), now: () => new Date(time) };
      await verifyApiKey(ctx, account.apiKey);
      await ctx.settled();
    };
    expect(await lastUsed()).toBeNull();
    await useAt("2026-05-01T12:00:00Z");
    await useAt("2026-05-01T12:00:59Z");
    expect(await lastUsed()).toEqual(new Date("2026-05-01T12:00:00Z"));
    await useAt("2026-05-01T12:01:01Z");
    expect(await lastUsed()).toEqual(new Date("2026-05-01T12:01:01Z"));
    await useAt("2026-05-01T12:00:30Z");
    expect(await lastUsed()).toEqual(new Date("2026-05-01T12:01:01Z"));
  });
});

function create(email: string) {
  return createUser(systemCtx(), { email, isEmailVerified: true });
}

describe("making a user", () => {
  it("gives the same user for the same address, with the initial credits once", async () => {
    const email = `${generateKey().toLowerCase()}@example.test`;
    const made = await Promise.all(Array.from({ length: 5 }, () => create(email)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await env.CREDIT_COUNTER.getByName(`u_${made[0]!.id}`).balance()).toMatchObject({
      available: 200,
    });
  });

  it("is not for those who act with a key", async () => {
    const account: Account = await makeAccount();
    await expect(
      createUser(ctxOf(account), { email: "a@example.test", isEmailVerified: true }),
    ).rejects.toMatchObject({ code: "permission-denied" });
  });
});
