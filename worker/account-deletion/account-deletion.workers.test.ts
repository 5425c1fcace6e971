import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  accounts,
  auditEvents,
  catalogSuggesters,
  chatModels,
  chatShares,
  consents,
  githubConnections,
  githubRepositories,
  mailCodes,
  oauthGrants,
  pdfFiles,
  pdfSets,
  sessions,
  sources,
  users,
  verifications,
} from "#schema/index.ts";
import { makeAccount, systemCtx, testCtx } from "#tests/support/accounts.workers.ts";
import { lastMail, newBrowser, PASSWORD, signedUp } from "#tests/support/browser.workers.ts";
import { findResidue, tablesInD1 } from "#tests/support/residue.workers.ts";
import type { Traces } from "#tests/support/residue.workers.ts";
import { deliver, startHeld } from "#tests/support/held-crawl.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { NO_CALLER } from "#worker/context.ts";
import worker from "#worker/index.ts";
import { connectDb } from "#worker/platform/db.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { newId } from "#worker/platform/ids.ts";
import { docsIndexName } from "#worker/services.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import { completeSignUp } from "#worker/users/complete-sign-up.ts";
import { deleteUser } from "./delete-user.ts";
import { resumeDeletions, systemCtxFor } from "./finish-deletion.ts";
import { accountTablesInD1, closeAccount } from "./repo.ts";
import { DELETION_STEPS } from "./steps.ts";

const db = connectDb(env.DB);

const PAGES = [1, 2];
const LINKS = PAGES.map((n) => `<a href="/${n}">${n}</a>`).join("");

/** A person who has signed up over HTTP and filled the account. */
async function populatedByHttp() {
  const { browser, email, userId } = await signedUp({ isVerified: true });
  const { key: apiKey } = await browser.call("createApiKeyCallableV2", { name: "laptop" });
  await browser.call("updateMarketingConsent", { marketingConsent: true });
  return { browser, apiKey, ...(await fill({ userId, email })) };
}

/** An account filled without the work of hashing a password and sending mail. */
async function populated(): Promise<Traces> {
  const { userId, email } = await makeAccount();
  const signUp = {
    userId,
    method: "password",
    marketingConsent: true,
    consentProvenance: "clicked",
  } as const;
  await completeSignUp(systemCtx(userId), signUp);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  const shared = { userId, createdAt: now, updatedAt: now };
  await db.batch([
    db.insert(sessions).values({ ...shared, id: newId("ses"), token: newId("token"), expiresAt }),
    db.insert(accounts).values({ ...shared, id: newId("acc"), accountId: email, providerId: "credential" }),
    db
      .insert(mailCodes)
      .values({ ...shared, codeHash: newId("code"), purpose: "verifyEmail", email, expiresAt }),
  ]);
  return fill({ userId, email });
}

/** Puts something into every place that keeps something of an account. */
async function fill({ userId, email }: { userId: string; email: string }): Promise<Traces> {
  const ctx = systemCtx(userId);
  const owner = { kind: "user", id: userId } as const;

  const host = `${userId.toLowerCase().replaceAll("_", "-")}.test`;
  await putSite(host, {
    "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
    "/": `<h1>Front</h1><p>Written by ${email}.</p>${LINKS}`,
    ...Object.fromEntries(PAGES.map((n) => [`/${n}`, `<h1>Page ${n}</h1><p>Text ${n} for ${userId}.</p>`])),
  });
  const job = await startIndexJob(ctx, { url: `https://${host}/`, displayName: `Notes of ${email}` });
  await untilOver(ctx, job.executionId);

  const counter = ctx.services.creditCounter(owner);
  const opId = newId("op");
  await counter.reserve(opId, 1);
  await counter.post(opId, { details: "search", metadata: { args: { query: "private" }, userId } });

  const now = new Date();
  const repositoryId = newId("src");
  const pdfSourceId = newId("src");
  const setId = newId("set");
  const shared = { ownerKind: "user", ownerId: userId, createdAt: now, updatedAt: now } as const;
  const objectKey = `uploads/${setId}.pdf`;
  await db.batch([
    db.insert(sources).values([
      { ...shared, id: repositoryId, kind: "repository", name: "repo", url: "https://github.com/a/b" },
      { ...shared, id: pdfSourceId, kind: "pdf-set", name: "pdf", url: "pdf:1" },
    ]),
    db.insert(githubConnections).values({
      userId,
      githubUserId: "7",
      login: "ada",
      // The token is sealed under a key that is gone: nobody can give it back to GitHub.
      sealedToken: "v1.x",
      scope: "repo",
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(githubRepositories).values({
      ...shared,
      sourceId: repositoryId,
      repositoryId: newId("gh"),
      fullName: "a/b",
      branch: "main",
      isPrivate: true,
      connectedByUserId: userId,
    }),
    db.insert(pdfSets).values({
      id: setId,
      ownerKind: "user",
      ownerId: userId,
      sourceId: pdfSourceId,
      displayName: email,
      uploadedAt: now,
    }),
    db
      .insert(pdfFiles)
      .values({ id: newId("pdf"), setId, name: `${email}.pdf`, sizeBytes: 4, objectKey, lastModified: now }),
    db.insert(verifications).values({
      id: newId("ver"),
      identifier: "hash",
      value: JSON.stringify({ email }),
      expiresAt: now,
      createdAt: now,
      updatedAt: now,
    }),
    db
      .insert(catalogSuggesters)
      .values({ url: `https://${host}/`, userId, note: `Asked by ${email}`, createdAt: now }),
    db.insert(chatModels).values({
      ownerKind: "user",
      ownerId: userId,
      url: `https://${host}/v1`,
      model: "m",
      sealedKey: "v1.x",
      updatedAt: now,
    }),
    db
      .insert(chatShares)
      .values({ tokenHash: newId("hash"), userId, conversationId: "conv", createdAt: now }),
    db.insert(oauthGrants).values({
      id: newId("grant"),
      userId,
      clientId: "https://client.test/metadata",
      clientName: "Client",
      redirectUri: "http://localhost/callback",
      resource: "https://docenda.test/mcp",
      scopes: ["search"],
      kvGrantId: `g${setId}`,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    }),
  ]);
  await askInChat(ctx, userId);
  const grant = { id: `g${setId}`, clientId: "https://client.test/metadata", userId, scope: ["search"] };
  await Promise.all([
    env.FILES.put(objectKey, `%PDF ${email}`),
    env.FILES.put(`u_${userId}/exports/1.json`, "{}"),
    env.OAUTH_KV.put(`grant:${userId}:g${setId}`, JSON.stringify(grant)),
    env.OAUTH_KV.put(`token:${userId}:g${setId}:t1`, JSON.stringify({ userId })),
  ]);
  await ctx.settled();
  const docsIndexes = [job.moduleId, repositoryId, pdfSourceId].map((sourceId) =>
    docsIndexName({ owner, indexId: "default", sourceId, homePrincipal: null }),
  );
  return { email, userId, docsIndexes, runIds: [job.executionId] };
}

/** A question that has been answered with nothing, which costs nothing. */
async function askInChat({ services }: ReturnType<typeof systemCtx>, userId: string): Promise<void> {
  const chat = services.conversations(userId);
  const turnId = newId("turn");
  const scope = `u_${userId}`;
  await chat.begin({
    scope,
    turnId,
    conversationId: newId("conv"),
    question: `qwzx ${userId}`,
    moduleId: null,
    replaces: null,
    searchScope: "private",
    sources: null,
    asker: { actor: { kind: "system" }, caller: NO_CALLER, owner: { kind: "user", id: userId } },
  });
  while ((await chat.findTurn(scope, turnId))?.status === "running")
    await new Promise((resolve) => setTimeout(resolve, 20));
}

async function untilOver(ctx: ReturnType<typeof systemCtx>, runId: string): Promise<void> {
  for (;;) {
    const { status } = await getJobRun(ctx, { runId });
    if (status === "COMPLETE") return;
    if (status === "FAILED") throw new Error("the crawl failed");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function userRow(userId: string) {
  return (await db.select().from(users).where(eq(users.id, userId)).get())!;
}

async function signInAgain(email: string): Promise<number> {
  return (await newBrowser().post("/api/auth/sign-in", { email, password: PASSWORD })).status;
}

async function untilGone(userId: string): Promise<void> {
  while (await userRow(userId)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The clock's work, some minutes after the events of a test. */
async function clock(ctx = systemCtx()): Promise<void> {
  await resumeDeletions({ ...ctx, now: () => new Date(Date.now() + 10 * 60_000) });
  await ctx.settled();
}

it("knows every table of the database: an account has rows in it, or nobody has", async () => {
  const ofNobody = [
    "catalog_starts",
    "catalog_suggestions",
    "missed_questions",
    "page_opinions",
    "status_days",
    "stopped_reminders",
    "stripe_events",
    "teams",
  ];
  expect((await tablesInD1()).toSorted()).toEqual([...accountTablesInD1(), ...ofNobody].toSorted());
});

it("over HTTP: doors close at once, nothing is left, others keep theirs, the address may come again", async () => {
  const [account, other] = await Promise.all([populatedByHttp(), populatedByHttp()]);
  // The search for what is left must be able to find something in each place.
  const before = (await findResidue(account)).map((line) => line.split(/[ :]/)[0]);
  expect([...new Set(before)].toSorted()).toEqual([
    "Catalog",
    "Conversations",
    "CrawlRun",
    "CreditCounter",
    "D1",
    "DocsIndex",
    "KV",
    "LiveHub",
    "R2",
  ]);

  expect(await account.browser.call("deleteUserCallable")).toEqual({ success: true });
  expect((await account.browser.get("/api/profile")).status).toBe(401);
  const withKey = await newBrowser().get("/api/sources", { authorization: `Bearer ${account.apiKey}` });
  expect(withKey.status).toBe(401);
  await untilGone(account.userId);
  expect(await findResidue(account)).toEqual([]);

  expect((await lastMail(account.email, "account-deleted")).subject).toBe("Your Docenda account was deleted");
  const userIdHash = await sha256Hex(account.userId);
  const recorded = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.id, `evt_deleted_${userIdHash}`));
  expect(recorded).toMatchObject([
    { type: "account.deleted", details: { userIdHash }, actorId: null, ipAddress: null },
  ]);

  expect((await other.browser.get("/api/profile")).body).toMatchObject({ uid: other.userId, credits: 199 });
  const sourcesOfOther = await other.browser.get("/api/sources");
  expect(sourcesOfOther.body.sources).toHaveLength(3);
  expect(await env.DOCS_INDEX.getByName(other.docsIndexes[0]!).totals()).toMatchObject({ pages: 3 });
  expect(await env.OAUTH_KV.list({ prefix: `grant:${other.userId}:` })).toMatchObject({ keys: [{}] });

  const again = await signedUp({ email: account.email });
  expect(again.userId).not.toBe(account.userId);
  // Credits come with the verified address.
  expect((await again.browser.get("/api/profile")).body).toMatchObject({ credits: 0 });
});

describe("a deletion that is killed", () => {
  it.each(DELETION_STEPS.map(({ name }, index) => ({ name, index })))(
    "before the step '$name' goes on from there with the clock",
    async ({ index }) => {
      const account = await populated();
      await closeAccount(db, account.userId, new Date());
      const user = await userRow(account.userId);
      const ctx = systemCtx();
      for (const step of DELETION_STEPS.slice(0, index)) await step.run(systemCtxFor(ctx, user), user);
      await ctx.settled();
      expect(await userRow(account.userId)).toBeDefined();
      await clock();
      expect(await findResidue(account)).toEqual([]);
      const events = await db.select().from(auditEvents).where(eq(auditEvents.ownerKind, "system"));
      const userIdHash = await sha256Hex(account.userId);
      expect(events.filter(({ details }) => details.userIdHash === userIdHash)).toHaveLength(1);
    },
  );

  it("in the middle of its sources goes on, and keeps no other account waiting", async () => {
    const [broken, whole] = await Promise.all([populated(), populated()]);
    for (const { userId } of [broken, whole]) await closeAccount(db, userId, new Date());
    const ctx = systemCtx();
    const lost = broken.docsIndexes[1];
    const docsIndex = (address: Parameters<typeof ctx.services.docsIndex>[0]) => {
      if (docsIndexName(address) === lost) throw new Error("the object is gone for a moment");
      return ctx.services.docsIndex(address);
    };
    await clock({ ...ctx, services: { ...ctx.services, docsIndex } });
    expect(await userRow(broken.userId)).toBeDefined();
    expect(await findResidue(whole)).toEqual([]);
    await clock();
    expect(await findResidue(broken)).toEqual([]);
  });

  it("is left alone while whoever asked for it is still at work on it", async () => {
    const account = await populatedByHttp();
    await closeAccount(db, account.userId, new Date());
    await resumeDeletions(systemCtx());
    expect(await userRow(account.userId)).toBeDefined();
    // Nobody gets in meanwhile, by whichever door.
    for (const table of [sessions, oauthGrants])
      expect(await db.select().from(table).where(eq(table.userId, account.userId))).toEqual([]);
    expect(await signInAgain(account.email)).toBe(401);
    await db
      .update(users)
      .set({ deletionStartedAt: new Date(Date.now() - 10 * 60_000) })
      .where(eq(users.id, account.userId));
    const execution = createExecutionContext();
    await worker.scheduled({} as ScheduledController, env, execution);
    await waitOnExecutionContext(execution);
    expect(await findResidue(account)).toEqual([]);
  });
});

it("stops a crawl that is running, and what that was about to store is not there afterwards", async () => {
  const account = await populatedByHttp();
  const host = `held-${newId("host").toLowerCase().replaceAll("_", "-")}.test`;
  const { runId, started, ticket } = await startHeld(systemCtx(account.userId), host);
  const { moduleId: sourceId } = await started;
  const work = deliver("docenda-crawl", [ticket]);
  while ((await requestsTo(host)).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  await account.browser.call("deleteUserCallable");
  await untilGone(account.userId);
  await work;
  // The queue may bring the ticket once more.
  await deliver("docenda-crawl", [ticket]);
  const owner = { kind: "user", id: account.userId } as const;
  const docsIndex = docsIndexName({ owner, indexId: "default", sourceId, homePrincipal: null });
  const { docsIndexes, runIds } = account;
  const traces = { ...account, docsIndexes: [...docsIndexes, docsIndex], runIds: [...runIds, runId] };
  expect(await findResidue(traces)).toEqual([]);
});

describe("asking for it", () => {
  it("is a person's, who has signed in a short while ago", async () => {
    const { browser, userId } = await signedUp();
    const key = testCtx(
      {
        kind: "api-key",
        userId,
        apiKeyId: "key_1",
        apiKeyName: "n",
        keyScope: "index",
        monthlyCreditLimit: null,
        lastClient: null,
      },
      { kind: "user", id: userId },
    );
    await expect(deleteUser(key)).rejects.toMatchObject({ code: "permission-denied" });
    expect(await newBrowser().call("deleteUserCallable")).toMatchObject({
      error: { status: "UNAUTHENTICATED" },
    });
    await env.DB.prepare("update sessions set created_at = created_at - 3600000 where user_id = ?")
      .bind(userId)
      .run();
    expect(await browser.call("deleteUserCallable")).toMatchObject({
      error: { status: "PERMISSION_DENIED", details: { reason: "sign-in-not-fresh" } },
    });
    expect((await userRow(userId)).deletionStartedAt).toBeNull();
  });

  it("twice, at once and later, is the same as once", async () => {
    const account = await populated();
    const ctx = testCtx(
      {
        kind: "session",
        userId: account.userId,
        sessionId: "s",
        isEmailVerified: true,
        signedInAt: new Date(),
      },
      { kind: "user", id: account.userId },
    );
    expect(await Promise.all([deleteUser(ctx), deleteUser(ctx)])).toEqual([
      { success: true },
      { success: true },
    ]);
    await ctx.settled();
    expect(await deleteUser(ctx)).toEqual({ success: true });
    await ctx.settled();
    await clock();
    expect(await findResidue(account)).toEqual([]);
    expect(await db.select().from(consents).where(eq(consents.userId, account.userId))).toEqual([]);
  });
});
