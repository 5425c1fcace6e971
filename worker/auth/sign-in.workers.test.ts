import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { SIGN_IN_ERRORS } from "#schema/sign-in-errors.ts";
import { accounts, auditEvents, creditTransactions, mailCodes, sessions, users } from "#schema/index.ts";
import { codeIn, lastMail, newBrowser, ORIGIN, PASSWORD, signedUp } from "#tests/support/browser.workers.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { sweepSignIns } from "./sweep-sign-ins.ts";

const db = connectDb(env.DB);

function newEmail() {
  return `${newId("person").toLowerCase()}@example.test`;
}

/** The reason of a failed answer. */
function reasonOf({ body }: { body: any }) {
  return { message: body.error?.message, reason: body.error?.data?.reason };
}

function guess(ipAddress: string, headers?: Record<string, string>) {
  return newBrowser(ipAddress).post("/api/auth/sign-in", { email: newEmail(), password: "guess" }, headers);
}

/** The address whose session a bearer token is. */
async function emailWith(token: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await SELF.fetch(`${ORIGIN}/api/session`, { headers });
  return ((await answer.json()) as any).user?.email;
}

function catalogd(reason: keyof typeof SIGN_IN_ERRORS) {
  return { message: SIGN_IN_ERRORS[reason], reason };
}

describe("signing up", () => {
  it("makes an account that is signed in, and gets a mail to verify its address, with which 200 credits come once", async () => {
    const { browser, email, userId } = await signedUp();
    const { body } = await browser.get("/api/session");
    expect(body).toEqual({
      user: {
        uid: userId,
        email,
        emailVerified: false,
        displayName: null,
        photoURL: null,
        tier: "Free",
        createdAt: expect.stringMatching(/^\d{4}-/),
      },
      flags: { teams: true },
    });
    const balance = () => env.CREDIT_COUNTER.getByName(`u_${userId}`).balance();
    expect(await balance()).toMatchObject({ available: 0 });
    const search = await browser.post("/api/search", { query: "kettle" });
    expect(search).toMatchObject({
      status: 429,
      body: { error: { data: { reason: "email-not-verified" } } },
    });
    const upload = await browser.post("/api/pdf-sets", { displayName: "set" });
    expect(upload).toMatchObject({
      status: 403,
      body: { error: { data: { reason: "email-not-verified" } } },
    });
    expect(upload.body.error.message).toMatch(/ask for another one on your account page/);
    const mail = await lastMail(email, "verify-email");
    expect(mail.text).toContain(`${ORIGIN}/auth/action?mode=verifyEmail&oobCode=`);
    expect(mail.text).toContain(encodeURIComponent(`${ORIGIN}/auth/action`));
    const audited = await db.select().from(auditEvents).where(eq(auditEvents.ownerId, userId));
    expect(audited.map(({ type }) => type)).toEqual(["signed-up", "signed-in"]);
    const oobCode = codeIn(mail);
    for (let clicks = 0; clicks < 2; clicks += 1)
      await newBrowser().post("/api/auth/verify-email", { oobCode });
    expect(await balance()).toMatchObject({ available: 200 });
    const initial = async () =>
      db.select().from(creditTransactions).where(eq(creditTransactions.ownerId, userId));
    await expect.poll(initial).toMatchObject([{ source: "initial", amount: 200 }]);
    expect((await browser.post("/api/pdf-sets", { displayName: "set" })).status).toBe(201);
  });

  it("keeps a hash of the password and no tokens", async () => {
    const { userId } = await signedUp();
    const [account, ...others] = await db.select().from(accounts).where(eq(accounts.userId, userId));
    expect(others).toEqual([]);
    expect(account).toMatchObject({ providerId: "credential", accessToken: null, refreshToken: null });
    expect(account?.password).toMatch(/^scrypt\$16384\$8\$5\$/);
  });

  it.each([
    [{ password: PASSWORD }, catalogd("missing-email")],
    [{ email: "  ", password: PASSWORD }, catalogd("missing-email")],
    [{ email: "no address", password: PASSWORD }, catalogd("invalid-email")],
    [{ email: "a@example.test" }, catalogd("missing-password")],
    [{ email: "a@example.test", password: "12345" }, catalogd("weak-password")],
  ])("refuses %j in the words of the catalog", async (input, refusal) => {
    const answer = await newBrowser().post("/api/auth/sign-up", input);
    expect(answer.status).toBe(400);
    expect(reasonOf(answer)).toEqual(refusal);
  });

  it.each(["123456", "Password1", "aaaaaaaa", "docenda", "Docenda!!", "jane.doe2024"])(
    "refuses the password %s, which anybody would guess",
    async (password) => {
      const answer = await newBrowser().post("/api/auth/sign-up", {
        email: "jane.doe@example.test",
        password,
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { message: "This password is easy to guess. Please choose another one" } },
      });
    },
  );

  it("refuses an address that has an account, however it is written, and changes nothing", async () => {
    const { email, userId } = await signedUp();
    const again = await newBrowser().post("/api/auth/sign-up", {
      email: ` ${email.toUpperCase()} `,
      password: "another password",
    });
    expect(again.status).toBe(409);
    expect(reasonOf(again)).toEqual(catalogd("email-already-in-use"));
    expect((await newBrowser().post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    expect(await db.select().from(users).where(eq(users.email, email))).toMatchObject([{ id: userId }]);
  });

  it("of ten at once for one address makes one account", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => newBrowser().post("/api/auth/sign-up", { email, password: PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [user, ...others] = await db.select().from(users).where(eq(users.email, email));
    expect(others).toEqual([]);
    expect(user).toMatchObject({ email });
  });

  it("is limited by network and by address", async () => {
    const browser = newBrowser();
    const tryOne = () => browser.post("/api/auth/sign-up", { email: newEmail(), password: PASSWORD });
    const statuses = (await Promise.all(Array.from({ length: 7 }, tryOne))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    const refused = await tryOne();
    expect(refused.status).toBe(429);
    expect(reasonOf(refused)).toEqual(catalogd("too-many-requests"));
    expect(refused.body.error.data.retryAfterSeconds).toBeGreaterThan(3000);

    const { email } = await signedUp();
    const askAgain = () => newBrowser().post("/api/auth/sign-up", { email, password: PASSWORD });
    expect([(await askAgain()).status, (await askAgain()).status, (await askAgain()).status]).toEqual([
      409, 409, 429,
    ]);
  });
});

describe("signing in", () => {
  it("works with the right password, for as long as nobody signs out", async () => {
    const { browser, email } = await signedUp();
    const other = newBrowser();
    const answer = await other.post("/api/auth/sign-in", { email: email.toUpperCase(), password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
    const cookie = answer.headers.getSetCookie().find((line) => line.includes("session_token"));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Secure/i);
    expect(cookie).toMatch(/^__Secure-docenda\.session_token=/);

    expect((await other.post("/api/auth/sign-out")).status).toBe(200);
    expect((await other.get("/api/session")).body.user).toBeNull();
    expect((await other.get("/api/auth/sessions")).status).toBe(401);
    expect((await browser.get("/api/session")).body.user).toMatchObject({ email });
  });

  it("answers the same for a wrong password, an unknown address and an account without a password", async () => {
    const { email } = await signedUp();
    const withoutPassword = await signedUp();
    await db.delete(accounts).where(eq(accounts.userId, withoutPassword.userId));
    const attempts = [
      { email, password: "wrong password" },
      { email: newEmail(), password: "wrong password" },
      { email: withoutPassword.email, password: "wrong password" },
      { email, password: "x".repeat(5000) },
    ];
    for (const attempt of attempts) {
      const answer = await newBrowser().post("/api/auth/sign-in", attempt);
      const { requestId: _requestId, ...error } = answer.body.error;
      expect({ status: answer.status, error }).toEqual({
        status: 401,
        error: {
          code: "unauthenticated",
          message: "Invalid email or password",
          data: { reason: "invalid-credential" },
        },
      });
    }
  });

  it.each([
    [{ email: "", password: "x" }, catalogd("missing-email")],
    [{ email: "a@example.test", password: "" }, catalogd("missing-password")],
    [{ email: "a@b", password: "x" }, catalogd("invalid-email")],
  ])("refuses %j in the words of the catalog", async (input, refusal) => {
    expect(reasonOf(await newBrowser().post("/api/auth/sign-in", input))).toEqual(refusal);
  });

  it("is for pages at the address of the app alone, and for programs", async () => {
    const { email } = await signedUp();
    const input = { email, password: PASSWORD };
    for (const path of ["/api/auth/sign-in", "/api/auth/sign-up"]) {
      const refused = await newBrowser().post(path, input, { origin: "https://docenda.workers.test" });
      expect(refused.status).toBe(403);
      expect(refused.headers.get("set-cookie")).toBeNull();
      expect(reasonOf(refused)).toEqual(catalogd("unauthorized-domain"));
    }
    const program = await SELF.fetch(`${ORIGIN}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    expect(program.status).toBe(200);
  });

  it("is open to a browser in which the address has signed in before, whatever strangers guess", async () => {
    const { browser, email } = await signedUp();
    await browser.post("/api/auth/sign-in", { email, password: PASSWORD });
    await browser.post("/api/auth/sign-out");
    const other = await signedUp();
    await other.browser.post("/api/auth/sign-in", { email: other.email, password: PASSWORD });
    const wrong = { email, password: "a guess" };
    for (let n = 0; n < 10; n += 1) await newBrowser().post("/api/auth/sign-in", wrong);
    const right = { email, password: PASSWORD };
    expect((await newBrowser().post("/api/auth/sign-in", right)).status).toBe(429);
    // The mark of another address, and an invented mark, are worth nothing.
    expect((await other.browser.post("/api/auth/sign-in", right)).status).toBe(429);
    const forger = newBrowser();
    forger.cookies.set("docenda.device", `abc.${"0".repeat(64)}`);
    expect((await forger.post("/api/auth/sign-in", right)).status).toBe(429);
    expect((await browser.post("/api/auth/sign-in", right)).status).toBe(200);
    await browser.post("/api/auth/sign-out");
    // The marked browser guesses no faster itself.
    const own = [];
    for (let n = 0; n < 11; n += 1) own.push((await browser.post("/api/auth/sign-in", wrong)).status);
    expect(own).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it("counts 64 guesses at once as 64", async () => {
    const { email } = await signedUp();
    const guesses = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        newBrowser(`203.0.113.${n}`).post("/api/auth/sign-in", { email, password: `guess ${n}` }),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(54);
    const right = await newBrowser().post("/api/auth/sign-in", { email, password: PASSWORD });
    expect(right.status).toBe(429);
    expect(reasonOf(right)).toEqual(catalogd("too-many-requests"));
  });

  it("counts a network as one, whatever address of it or header a guesser takes", async () => {
    const network = "2001:db8:77:1";
    const answers = [];
    for (let n = 0; n < 22; n += 1) {
      const forged = { "x-forwarded-for": `192.0.2.${n}`, "x-real-ip": `192.0.2.${n}` };
      answers.push(await guess(`${network}:${n.toString(16)}::${n}`, forged));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    expect((await guess("2001:db8:77:2::1")).status).toBe(401);
  });

  it("forgets the failed attempts of an address after a success", async () => {
    const { email } = await signedUp();
    for (let round = 0; round < 2; round += 1) {
      const fails = Array.from({ length: 8 }, () =>
        newBrowser().post("/api/auth/sign-in", { email, password: "wrong password" }),
      );
      expect(new Set((await Promise.all(fails)).map(({ status }) => status))).toEqual(new Set([401]));
      expect((await newBrowser().post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    }
  });
});

describe("sessions", () => {
  it("are listed, revoked one by one and all at once; each ends at its next request (fault 47)", async () => {
    const { browser, email } = await signedUp();
    const [phone, laptop] = [newBrowser(), newBrowser()];
    for (const other of [phone, laptop])
      await other.post("/api/auth/sign-in", { email, password: PASSWORD }, { "user-agent": "Test 1.0" });
    const { sessions: listed } = (await phone.get("/api/auth/sessions")).body;
    expect(listed).toHaveLength(3);
    const { ipAddress } = phone;
    expect(listed.find((session: any) => session.isCurrent)).toMatchObject({
      ipAddress,
      userAgent: "Test 1.0",
    });
    expect(JSON.stringify(listed)).not.toContain(phone.token().split(".")[0]);

    const ofLaptop = listed.find((session: any) => session.ipAddress === laptop.ipAddress);
    expect((await phone.send("DELETE", `/api/auth/sessions/${ofLaptop.id}`)).status).toBe(200);
    expect((await laptop.get("/api/session")).body.user).toBeNull();
    expect((await phone.send("DELETE", `/api/auth/sessions/${ofLaptop.id}`)).status).toBe(404);

    const stranger = await signedUp();
    const own = listed.find((session: any) => session.isCurrent).id;
    expect((await stranger.browser.send("DELETE", `/api/auth/sessions/${own}`)).status).toBe(404);

    expect((await phone.post("/api/auth/sign-out-everywhere")).status).toBe(200);
    for (const ended of [browser, phone, laptop])
      expect((await ended.get("/api/auth/sessions")).status).toBe(401);
    expect((await stranger.browser.get("/api/auth/sessions")).status).toBe(200);
  });

  it("are good as a bearer token, and no other text is", async () => {
    const { browser, email } = await signedUp();
    expect(await emailWith(browser.token())).toBe(email);
    expect(await emailWith("nonsense")).toBeUndefined();
    const [stored = ""] = browser.token().split(".");
    expect(await db.select().from(sessions).where(eq(sessions.token, stored))).toHaveLength(1);
    // A reader of the database has no session.
    for (const forged of [
      stored,
      `${stored}.`,
      `${stored}.forged`,
      `${browser.token()}.forged`,
      `x${browser.token()}`,
    ])
      expect({ forged, email: await emailWith(forged) }).toEqual({ forged, email: undefined });
  });

  it("act for pages of our own origin alone", async () => {
    const { browser } = await signedUp();
    const foreign = await browser.post("/api/auth/sign-out-everywhere", {}, { origin: "https://evil.test" });
    expect(foreign).toMatchObject({ status: 403, body: { error: { data: { reason: "foreign-origin" } } } });
    expect((await browser.get("/api/auth/sessions")).status).toBe(200);
  });

  it("are over after 30 days", async () => {
    const { browser, userId } = await signedUp();
    await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, userId));
    expect((await browser.get("/api/session")).body.user).toBeNull();
  });
});

it("sweeps what is over, and nothing else", async () => {
  const { browser, email, userId } = await signedUp();
  const over = await signedUp();
  const past = new Date(Date.now() - 25 * 60 * 60_000);
  await db.update(sessions).set({ expiresAt: past }).where(eq(sessions.userId, over.userId));
  await db.update(mailCodes).set({ expiresAt: past }).where(eq(mailCodes.userId, over.userId));
  await sweepSignIns(systemCtx());
  expect(await db.select().from(sessions).where(eq(sessions.userId, over.userId))).toEqual([]);
  expect(await db.select().from(mailCodes).where(eq(mailCodes.userId, over.userId))).toEqual([]);
  expect(await db.select().from(mailCodes).where(eq(mailCodes.userId, userId))).toHaveLength(1);
  expect((await browser.get("/api/session")).body.user).toMatchObject({ email });
});

describe("changing a password", () => {
  it("needs the present one, and ends the other sessions", async () => {
    const { browser, email } = await signedUp();
    const other = newBrowser();
    await other.post("/api/auth/sign-in", { email, password: PASSWORD });
    const change = (currentPassword: string, newPassword: string) =>
      browser.post("/api/auth/change-password", { currentPassword, newPassword });
    expect(reasonOf(await change("wrong", "quite another phrase"))).toEqual(catalogd("invalid-credential"));
    expect(reasonOf(await change(PASSWORD, "short"))).toEqual(catalogd("weak-password"));
    expect((await change(PASSWORD, "quite another phrase")).status).toBe(200);
    expect((await browser.get("/api/session")).body.user).toMatchObject({ email });
    expect((await other.get("/api/session")).body.user).toBeNull();
    expect((await browser.get("/api/auth/sign-in-methods")).body.methods).toMatchObject([
      { method: "password" },
    ]);
  });
});
