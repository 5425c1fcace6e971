import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts, auditEvents, sessions } from "#schema/index.ts";
import { PASSWORD, signedUp } from "#tests/support/browser.workers.ts";
import type { Browser } from "#tests/support/browser.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";

const db = connectDb(env.DB);
const NOT_FRESH = { status: 403, body: { error: { data: { reason: "sign-in-not-fresh" } } } };

/** The way in that linking a provider leaves behind; tests/flows has the whole way there and back. */
async function linked(userId: string, providerId: string): Promise<void> {
  const now = new Date();
  const id = newId("acc");
  await db.insert(accounts).values({ id, accountId: id, providerId, userId, createdAt: now, updatedAt: now });
}

async function signedInLongAgo(userId: string): Promise<void> {
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await db.update(sessions).set({ createdAt }).where(eq(sessions.userId, userId));
}

function unlink(browser: Browser, method: string) {
  return browser.send("DELETE", `/api/auth/sign-in-methods/${method}`);
}

describe("a way to sign in", () => {
  it("is begun to be connected at the provider, where it is set up", async () => {
    const { browser, userId } = await signedUp();
    const { status, body, headers } = await browser.post("/api/auth/sign-in-methods/github/link");
    expect(status).toBe(200);
    const url = new URL(body.url);
    expect(url.origin + url.pathname).toBe("https://github.test/login/oauth/authorize");
    expect(url.searchParams.get("redirect_uri")).toMatch(/\/api\/auth\/callback\/github$/);
    // The browser is believed on its way back only with this cookie.
    expect(headers.getSetCookie().join()).toMatch(/docenda\.state/);
    expect(await browser.post("/api/auth/sign-in-methods/google/link")).toMatchObject({ status: 501 });
    expect(await browser.post("/api/auth/sign-in-methods/myspace/link")).toMatchObject({ status: 400 });
    expect((await browser.get("/api/auth/sign-in-methods")).body).toMatchObject({
      methods: [{ method: "password" }],
      providers: ["github"],
    });
    await signedInLongAgo(userId);
    expect(await browser.post("/api/auth/sign-in-methods/github/link")).toMatchObject(NOT_FRESH);
  });

  it("is taken away once, never the only one, and from a fresh sign-in alone", async () => {
    const { browser, userId } = await signedUp();
    expect(await unlink(browser, "password")).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("the only way to sign in") } },
    });
    await linked(userId, "github");
    const stranger = await signedUp();
    expect(await unlink(stranger.browser, "github")).toMatchObject({ status: 404 });
    // Of two removals at once one keeps its way to sign in.
    const both = await Promise.all([unlink(browser, "github"), unlink(browser, "password")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { methods } = (await browser.get("/api/auth/sign-in-methods")).body;
    expect(methods).toHaveLength(1);
    const gone = methods[0].method === "password" ? "github" : "password";
    expect(await unlink(browser, gone)).toMatchObject({ status: 404 });
    const audited = await db.select().from(auditEvents).where(eq(auditEvents.ownerId, userId));
    expect(audited.at(-1)).toMatchObject({ type: "sign-in-method.unlinked", details: { method: gone } });
    await linked(userId, "google");
    await signedInLongAgo(userId);
    expect(await unlink(browser, "google")).toMatchObject(NOT_FRESH);
  });

  it("with a first password is added from a fresh sign-in alone", async () => {
    const { browser, userId } = await signedUp();
    await linked(userId, "github");
    expect(await unlink(browser, "password")).toMatchObject({ status: 200 });
    await signedInLongAgo(userId);
    const set = () => browser.post("/api/auth/change-password", { newPassword: `another ${PASSWORD}` });
    expect(await set()).toMatchObject(NOT_FRESH);
    await db.update(sessions).set({ createdAt: new Date() }).where(eq(sessions.userId, userId));
    expect(await set()).toMatchObject({ status: 200, body: { hadPassword: false } });
  });
});
