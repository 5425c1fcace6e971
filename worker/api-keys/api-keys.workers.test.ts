import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { apiKeys, auditEvents, sessions, users } from "#schema/index.ts";
import { ctxOf, makeAccount, testCtx } from "#tests/support/accounts.workers.ts";
import { codeIn, lastMail, signedUp } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createApiKey } from "./create-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { ORIGIN, use } from "./test-key.ts";
import { verifyApiKey } from "./verify-api-key.ts";

const db = connectDb(env.DB);

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
        keyScope: "index",
        monthlyCreditLimit: null,
        lastClient: null,
      },
      { kind: "team", id: "team_a" },
    );
    const { key, id } = await createApiKey(ctx, { name: "team key", teamId: "team_a" });
    expect(await verifyApiKey(ctx, key)).toMatchObject({
      kind: "valid",
      owner: { kind: "team", id: "team_a" },
      userId: account.userId,
    });
    expect((await listApiKeys(ctx)).map(({ name }) => name)).toEqual(["team key"]);
    expect((await listApiKeys(ctxOf(account))).map(({ name }) => name)).toEqual(["test key"]);
    await expect(revokeApiKey(ctxOf(account), { keyId: id })).rejects.toMatchObject({ code: "not-found" });
    await ctx.settled();
  });
});

it("outlives the person who made it where it is a team's", async () => {
  const { browser, userId } = await signedUp({ isVerified: true });
  const teamId = await makeTeam({ [userId]: "member" });
  const own = await browser.call("createApiKeyCallableV2", { name: "own" });
  const team = testCtx(
    { kind: "session", userId, sessionId: "s", isEmailVerified: true, signedInAt: new Date() },
    { kind: "team", id: teamId },
  );
  const { key, id } = await createApiKey(team, { name: "of the team" });
  expect(await browser.call("deleteUserCallable")).toEqual({ success: true });
  const user = () => db.select().from(users).where(eq(users.id, userId)).get();
  await vi.waitFor(async () => expect(await user()).toBeUndefined(), { timeout: 20_000 });
  expect((await use(own.key)).status).toBe(401);
  expect((await use(key)).status).toBe(200);
  expect(await listApiKeys(team)).toMatchObject([{ id, userId: null, teamId, isActive: true }]);
});

it("for searching cannot add or remove anything", async () => {
  const account = await makeAccount();
  const { key } = await createApiKey(ctxOf(account), { name: "search only", scope: "search" });
  expect((await use(key)).status).toBe(200);
  for (const name of ["removeModuleCallable", "startIndexJobCallable", "removeRepoFromRef"]) {
    const response = await SELF.fetch(`${ORIGIN}/api/functions/${name}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ data: { moduleId: "src_1", url: "https://a.test/" } }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { status: "PERMISSION_DENIED", details: { reason: "key-scope" } } },
    ]);
  }
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
