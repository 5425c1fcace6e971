import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { apiKeys, auditEvents, sessions } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { codeIn, lastMail, signedUp } from "#tests/support/browser.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createUser } from "#worker/users/create-user.ts";
import { createApiKey } from "./create-api-key.ts";
import { generateKey } from "./key-format.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rollApiKey } from "./roll-api-key.ts";
import { verifyApiKey } from "./verify-api-key.ts";

const ORIGIN = "https://docenda.test";
const db = connectDb(env.DB);

/** Whether a key works now, at the doors that take one. */
async function use(apiKey: string) {
  const answer = await SELF.fetch(`${ORIGIN}/api/sources`, { headers: { "x-api-key": apiKey } });
  const body = (await answer.json()) as { error?: { message: string } };
  const mcp = await SELF.fetch(`${ORIGIN}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, accept: "*/*", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await mcp.body?.cancel();
  expect(mcp.status === 401).toBe(answer.status === 401);
  return { status: answer.status, message: body.error?.message, headers: answer.headers };
}

it("over HTTP: a key is made, works, is listed masked, is shown, and is revoked for good", async () => {
  const { browser, userId } = await signedUp({ isVerified: true });
  const made = await browser.call("createApiKeyCallableV2", { name: " laptop " });
  expect(made).toEqual({
    id: expect.stringMatching(/^key_/),
    name: "laptop",
    key: expect.stringMatching(/^doc_[0-9A-Za-z]{38}$/),
  });
  expect((await use(made.key)).status).toBe(200);

  const listed = await browser.get("/api/api-keys");
  expect(listed.body.apiKeys).toEqual([
    expect.objectContaining({
      id: made.id,
      userId,
      teamId: null,
      name: "laptop",
      maskedKey: `${made.key.slice(0, 8)}...${made.key.slice(-4)}`,
      isActive: true,
    }),
  ]);
  expect(JSON.stringify(listed.body)).not.toContain(made.key);
  const shown = await browser.post(`/api/api-keys/${made.id}/reveal`);
  expect(shown).toMatchObject({ status: 200, body: { key: made.key } });
  expect(shown.headers.get("cache-control")).toBe("no-store");

  expect(await browser.call("revokeApiKeyCallableV2", { keyId: made.id })).toMatchObject({ keyId: made.id });
  const refused = await use(made.key);
  expect(refused).toMatchObject({ status: 401, message: expect.stringMatching(/was revoked/) });
  expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
  expect((await browser.get("/api/api-keys")).body.apiKeys[0]).toMatchObject({ isActive: false });
  expect(await browser.post(`/api/api-keys/${made.id}/reveal`)).toMatchObject({
    status: 409,
    body: { error: { message: "This API key was revoked and cannot be shown." } },
  });
  const row = await db.select().from(apiKeys).where(eq(apiKeys.id, made.id)).get();
  expect(row?.sealedKey).toBeNull();
  const audited = await db.select().from(auditEvents).where(eq(auditEvents.ownerId, userId));
  const types = audited.map(({ type }) => type).filter((type) => type.startsWith("api-key"));
  expect(types).toEqual(["api-key.created", "api-key.revealed", "api-key.revoked"]);
  expect(JSON.stringify(audited)).not.toContain(made.key.slice(8, -4));
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
    const { browser, email } = await signedUp();
    expect(await browser.call("createApiKeyCallableV2", { name: "more" })).toMatchObject({
      error: { status: "PERMISSION_DENIED", message: expect.stringContaining("Verify your email") },
    });
    const oobCode = codeIn(await lastMail(email, "verify-email"));
    await browser.post("/api/auth/verify-email", { oobCode });
    expect(await browser.call("createApiKeyCallableV2", { name: "  " })).toMatchObject({
      error: { status: "INVALID_ARGUMENT", message: "API key name is required" },
    });
    expect(await browser.call("createApiKeyCallableV2", { name: "n", teamId: "team_x" })).toMatchObject({
      error: { status: "NOT_FOUND" },
    });
    expect(await browser.call("createApiKeyCallableV2", { name: "n" })).toMatchObject({ name: "n" });
  });

  it("is not for those who act with a key", async () => {
    const { apiKey } = await makeAccount();
    const answer = await SELF.fetch(`${ORIGIN}/api/functions/createApiKeyCallableV2`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ data: { name: "another" } }),
    });
    expect(answer.status).toBe(401);
    await answer.body?.cancel();
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
      {
        kind: "api-key",
        userId: account.userId,
        apiKeyId: account.apiKeyId,
        apiKeyName: "test key",
        lastClient: null,
      },
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

describe("rolling a key", () => {
  const HOUR_MS = 3_600_000;
  const at = (account: Account, hours: number) => ({
    ...ctxOf(account),
    now: () => new Date(Date.now() + hours * HOUR_MS),
  });

  it("over HTTP: the new key works at once, the old one for the time that was asked for, and is not shown", async () => {
    const { browser, userId } = await signedUp({ isVerified: true });
    const old = await browser.call("createApiKeyCallableV2", { name: "laptop" });
    const rolled = await browser.post(`/api/api-keys/${old.id}/roll`, { graceHours: 24 });
    expect(rolled).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^key_/), name: "laptop", key: expect.stringMatching(/^doc_/) },
    });
    expect(rolled.headers.get("cache-control")).toBe("no-store");
    const endsAt = rolled.body.oldKeyEndsAt as string;
    expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    expect([(await use(rolled.body.key)).status, (await use(old.key)).status]).toEqual([200, 200]);
    const { apiKeys: listed } = (await browser.get("/api/api-keys")).body;
    expect(listed).toMatchObject([
      { id: rolled.body.id, isActive: true, endsAt: null },
      { id: old.id, isActive: true, endsAt },
    ]);
    expect(await browser.post(`/api/api-keys/${old.id}/reveal`)).toMatchObject({
      status: 409,
      body: { error: { message: "This API key was rolled. Show the new one instead." } },
    });
    expect(await browser.post(`/api/api-keys/${rolled.body.id}/reveal`)).toMatchObject({
      body: { key: rolled.body.key },
    });
    // The time is over.
    await db
      .update(apiKeys)
      .set({ endsAt: new Date(Date.now() - 1) })
      .where(eq(apiKeys.id, old.id));
    expect([(await use(rolled.body.key)).status, (await use(old.key)).status]).toEqual([200, 401]);
    expect((await browser.get("/api/api-keys")).body.apiKeys[1]).toMatchObject({ isActive: false });
    const audited = await db.select().from(auditEvents).where(eq(auditEvents.ownerId, userId));
    expect(audited.find(({ type }) => type === "api-key.rolled")?.details).toEqual({
      keyId: old.id,
      newKeyId: rolled.body.id,
      name: "laptop",
      endsAt,
    });
    expect(JSON.stringify(audited)).not.toContain(rolled.body.key.slice(8, -4));
  });

  it("works at the plan's limit, with one old key at most that goes on", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    await createApiKey(ctx, { name: "second" });
    const third = await createApiKey(ctx, { name: "third" });
    const rolled = await rollApiKey(ctx, { keyId: account.apiKeyId, graceHours: 1 });
    await expect(rollApiKey(ctx, { keyId: third.id, graceHours: 1 })).rejects.toMatchObject({
      code: "resource-exhausted",
      data: { limit: 3 },
    });
    await expect(createApiKey(ctx, { name: "one more" })).rejects.toMatchObject({
      code: "resource-exhausted",
    });
    const active = async (hours: number) =>
      (await listApiKeys(at(account, hours))).filter(({ isActive }) => isActive).length;
    expect(await active(0)).toBe(4);
    // Without a time of its own it takes no room.
    const atOnce = await rollApiKey(ctx, { keyId: third.id, graceHours: 0 });
    expect(atOnce.oldKeyEndsAt).toBeNull();
    expect(await verifyApiKey(ctx, third.key)).toEqual({ kind: "revoked" });
    expect(await active(0)).toBe(4);
    expect(await active(2)).toBe(3);
    // Only one of many that come at once gets the room of the key that has ended.
    const later = at(account, 2);
    const ids = (await listApiKeys(later)).filter(({ isActive }) => isActive).map(({ id }) => id);
    const many = await Promise.allSettled(
      ids.map(async (keyId) => rollApiKey(later, { keyId, graceHours: 24 })),
    );
    expect(many.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await active(2)).toBe(4);
    expect(await verifyApiKey(ctx, rolled.key)).toMatchObject({ kind: "valid" });
  });

  it("does not give an account more keys than the plan allows by ending none", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    await rollApiKey(ctx, { keyId: account.apiKeyId, graceHours: 168 });
    await createApiKey(ctx, { name: "second" });
    await createApiKey(ctx, { name: "third" });
    const [newest] = await listApiKeys(ctx);
    await revokeApiKey(ctx, { keyId: newest!.id });
    expect(await createApiKey(ctx, { name: "in its place" })).toMatchObject({ name: "in its place" });
    await expect(createApiKey(ctx, { name: "one more" })).rejects.toMatchObject({
      code: "resource-exhausted",
    });
  });

  it("is for its owner alone, with a verified address", async () => {
    const owner = await makeAccount();
    const { browser, email } = await signedUp();
    const roll = `/api/api-keys/${owner.apiKeyId}/roll`;
    expect(await browser.post(roll, {})).toMatchObject({ status: 403 });
    const oobCode = codeIn(await lastMail(email, "verify-email"));
    await browser.post("/api/auth/verify-email", { oobCode });
    expect(await browser.post(roll, {})).toMatchObject({ status: 404 });
    expect(await browser.post(roll, { graceHours: 5 })).toMatchObject({ status: 400 });
    expect(await verifyApiKey(ctxOf(owner), owner.apiKey)).toMatchObject({ kind: "valid" });
    expect((await browser.get("/api/api-keys")).body.apiKeys).toEqual([]);
  });

  it("happens once, and not to a key that is revoked", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const { apiKeyId: keyId } = account;
    const made = await Promise.allSettled(
      Array.from({ length: 4 }, async () => rollApiKey(ctx, { keyId, graceHours: 0 })),
    );
    const codes = made.map((result) => (result.status === "rejected" ? result.reason.code : "made"));
    expect(codes.toSorted()).toEqual(["aborted", "aborted", "aborted", "made"]);
    const [rolled] = await listApiKeys(ctx);
    await rollApiKey(ctx, { keyId: rolled!.id, graceHours: 24 });
    await expect(rollApiKey(ctx, { keyId: rolled!.id, graceHours: 0 })).rejects.toMatchObject({
      code: "aborted",
    });
    // What goes on can be ended sooner.
    await revokeApiKey(ctx, { keyId: rolled!.id });
    expect((await listApiKeys(ctx)).filter(({ isActive }) => isActive)).toHaveLength(1);
  });
});

describe("revoking a key", () => {
  it("and showing it are for its owner alone", async () => {
    const owner = await makeAccount();
    const { browser } = await signedUp({ isVerified: true });
    const { apiKeyId: keyId } = owner;
    expect(await browser.call("revokeApiKeyCallableV2", { keyId })).toMatchObject({
      error: { status: "NOT_FOUND" },
    });
    expect(await browser.post(`/api/api-keys/${keyId}/reveal`)).toMatchObject({ status: 404 });
    expect((await use(owner.apiKey)).status).toBe(200);
    expect((await browser.get("/api/api-keys")).body.apiKeys).toEqual([]);
  });

  it("is shown only to somebody who has signed in lately, ten times a minute at most", async () => {
    const { browser, userId } = await signedUp({ isVerified: true });
    const { id } = await browser.call("createApiKeyCallableV2", { name: "laptop" });
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await browser.post(`/api/api-keys/${id}/reveal`)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000);
    await db.update(sessions).set({ createdAt: elevenMinutesAgo }).where(eq(sessions.userId, userId));
    expect(await browser.post(`/api/api-keys/${id}/reveal`)).toMatchObject({
      status: 403,
      body: { error: { data: { reason: "sign-in-not-fresh" } } },
    });
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
    for (const key of [likeness, unknown, account.apiKey]) expect((await use(key)).status).toBe(401);
  });

  it("does not ask the database about a likeness", async () => {
    const asked = vi.spyOn(db, "select");
    await verifyApiKey({ ...systemCtx(), db }, `doc_${"x".repeat(38)}`);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it("brings the sources of the one who owns it in the same round trip, and none of a key that does not work", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const teamKey = await createApiKey(testCtx(ctx.actor, { kind: "team", id: "team_b" }), {
      name: "team key",
      teamId: "team_b",
    });
    const pages = [{ path: "a", title: "A", markdown: "# A\n\nAbout it." }];
    await indexPages({ owner: ctx.scope.owner, name: "mine", url: "https://mine.test/" }, pages);
    await indexPages(
      { owner: { kind: "team", id: "team_b" }, name: "ours", url: "https://ours.test/" },
      pages,
    );
    const asked = vi.spyOn(db, "batch");
    const namesOf = async (key: string) => {
      const verdict = await verifyApiKey({ ...ctx, db }, key, { withFirstReads: true });
      return verdict.kind === "valid" ? verdict.firstReads?.own.map(({ name }) => name) : verdict;
    };
    expect(await namesOf(account.apiKey)).toEqual(["mine"]);
    expect(await namesOf(teamKey.key)).toEqual(["ours"]);
    expect(asked).toHaveBeenCalledTimes(2);
    await revokeApiKey(ctx, { keyId: account.apiKeyId });
    expect(await namesOf(account.apiKey)).toEqual({ kind: "revoked" });
    const [, own] = (await asked.mock.results.at(-1)!.value) as unknown[][];
    expect(own).toEqual([]);
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

it("tells which client it was used by last, by the name that the client gives itself", async () => {
  const account = await makeAccount();
  const initialize = async (name: string) => {
    const response = await SELF.fetch(`${ORIGIN}/mcp`, {
      method: "POST",
      headers: { "x-api-key": account.apiKey, accept: "*/*", "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name, version: "1" } },
      }),
    });
    await response.body?.cancel();
  };
  const lastClient = async () => (await listApiKeys(ctxOf(account)))[0]?.lastClient;
  expect(await lastClient()).toBeNull();
  await initialize("claude-code");
  await expect.poll(lastClient).toBe("claude-code");
  await initialize(`<b>x</b>\n${"y".repeat(100)}`);
  await expect.poll(lastClient).toBe(`<b>x</b> ${"y".repeat(51)}`);
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
