import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents, consents, creditTransactions, users } from "#schema/index.ts";
import { makeAccount, systemCtx, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { newBrowser, signedUp } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { completeSignUp } from "./complete-sign-up.ts";
import { exportMyData } from "#worker/profile/export-my-data.ts";
import { makeSource } from "#worker/sources/make-source.ts";
import { updateMarketingConsent } from "./update-marketing-consent.ts";

const db = connectDb(env.DB);

/** The person of an account, signed in. */
function sessionCtx({ userId }: Pick<Account, "userId">) {
  return testCtx(
    { kind: "session", userId, sessionId: "ses_1", isEmailVerified: true, signedInAt: new Date() },
    { kind: "user", id: userId },
  );
}

function consentsOf(userId: string) {
  return db.select().from(consents).where(eq(consents.userId, userId)).orderBy(consents.createdAt);
}

async function eventsOf(userId: string) {
  const rows = await db
    .select({ type: auditEvents.type, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.ownerId, userId))
    .orderBy(auditEvents.sequence);
  return rows.filter(({ type }) => type !== "api-key.created");
}

async function untilTransactions(userId: string) {
  for (;;) {
    const rows = await db.select().from(creditTransactions).where(eq(creditTransactions.ownerId, userId));
    if (rows.length > 0) return rows;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A user as better-auth leaves it: a row and nothing else. */
async function bareUser(): Promise<string> {
  const id = newId("usr");
  const email = `${id.toLowerCase()}@example.test`;
  await db.insert(users).values({ id, email, emailVerified: true, createdAt: new Date() });
  return id;
}

const consentOf = async (country: string | null, consentProvenance: "defaulted" | "clicked") => {
  const userId = await bareUser();
  const ctx = sessionCtx({ userId });
  const signUp = { userId, method: "password", marketingConsent: true, consentProvenance };
  await completeSignUp({ ...ctx, caller: { ...ctx.caller, country } }, signUp);
  return (await db.select().from(users).where(eq(users.id, userId)).get())?.marketingConsent;
};

const asked = async (country: string) =>
  (await newBrowser().get("/api/session", { "cf-ipcountry": country })).body.wantsOwnConsent;

describe("completing a sign-up", () => {
  it("gives credits, consent and the first event once, however often and however many at once (fault 43)", async () => {
    const userId = await bareUser();
    const ctx = { ...sessionCtx({ userId }) };
    const signUp = {
      userId,
      method: "password",
      marketingConsent: true,
      consentProvenance: "defaulted" as const,
    };
    await Promise.all([completeSignUp(ctx, signUp), completeSignUp(ctx, signUp)]);
    await completeSignUp(ctx, signUp);
    expect(await untilTransactions(userId)).toMatchObject([{ source: "initial", amount: 200 }]);
    expect(await ctx.services.creditCounter(ctx.scope.owner).balance()).toMatchObject({ available: 200 });
    expect(await consentsOf(userId)).toMatchObject([
      { marketingConsent: true, provenance: "defaulted", textVersion: "2026-11", country: null },
    ]);
    expect(await eventsOf(userId)).toEqual([{ type: "signed-up", details: { method: "password" } }]);
    const user = await db.select().from(users).where(eq(users.id, userId)).get();
    expect(user?.marketingConsent).toBe(true);
  });

  it("takes a box that nobody touched for a consent only where the law does", async () => {
    for (const country of ["US", null]) expect(await consentOf(country, "defaulted")).toBe(true);
    for (const country of ["DE", "GB", "CA", "XX"]) {
      expect(await consentOf(country, "defaulted")).toBe(false);
      expect(await consentOf(country, "clicked")).toBe(true);
    }
    expect(await asked("FR")).toBe(true);
    expect(await asked("US")).toBeUndefined();
  });

  it("again after a change of the consent leaves the change", async () => {
    const userId = await bareUser();
    const ctx = sessionCtx({ userId });
    const signUp = {
      userId,
      method: "github",
      marketingConsent: true,
      consentProvenance: "clicked" as const,
    };
    await completeSignUp(ctx, signUp);
    await updateMarketingConsent(ctx, { marketingConsent: false });
    await completeSignUp(ctx, signUp);
    const user = await db.select().from(users).where(eq(users.id, userId)).get();
    expect(user?.marketingConsent).toBe(false);
    expect(await consentsOf(userId)).toHaveLength(2);
    await ctx.settled();
  });

  it("is not for nobody, nor for an account that is being deleted", async () => {
    const signUp = { method: "password", marketingConsent: false, consentProvenance: "clicked" as const };
    await expect(completeSignUp(systemCtx(), { ...signUp, userId: "usr_nobody" })).rejects.toMatchObject({
      code: "not-found",
    });
    const userId = await bareUser();
    await db.update(users).set({ deletionStartedAt: new Date() }).where(eq(users.id, userId));
    await expect(completeSignUp(systemCtx(), { ...signUp, userId })).rejects.toMatchObject({
      code: "aborted",
    });
  });
});

describe("the profile over HTTP", () => {
  it("is the specification's document, of whoever is signed in", async () => {
    expect((await newBrowser().get("/api/profile")).status).toBe(401);
    const { browser, email, userId } = await signedUp();
    expect((await browser.get("/api/profile")).body).toEqual({
      uid: userId,
      email,
      emailVerified: false,
      displayName: null,
      photoURL: null,
      credits: 0,
      monthlyAllowance: 0,
      tier: "Free",
      marketingConsent: expect.any(Boolean),
      subscriptionStartDate: null,
      customerId: null,
      subscriptionId: null,
      subscriptionStatus: null,
      subscriptionEndDate: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it("takes a name and takes it away, and notes the change once", async () => {
    const { browser, userId } = await signedUp();
    const rename = async (displayName: unknown) => browser.send("PATCH", "/api/profile", { displayName });
    expect((await rename("  Ada  ")).body).toMatchObject({ displayName: "Ada" });
    expect((await rename("Ada")).body).toMatchObject({ displayName: "Ada" });
    expect((await rename("  ")).body).toMatchObject({ displayName: null });
    expect(await rename("x".repeat(101))).toMatchObject({ status: 400 });
    expect(await rename(7)).toMatchObject({ status: 400 });
    const changes = (await eventsOf(userId)).filter(({ type }) => type === "profile.changed");
    expect(changes.map(({ details }) => details)).toEqual([
      { fields: ["displayName"] },
      { fields: ["displayName"] },
    ]);
  });

  it("onEmailVerified returns it once the address is verified, again and again", async () => {
    const { browser, userId } = await signedUp();
    expect(await browser.call("onEmailVerified")).toMatchObject({
      error: { status: "PERMISSION_DENIED", details: { reason: "email-not-verified" } },
    });
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
    expect(await browser.call("onEmailVerified")).toMatchObject({ uid: userId, emailVerified: true });
    expect(await browser.call("onEmailVerified", null)).toMatchObject({ uid: userId });
    expect(await newBrowser().call("onEmailVerified")).toMatchObject({
      error: { status: "UNAUTHENTICATED" },
    });
  });
});

describe("the marketing consent over HTTP", () => {
  it("changes with a row for every change, with where it came from", async () => {
    const { browser, userId } = await signedUp();
    const before = (await browser.get("/api/profile")).body.marketingConsent as boolean;
    const change = (marketingConsent: unknown) =>
      browser.call("updateMarketingConsent", { marketingConsent });
    expect(await change(!before)).toEqual({ marketingConsent: !before });
    expect(await change(!before)).toEqual({ marketingConsent: !before });
    expect(await change(before)).toEqual({ marketingConsent: before });
    expect(await change("yes")).toMatchObject({ error: { status: "INVALID_ARGUMENT" } });
    expect((await consentsOf(userId)).slice(1)).toMatchObject([
      { marketingConsent: !before, provenance: "changed" },
      { marketingConsent: before, provenance: "changed" },
    ]);
    expect((await browser.get("/api/profile")).body.marketingConsent).toBe(before);
    expect((await eventsOf(userId)).filter(({ type }) => type === "consent.changed")).toHaveLength(2);
  });
});

describe("the export", () => {
  it("is one JSON with everything of the account and no secret of it", async () => {
    const { browser, email, userId } = await signedUp({ isVerified: true });
    const { key, id: keyId } = await browser.call("createApiKeyCallableV2", { name: "laptop" });
    await untilTransactions(userId);
    const { status, body, headers } = await browser.get("/api/profile/export");
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="docenda-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(body).toMatchObject({
      product: "Docenda",
      profile: { uid: userId, email },
      balance: { available: 200 },
      sessions: [{ userId, ipAddress: browser.ipAddress }],
      signInMethods: [{ providerId: "credential" }],
      apiKeys: [{ id: keyId, name: "laptop", keyStart: key.slice(0, 8), keyEnd: key.slice(-4) }],
      creditTransactions: [{ source: "initial", amount: 200 }],
      consents: [{ userId }],
      sources: [],
      jobRuns: [],
    });
    expect(body.auditEvents.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["signed-up", "signed-in", "api-key.created", "data.exported"]),
    );
    const text = JSON.stringify(body);
    const account = await env.DB.prepare("select password from accounts where user_id = ?")
      .bind(userId)
      .first();
    for (const secret of [key, browser.token().split(".")[0]!, account?.password as string]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text).not.toContain(secret);
    }
    for (const column of ["keyHash", "sealedKey", "codeHash", "token", "refreshHash"])
      expect(text).not.toContain(`"${column}":`);
  });

  it("says of each team of the person what its members see, and nothing once they have left", async () => {
    const [account, colleague, stranger] = await Promise.all([makeAccount(), makeAccount(), makeAccount()]);
    const teamId = await makeTeam({ [account.userId]: "member", [colleague.userId]: "owner" });
    const otherTeamId = await makeTeam({ [stranger.userId]: "owner" });
    const owner = { kind: "team", id: teamId } as const;
    const url = "https://handbook.test/";
    await makeSource(testCtx({ kind: "system" }, owner), {
      kind: "site",
      name: "handbook",
      url,
      description: null,
    });
    const read = async () => await new Response(await exportMyData(sessionCtx(account))).json<any>();
    const exported = await read();
    expect(exported.teams).toEqual([
      expect.objectContaining({
        teamId,
        members: expect.arrayContaining([expect.objectContaining({ email: colleague.email, role: "owner" })]),
        sources: [{ name: "handbook", kind: "site", url, version: null }],
      }),
    ]);
    expect(JSON.stringify(exported)).not.toContain(otherTeamId);
    await env.DB.prepare("delete from team_memberships where user_id = ?").bind(account.userId).run();
    expect((await read()).teams).toEqual([]);
  });

  it("has rows beyond the first thousand", async () => {
    const account = await makeAccount();
    const insert = env.DB.prepare(
      "insert into credit_transactions (id, owner_kind, owner_id, timestamp) values (?, 'user', ?, ?)",
    );
    await env.DB.batch(
      Array.from({ length: 1500 }, (_, n) => insert.bind(`${account.userId}:${n}`, account.userId, n)),
    );
    const body = await new Response(await exportMyData(sessionCtx(account))).json<any>();
    const times = body.creditTransactions.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times.length).toBeGreaterThanOrEqual(1500);
    expect(times).toEqual(times.toSorted());
  });

  it("has nothing of somebody else, is for persons, and five times an hour", async () => {
    const [account, stranger] = await Promise.all([makeAccount(), makeAccount()]);
    const ctx = sessionCtx(account);
    const text = await new Response(await exportMyData(ctx)).text();
    expect(text).toContain(account.userId);
    expect(text).not.toContain(stranger.userId);
    for (let n = 0; n < 4; n += 1) await (await exportMyData(ctx)).cancel();
    await expect(exportMyData(ctx)).rejects.toMatchObject({ code: "resource-exhausted" });
    await expect(exportMyData(systemCtx(account.userId))).rejects.toMatchObject({
      code: "permission-denied",
    });
  });
});
