import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { SIGN_IN_ERRORS } from "#schema/sign-in-errors.ts";
import { mailCodes } from "#schema/index.ts";
import { codeIn, lastMail, newBrowser, PASSWORD, signedUp } from "#tests/support/browser.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import { codeFor, exchange, registeredClient } from "#tests/support/oauth.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";

const db = connectDb(env.DB);

function newEmail() {
  return `${newId("person").toLowerCase()}@example.test`;
}

/** The reason of a failed answer. */
function reasonOf({ body }: { body: any }) {
  return { message: body.error?.message, reason: body.error?.data?.reason };
}

function verify(oobCode: string) {
  return newBrowser().post("/api/auth/verify-email", { oobCode });
}

function reset(oobCode: string) {
  return newBrowser().post("/api/auth/reset-password", { oobCode, password: "quite another phrase" });
}

function catalogd(reason: keyof typeof SIGN_IN_ERRORS) {
  return { message: SIGN_IN_ERRORS[reason], reason };
}

/** Whether a key and an access token that were made before a reset work after it. */
async function worksAfter(endsAccess: boolean) {
  const { browser, email } = await signedUp({ isVerified: true });
  const { key } = await browser.call("createApiKeyCallableV2", { name: "key" });
  const client = await registeredClient(browser);
  const { body: tokens } = await exchange(client, await codeFor(browser, client));
  await newBrowser().post("/api/auth/request-password-reset", { email });
  const oobCode = codeIn(await lastMail(email, "reset-password"));
  const answer = await newBrowser().post("/api/auth/reset-password", {
    oobCode,
    password: "quite another phrase",
    endsAccess,
  });
  expect(answer.status).toBe(200);
  return [(await listTools(key)).status, (await listTools(tokens.access_token)).status];
}

function listTools(apiKey: string) {
  return askModern("tools/list", {}, { apiKey });
}

describe("verifying an address", () => {
  it("spends a code once: opening the link spends nothing, a second click is no error", async () => {
    const { browser, email } = await signedUp();
    const mail = await lastMail(email, "verify-email");
    const oobCode = codeIn(mail);
    const link = /https:\/\/\S+/.exec(mail.text)![0];
    for (let visits = 0; visits < 3; visits += 1) await (await SELF.fetch(link)).body?.cancel();
    expect((await browser.get("/api/session")).body.user.emailVerified).toBe(false);

    const [first, second] = await Promise.all([verify(oobCode), verify(oobCode)]);
    expect([first!.status, second!.status]).toContain(200);
    expect((await browser.get("/api/session")).body.user.emailVerified).toBe(true);
    expect(await verify(oobCode)).toMatchObject({ status: 200, body: { wasVerifiedBefore: true } });
    const stored = await db.select().from(mailCodes);
    expect(JSON.stringify(stored)).not.toContain(oobCode);
  });

  it("refuses a code that is made up, expired, or for something else", async () => {
    const { email, userId } = await signedUp();
    const oobCode = codeIn(await lastMail(email, "verify-email"));
    const failed = {
      status: 400,
      body: { error: { message: "Failed to verify email. The link may have expired." } },
    };
    expect(await verify("x".repeat(43))).toMatchObject(failed);
    expect(
      await newBrowser().post("/api/auth/reset-password", { oobCode, password: PASSWORD }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: "This password reset link is invalid or has expired." } },
    });
    await db.update(mailCodes).set({ expiresAt: new Date() }).where(eq(mailCodes.userId, userId));
    expect(await verify(oobCode)).toMatchObject(failed);
  });

  it("mails another link at most once a minute, and none to a verified address", async () => {
    const { browser, email } = await signedUp();
    const first = codeIn(await lastMail(email, "verify-email"));
    expect(await browser.post("/api/auth/send-verification")).toMatchObject({
      status: 200,
      body: { isVerified: false, email },
    });
    expect(await browser.post("/api/auth/send-verification")).toMatchObject({ status: 429 });
    await expect.poll(async () => codeIn(await lastMail(email, "verify-email"))).not.toBe(first);
    await browser.post("/api/auth/verify-email", { oobCode: codeIn(await lastMail(email, "verify-email")) });
    expect(await browser.post("/api/auth/send-verification")).toMatchObject({ body: { isVerified: true } });
    expect((await newBrowser().post("/api/auth/send-verification")).status).toBe(401);
  });
});

describe("resetting a password", () => {
  it("mails a link, checks it without spending it, sets the password once, and ends every session", async () => {
    const { browser, email } = await signedUp();
    const visitor = newBrowser();
    expect(await visitor.post("/api/auth/request-password-reset", { email })).toMatchObject({
      status: 200,
      body: { email },
    });
    const oobCode = codeIn(await lastMail(email, "reset-password"));
    for (let checks = 0; checks < 2; checks += 1)
      expect(await visitor.post("/api/auth/check-reset-code", { oobCode })).toMatchObject({
        body: { email },
      });
    const short = await visitor.post("/api/auth/reset-password", { oobCode, password: "12345" });
    expect(reasonOf(short)).toEqual(catalogd("weak-password"));

    const password = "quite another phrase";
    const both = await Promise.all([
      visitor.post("/api/auth/reset-password", { oobCode, password }),
      newBrowser().post("/api/auth/reset-password", { oobCode, password: "the other request" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const reused = await visitor.post("/api/auth/reset-password", { oobCode, password });
    expect(reused).toMatchObject({
      status: 400,
      body: { error: { message: "This password reset link is invalid or has expired." } },
    });
    expect((await browser.get("/api/session")).body.user).toBeNull();
    expect((await newBrowser().post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(401);
    const winner = both[0]!.status === 200 ? password : "the other request";
    const signedIn = await newBrowser().post("/api/auth/sign-in", { email, password: winner });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });
  });

  it("ends keys and connected programs when it is asked to, and not otherwise", async () => {
    expect(await worksAfter(true)).toEqual([401, 401]);
    expect(await worksAfter(false)).toEqual([200, 200]);
  });

  it("answers alike for an address without an account, and mails nothing", async () => {
    const unknown = newEmail();
    const { email } = await signedUp();
    const [first, second] = [
      await newBrowser().post("/api/auth/request-password-reset", { email: unknown }),
      await newBrowser().post("/api/auth/request-password-reset", { email }),
    ];
    expect(first).toMatchObject({ status: 200, body: { email: unknown } });
    expect(second).toMatchObject({ status: 200, body: { email } });
    expect(Object.keys(first!.body)).toEqual(Object.keys(second!.body));
    await lastMail(email, "reset-password");
    expect(await db.select().from(mailCodes).where(eq(mailCodes.email, unknown))).toEqual([]);
  });

  it("refuses an expired link, and an older one after a newer was used", async () => {
    const { email, userId } = await signedUp();
    const ask = () => newBrowser().post("/api/auth/request-password-reset", { email });
    await ask();
    const older = codeIn(await lastMail(email, "reset-password"));
    await ask();
    await expect.poll(async () => codeIn(await lastMail(email, "reset-password"))).not.toBe(older);
    const newer = codeIn(await lastMail(email, "reset-password"));
    expect((await reset(newer)).status).toBe(200);
    expect((await reset(older)).status).toBe(400);

    await ask();
    const last = codeIn(await lastMail(email, "reset-password"));
    await db.update(mailCodes).set({ expiresAt: new Date() }).where(eq(mailCodes.userId, userId));
    expect((await newBrowser().post("/api/auth/check-reset-code", { oobCode: last })).status).toBe(400);
    expect((await reset(last)).status).toBe(400);
  });
});
