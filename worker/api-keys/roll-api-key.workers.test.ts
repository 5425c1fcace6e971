import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apiKeys, auditEvents } from "#schema/index.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { codeIn, lastMail, signedUp } from "#tests/support/browser.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createApiKey } from "./create-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rollApiKey } from "./roll-api-key.ts";
import { use } from "./test-key.ts";
import { verifyApiKey } from "./verify-api-key.ts";

const db = connectDb(env.DB);

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
    // The grace of the old key is over.
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
    // A rolled key without a grace takes no room.
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
    // A rolled key that goes on can be ended sooner.
    await revokeApiKey(ctx, { keyId: rolled!.id });
    expect((await listApiKeys(ctx)).filter(({ isActive }) => isActive)).toHaveLength(1);
  });
});
