import { createHmac } from "node:crypto";
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEvents, githubConnections, githubRepositories, jobRuns, sources } from "#schema/index.ts";
import { makeAccount, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import type { StubAnswer, StubRequest, StubSite } from "#tests/support/stub-site.workers.ts";
import type { Ctx } from "#worker/context.ts";
import { crawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { connectDb } from "#worker/platform/db.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { newId } from "#worker/platform/ids.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { addRepoToRef } from "./add-repository.ts";
import { blobTag } from "./blob-tag.ts";
import { disconnectGitHub, finishGitHubOAuth, initiateGitHubOAuth } from "./connect.ts";
import { sealToken } from "./connection.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { getGitHubRepoBranches, getGitHubRepositories } from "./list-repositories.ts";
import { MAX_WEBHOOK_BYTES, receiveWebhook } from "./receive-webhook.ts";
import { recheckRepositories } from "./recheck-repositories.ts";
import { refreshRepoStats } from "./refresh-repository.ts";
import { removeRepoFromRef } from "./remove-repository.ts";

const API = "api.github.test";
const WEB = "github.test";
const db = connectDb(env.DB);

type TestCtx = Ctx & { settled: () => Promise<void> };

/** The Ctx of somebody who is signed in. */
function sessionCtx({ userId }: Account, sessionId = newId("ses")): TestCtx {
  const actor = {
    kind: "session" as const,
    userId,
    sessionId,
    isEmailVerified: true,
    signedInAt: new Date(),
  };
  return { ...testCtx(actor, { kind: "user", id: userId }), caller: { ...CALLER } };
}

const CALLER = { ipAddress: null, country: null, userAgent: null, origin: "https://docenda.test" };

async function connectedCtx(): Promise<TestCtx> {
  const ctx = sessionCtx(await makeAccount());
  const { userId } = ctx.actor as { userId: string };
  await db.insert(githubConnections).values({
    userId,
    githubUserId: "7",
    login: "ada",
    sealedToken: await sealToken(ctx, userId, "gho_ada"),
    scope: "repo",
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  return ctx;
}

function json(body: unknown, headers: Record<string, string> = {}): StubAnswer {
  return { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function repositoryJson(id: number, fullName: string, change: object = {}) {
  return {
    id,
    full_name: fullName,
    description: "How quokkas work",
    private: true,
    default_branch: "main",
    pushed_at: "2026-10-01T00:00:00Z",
    permissions: { admin: false },
    ...change,
  };
}

let nextId = 100;

/** A repository of its own on the stub: what GitHub answers about a branch with these files. */
async function stubRepository(files: Record<string, string>) {
  nextId += 1;
  const id = nextId;
  const fullName = `ada/docs-${id}`;
  const commit = async (changed: Record<string, string>) => {
    const sha = (await blobTag(new TextEncoder().encode(JSON.stringify(changed)))).slice(5);
    const tree = await Promise.all(
      Object.entries(changed).map(async ([path, text]) => {
        const bytes = new TextEncoder().encode(text);
        return {
          path,
          mode: "100644",
          type: "blob",
          sha: (await blobTag(bytes)).slice(5),
          size: bytes.byteLength,
        };
      }),
    );
    const site: StubSite = {
      [`/repos/${fullName}`]: json(repositoryJson(id, fullName)),
      [`/repositories/${id}`]: json(repositoryJson(id, fullName)),
      [`/repos/${fullName}/commits/main`]: { headers: { etag: `"${sha}"` }, body: sha },
      [`/repos/${fullName}/git/trees/${sha}?recursive=1`]: json({ tree, truncated: false }),
    };
    for (const [path, text] of Object.entries(changed))
      site[`/repos/${fullName}/contents/${path}?ref=${sha}`] = { body: text };
    await changeSite(API, site);
    return sha;
  };
  return { id, fullName, commit, sha: await commit(files) };
}

/** An entry of a tree as GitHub lists it; a file unless told otherwise. */
function entry(path: string, change: object = {}) {
  return { path, mode: "100644", type: "blob", sha: "b1", size: 9, ...change };
}

async function endOf(ctx: Ctx, runId: string) {
  for (;;) {
    const run = await getJobRun(ctx, { runId });
    if (run.status === "COMPLETE" || run.status === "FAILED") return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The run when it has ended and has looked whether the branch went on, so that a commit that comes now is not its own. */
async function quietEndOf(ctx: Ctx, runId: string, { fullName }: { fullName: string }) {
  const run = await endOf(ctx, runId);
  const isLook = ({ path, headers }: StubRequest) =>
    path === `/repos/${fullName}/commits/main` && "if-none-match" in headers;
  await expect.poll(async () => (await requestsTo(API)).some(isLook), { timeout: 10_000 }).toBe(true);
  // Forgets the look, so that the next one is waited for too.
  await changeSite(API, {});
  return run;
}

async function outcomesOf(ctx: Ctx, runId: string) {
  const { pages } = await listRunPages(ctx, { runId });
  return Object.fromEntries(pages.map(({ url, outcome }) => [url.split("/blob/main/")[1], outcome]));
}

function indexOf(ctx: Ctx, sourceId: string) {
  return ctx.services.docsIndex({
    owner: ctx.scope.owner as { kind: "user"; id: string },
    indexId: "default",
    sourceId,
  });
}

beforeEach(async () => {
  await putSite(API, {});
  await putSite(WEB, {});
});

/** The state that goes to GitHub and comes back. */
async function begin(ctx: TestCtx, returnTo?: string) {
  const { url } = await initiateGitHubOAuth(ctx, { returnTo });
  const asked = new URL(url);
  expect(asked.origin + asked.pathname).toBe("https://github.test/login/oauth/authorize");
  expect(asked.searchParams.get("redirect_uri")).toBe("https://docenda.test/api/github/callback");
  return asked.searchParams.get("state") ?? "";
}

describe("connecting GitHub", () => {
  const token = json({ access_token: "gho_new", token_type: "bearer", scope: "repo" });

  it("keeps the token sealed, tells the audit log, and begins anew the second time", async () => {
    await putSite(WEB, { "/login/oauth/access_token": token });
    await putSite(API, { "/user": json({ id: 7, login: "ada" }) });
    const ctx = sessionCtx(await makeAccount());
    const state = await begin(ctx, "/resources?tab=github");
    expect(await finishGitHubOAuth(ctx, { code: "c", state })).toEqual({
      outcome: "connected",
      returnTo: "/resources?tab=github",
    });
    expect(await getGithubStatus(ctx)).toMatchObject({ isConfigured: true, connection: { login: "ada" } });
    const [row] = await db
      .select()
      .from(githubConnections)
      .where(eq(githubConnections.userId, ctx.scope.owner.id));
    expect(JSON.stringify(row)).not.toContain("gho_new");
    await finishGitHubOAuth(ctx, { code: "d", state: await begin(ctx) });
    expect((await requestsTo(API)).map(({ path }) => path)).toEqual([
      "/user",
      "/user",
      "/applications/test-client/token",
    ]);
    await disconnectGitHub(ctx);
    await disconnectGitHub(ctx);
    expect(await getGithubStatus(ctx)).toMatchObject({ connection: null });
    const events = await db.select().from(auditEvents).where(eq(auditEvents.ownerId, ctx.scope.owner.id));
    expect(events.map(({ type }) => type).filter((type) => type.startsWith("github."))).toEqual([
      "github.connected",
      "github.connected",
      "github.disconnected",
    ]);
  });

  it("connects nothing with a state of another session, an old one, or one that was made up", async () => {
    await putSite(WEB, { "/login/oauth/access_token": token });
    await putSite(API, { "/user": json({ id: 7, login: "ada" }) });
    const account = await makeAccount();
    const ctx = sessionCtx(account);
    const state = await begin(ctx);
    const failed = { outcome: "failed", returnTo: "/resources" };
    expect(await finishGitHubOAuth(sessionCtx(account), { code: "c", state })).toEqual(failed);
    expect(await finishGitHubOAuth(sessionCtx(await makeAccount()), { code: "c", state })).toEqual(failed);
    expect(await finishGitHubOAuth(ctx, { code: "c", state: `${state}x` })).toEqual(failed);
    expect(await finishGitHubOAuth(ctx, { code: "c" })).toEqual(failed);
    const later = { ...ctx, now: () => new Date(Date.now() + 11 * 60_000) };
    expect(await finishGitHubOAuth(later, { code: "c", state })).toEqual(failed);
    expect(await requestsTo(WEB)).toEqual([]);
    expect(await getGithubStatus(ctx)).toMatchObject({ connection: null });
  });

  it("goes back without a connection when the user or GitHub says no", async () => {
    await putSite(WEB, { "/login/oauth/access_token": json({ error: "bad_verification_code" }) });
    const ctx = sessionCtx(await makeAccount());
    const state = await begin(ctx, "//evil.test");
    expect(await finishGitHubOAuth(ctx, { state })).toMatchObject({ outcome: "denied" });
    expect(await finishGitHubOAuth(ctx, { code: "spent", state })).toEqual({
      outcome: "failed",
      returnTo: "/dashboard",
    });
  });

  it("is for people alone, and for those who are signed in", async () => {
    const { apiKey } = await makeAccount();
    const asKey = await SELF.fetch("https://docenda.test/api/functions/initiateGitHubOAuth", {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ data: {} }),
    });
    expect(asKey.status).toBe(401);
    await asKey.text();
    const visitor = await SELF.fetch("https://docenda.test/api/github/callback?code=c&state=s", {
      redirect: "manual",
    });
    expect(visitor.status).toBe(401);
    await visitor.text();
  });
});

describe("repositories of a connection", () => {
  it("are listed with what is indexed of them, and their branches with the default one first", async () => {
    const ctx = await connectedCtx();
    const { id, fullName } = await stubRepository({ "README.md": "# Quokkas\n\nThey smile.\n" });
    const sha = "a".repeat(40);
    await changeSite(API, {
      "/user/repos?per_page=100&page=1&sort=pushed&direction=desc": json([repositoryJson(id, fullName)]),
      [`/repos/${fullName}/branches?per_page=100`]: json([
        { name: "develop", commit: { sha } },
        { name: "main", commit: { sha } },
      ]),
    });
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: fullName });
    await endOf(ctx, executionId);
    expect(await getGitHubRepositories(ctx, {})).toEqual({
      login: "ada",
      nextPage: null,
      repositories: [
        {
          fullName,
          description: "How quokkas work",
          isPrivate: true,
          defaultBranch: "main",
          pushedAt: "2026-10-01T00:00:00Z",
          indexed: [{ moduleId, branch: "main" }],
        },
      ],
    });
    const { branches } = await getGitHubRepoBranches(ctx, { repository: fullName });
    expect(branches.map(({ name }) => name)).toEqual(["main", "develop"]);
    for (const { headers } of await requestsTo(API)) expect(headers.authorization).toBe("Bearer gho_ada");
  });

  it.for([
    ["not connected", null, "not-found"],
    ["the token is good no more", { status: 401 }, "permission-denied"],
    [
      "the rate limit is reached",
      { status: 403, headers: { "x-ratelimit-remaining": "0" } },
      "resource-exhausted",
    ],
    ["a secondary limit is reached", { status: 429, headers: { "retry-after": "30" } }, "resource-exhausted"],
    ["an organisation forbids it", { status: 403 }, "not-found"],
    ["GitHub is in trouble", { status: 502 }, "unavailable"],
    ["GitHub answers something else", { body: "<html>" }, "unavailable"],
    ["GitHub leads elsewhere", { status: 301, headers: { location: "https://evil.test/" } }, "not-found"],
  ] as const)("are refused with words of ours when %s", async ([, answer, code]) => {
    const ctx = answer === null ? sessionCtx(await makeAccount()) : await connectedCtx();
    await putSite("evil.test", { "/": json(repositoryJson(1, "evil/evil")) });
    await changeSite(API, { "/repos/ada/docs": answer as StubAnswer | null });
    const error = await addRepoToRef(ctx, { repository: "ada/docs" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "AppError", code });
    expect(await requestsTo("evil.test")).toEqual([]);
    expect(await db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id))).toEqual([]);
  });

  it("follow a rename within GitHub", async () => {
    const ctx = await connectedCtx();
    const { id, fullName } = await stubRepository({ "README.md": "# Quokkas\n\nThey smile.\n" });
    await changeSite(API, {
      "/repos/ada/old-name": { status: 301, headers: { location: `https://${API}/repositories/${id}` } },
    });
    const { executionId } = await addRepoToRef(ctx, { repository: "ada/old-name" });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", displayName: fullName });
  });
});

describe("a repository as a source", () => {
  const FILES = {
    "README.md": "# Quokkas\n\nThe readme of the quokka library.\n",
    "docs/feeding.rst": "Feeding\n=======\n\nQuokkas eat ``leaves``.\n",
    "docs/old.md": "# Old\n\nNobody needs it.\n",
    "docs/empty.md": "",
    "CHANGELOG.md": "# 1.0\n",
    "src/index.ts": "export {};",
    "node_modules/x/README.md": "# X\n",
  };

  it("is indexed once, and then where it changed alone; the commit is in its version", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository(FILES);
    const first = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await quietEndOf(ctx, first.executionId, repository)).toMatchObject({
      status: "COMPLETE",
      docsCount: 3,
      error: null,
    });
    expect(await outcomesOf(ctx, first.executionId)).toEqual({
      "README.md": "indexed",
      "docs/feeding.rst": "indexed",
      "docs/old.md": "indexed",
      "docs/empty.md": "empty",
    });
    const url = `https://github.test/${repository.fullName}/blob/main/docs/feeding.rst`;
    expect((await indexOf(ctx, first.moduleId).readPage(url))?.markdown).toContain("Quokkas eat `leaves`.");
    const [source] = await db.select().from(sources).where(eq(sources.id, first.moduleId));
    expect(source).toMatchObject({
      kind: "repository",
      name: repository.fullName,
      version: `main@${repository.sha.slice(0, 12)}`,
      totalPages: 3,
    });

    const { "docs/old.md": _gone, ...rest } = FILES;
    const sha = await repository.commit({
      ...rest,
      "docs/feeding.rst": "Feeding\n=======\n\nQuokkas eat ``bark``.\n",
      "docs/new.md": "# New\n\nFresh.\n",
    });
    expect(await refreshRepoStats(ctx, { moduleId: first.moduleId })).toMatchObject({
      commitSha: repository.sha,
      headCommitSha: sha,
      isUpToDate: false,
      executionId: null,
    });
    const second = await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true });
    await endOf(ctx, second.executionId ?? "");
    expect(await outcomesOf(ctx, second.executionId ?? "")).toEqual({
      "README.md": "unchanged",
      "docs/feeding.rst": "indexed",
      "docs/new.md": "indexed",
      "docs/empty.md": "empty",
    });
    const read = (await requestsTo(API)).filter(({ path }) => path.includes("/contents/"));
    expect(read.map(({ path }) => path.split("/contents/")[1]?.split("?")[0]).toSorted()).toEqual([
      "docs/empty.md",
      "docs/feeding.rst",
      "docs/new.md",
    ]);
    expect(
      (await indexOf(ctx, first.moduleId).listUrls()).map((at) => at.split("/blob/main/")[1]).toSorted(),
    ).toEqual(["README.md", "docs/feeding.rst", "docs/new.md"]);
    expect(await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true })).toMatchObject({
      commitSha: sha,
      isUpToDate: true,
      executionId: null,
    });
  });

  it("holds what its owner's patterns say, at a push too", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository(FILES);
    const first = await addRepoToRef(ctx, { repository: repository.fullName, withChangelogs: true });
    await quietEndOf(ctx, first.executionId, repository);
    expect(await outcomesOf(ctx, first.executionId)).toMatchObject({ "CHANGELOG.md": "indexed" });
    const { fullName } = repository;
    const second = await addRepoToRef(ctx, {
      repository: fullName,
      include: ["docs/**"],
      exclude: ["**/old.md"],
    });
    await quietEndOf(ctx, second.executionId, repository);
    const wanted = { "README.md": "excluded", "docs/empty.md": "empty", "docs/old.md": "excluded" };
    expect(await outcomesOf(ctx, second.executionId)).toEqual({ ...wanted, "docs/feeding.rst": "unchanged" });
    expect(await indexOf(ctx, first.moduleId).totals()).toMatchObject({ pages: 1 });
    await repository.commit({ ...FILES, "README.md": "# Other\n\nText.\n" });
    const third = await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true });
    await endOf(ctx, third.executionId ?? "");
    expect(await outcomesOf(ctx, third.executionId ?? "")).toEqual({
      ...wanted,
      "docs/feeding.rst": "unchanged",
    });
  });

  it("has a branch each as a version, and the same branch again as the same source", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "README.md": "# Quokkas\n\nThey smile.\n" });
    const branch = `/repos/${repository.fullName}/commits/v1/next`;
    await changeSite(API, { [branch]: { body: repository.sha } });
    const main = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, main.executionId);
    const next = await addRepoToRef(ctx, { repository: repository.fullName, branch: "v1/next" });
    await endOf(ctx, next.executionId);
    const again = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, again.executionId);
    expect(again.moduleId).toBe(main.moduleId);
    expect(next.moduleId).not.toBe(main.moduleId);
    const rows = await db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id));
    const commit = repository.sha.slice(0, 12);
    expect(rows.map(({ name, version }) => [name, version]).toSorted()).toEqual([
      [repository.fullName, `main@${commit}`],
      [repository.fullName, `v1/next@${commit}`],
    ]);
  });

  it("is read folder by folder where GitHub cuts the list; links and submodules are no files", async () => {
    const ctx = await connectedCtx();
    const { fullName, sha } = await stubRepository({});
    const trees = `/repos/${fullName}/git/trees`;
    const text = { body: "# A\n\nText of its own.\n" };
    await changeSite(API, {
      [`${trees}/${sha}?recursive=1`]: json({ tree: [entry("cut.md")], truncated: true }),
      [`${trees}/${sha}`]: json({
        tree: [
          entry("a.md"),
          entry("link.md", { mode: "120000" }),
          entry("module.md", { mode: "160000", type: "commit" }),
          entry("docs", { mode: "040000", type: "tree", sha: "d0c5" }),
          entry("large.md", { size: 2_000_000 }),
        ],
        truncated: false,
      }),
      [`${trees}/d0c5?recursive=1`]: json({ tree: [entry("deep/b c.md", { sha: "b2" })], truncated: false }),
      [`/repos/${fullName}/contents/a.md?ref=${sha}`]: text,
      [`/repos/${fullName}/contents/docs/deep/b%20c.md?ref=${sha}`]: text,
    });
    const { executionId } = await addRepoToRef(ctx, { repository: fullName });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 2 });
    expect(await outcomesOf(ctx, executionId)).toEqual({
      "a.md": "indexed",
      "docs/deep/b%20c.md": "indexed",
      "large.md": "too-large",
    });
  });

  it("waits when GitHub asks to, and reads again what failed", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n", "b.md": "# B\n\nText.\n" });
    const file = (path: string) => `/repos/${repository.fullName}/contents/${path}?ref=${repository.sha}`;
    const limited = { status: 403, headers: { "retry-after": "1" } };
    await changeSite(API, {
      [file("a.md")]: { first: [limited], body: "# A\n\nText.\n" },
      [file("b.md")]: { first: [{ status: 500 }], body: "# B\n\nText.\n" },
    });
    const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 2 });
  });

  it("does not count as indexed at a commit of which GitHub failed to give a file", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n", "b.md": "# B\n\nText.\n" });
    const file = `/repos/${repository.fullName}/contents/b.md?ref=${repository.sha}`;
    await changeSite(API, { [file]: { status: 401 } });
    const { executionId, moduleId } = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 1 });
    await changeSite(API, { [file]: { body: "# B\n\nText.\n" } });
    const again = await refreshRepoStats(ctx, { moduleId, reindex: true });
    expect(again).toMatchObject({ commitSha: null, isUpToDate: false });
    expect(await endOf(ctx, again.executionId ?? "")).toMatchObject({ status: "COMPLETE", docsCount: 2 });
    expect(await outcomesOf(ctx, again.executionId ?? "")).toEqual({
      "a.md": "unchanged",
      "b.md": "indexed",
    });
    expect(await refreshRepoStats(ctx, { moduleId })).toMatchObject({ isUpToDate: true });
  });

  it("fails with a reason when there are no documents, and when GitHub does not show it any more", async () => {
    const ctx = await connectedCtx();
    const none = await stubRepository({ "src/main.c": "int main;" });
    const first = await addRepoToRef(ctx, { repository: none.fullName });
    expect(await endOf(ctx, first.executionId)).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("has no documents"),
    });
    expect((await getGithubStatus(ctx)).repositories).toMatchObject([
      { problem: expect.stringContaining("has no documents") },
    ]);
    expect(await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true })).toMatchObject({
      isUpToDate: true,
      executionId: null,
    });
    const lost = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const indexed = await addRepoToRef(ctx, { repository: lost.fullName });
    await quietEndOf(ctx, indexed.executionId, lost);
    const sha = await lost.commit({ "b.md": "# B\n\nText.\n" });
    await changeSite(API, { [`/repos/${lost.fullName}/git/trees/${sha}?recursive=1`]: null });
    const again = await addRepoToRef(ctx, { repository: lost.fullName });
    expect(await endOf(ctx, again.executionId)).toMatchObject({
      status: "FAILED",
      docsCount: 0,
      error: expect.stringContaining("GitHub no longer shows this repository"),
    });
    expect(await indexOf(ctx, indexed.moduleId).totals()).toMatchObject({ pages: 0, chunks: 0 });
  });

  it("is a stranger's for everybody else", async () => {
    const ctx = await connectedCtx();
    const stranger = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, executionId);
    const notFound = { code: "not-found" };
    await expect(refreshRepoStats(stranger, { moduleId })).rejects.toMatchObject(notFound);
    await expect(removeRepoFromRef(stranger, { moduleId })).rejects.toMatchObject(notFound);
    await expect(getJobRun(stranger, { runId: executionId })).rejects.toMatchObject(notFound);
    expect((await getGithubStatus(stranger)).repositories).toEqual([]);
    const own = await addRepoToRef(stranger, { repository: repository.fullName });
    expect(own.moduleId).not.toBe(moduleId);
    await endOf(stranger, own.executionId);
    await removeRepoFromRef(stranger, { moduleId: own.moduleId });
    expect(await indexOf(ctx, moduleId).totals()).toMatchObject({ pages: 1 });
  });

  it("leaves nothing when it is removed, while it is being indexed too", async () => {
    const ctx = await connectedCtx();
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`p${n}.md`, `# P${n}\n\nText ${n}.\n`]),
    );
    const repository = await stubRepository(files);
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    await expect.poll(async () => (await indexOf(ctx, moduleId).totals()).pages).toBeGreaterThan(0);
    // As if the one who removes it first had been killed after the first step.
    await db.delete(githubRepositories).where(eq(githubRepositories.sourceId, moduleId));
    expect(await removeRepoFromRef(ctx, { moduleId })).toEqual({ removed: true });
    await expect(removeRepoFromRef(ctx, { moduleId })).rejects.toMatchObject({ code: "not-found" });
    await ctx.settled();
    for (const table of [sources, githubRepositories, jobRuns])
      expect(await db.select().from(table).where(eq(table.ownerId, ctx.scope.owner.id))).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await indexOf(ctx, moduleId).totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect(await ctx.services.crawlRun(executionId).status()).toBeNull();
    const again = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await endOf(ctx, again.executionId)).toMatchObject({ status: "COMPLETE", docsCount: 40 });
  });

  it("is not searchable any more when its connection is given up, unless everybody may see it", async () => {
    const ctx = await connectedCtx();
    const own = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const open = await stubRepository({ "b.md": "# B\n\nText.\n" });
    const isOpen = json(repositoryJson(open.id, open.fullName, { private: false }));
    await changeSite(API, { [`/repos/${open.fullName}`]: isOpen });
    for (const { fullName } of [own, open]) {
      const { executionId } = await addRepoToRef(ctx, { repository: fullName });
      await endOf(ctx, executionId);
    }
    await disconnectGitHub(ctx);
    const { repositories } = await getGithubStatus(ctx);
    expect(repositories.map(({ fullName, totalPages }) => [fullName, totalPages])).toEqual([
      [own.fullName, 0],
      [open.fullName, 1],
    ]);
  });

  it("can be cancelled", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const wait = { status: 403, headers: { "retry-after": "3600" } };
    await changeSite(API, { [`/repos/${repository.fullName}/contents/a.md?ref=${repository.sha}`]: wait });
    const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await cancelJobRun(ctx, { runId: executionId })).toMatchObject({
      status: "FAILED",
      error: "Cancelled.",
    });
  });
});

async function deliver(body: object, signature?: string) {
  const text = JSON.stringify(body);
  const answer = await SELF.fetch("https://docenda.test/webhooks/github", {
    method: "POST",
    headers: {
      "x-github-event": "push",
      "x-hub-signature-256": signature ?? `sha256=${await hmacHex("test-webhook-secret", text)}`,
    },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as { runs: number } };
}

describe("pushes", () => {
  it("begin a run for everybody who has the branch, once; a wrong signature begins none", async () => {
    const [one, two] = [await connectedCtx(), await connectedCtx()];
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    for (const ctx of [one, two]) {
      const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
      await quietEndOf(ctx, executionId, repository);
    }
    const after = await repository.commit({ "a.md": "# A\n\nOther text.\n" });
    // Larger than other requests may be.
    const commits = Array.from({ length: 20_000 }, (_, n) => ({
      id: n,
      added: [`docs/a/long/name/of/a/file-${n}.md`],
    }));
    const push = { ref: "refs/heads/main", after, repository: { id: repository.id }, commits };
    expect((await deliver(push, `sha256=${"0".repeat(64)}`)).status).toBe(401);
    expect((await deliver({ ...push, ref: "refs/heads/other" })).body).toEqual({ runs: 0 });
    expect((await deliver({ ...push, repository: { id: 1 } })).body).toEqual({ runs: 0 });
    expect(await deliver(push)).toEqual({ status: 200, body: { runs: 2 } });
    for (const ctx of [one, two]) {
      const [source] = await db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id));
      await expect
        .poll(async () => (await getGithubStatus(ctx)).repositories[0]?.commitSha, { timeout: 10_000 })
        .toBe(after);
      const url = `https://github.test/${repository.fullName}/blob/main/a.md`;
      expect((await indexOf(ctx, source!.id).readPage(url))?.markdown).toContain("Other text.");
    }
    await expect.poll(async () => (await deliver(push)).body).toEqual({ runs: 0 });
  });

  it("are taken as large as GitHub sends them, read as they come, and refused beyond that", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    await quietEndOf(ctx, executionId, repository);
    const after = await repository.commit({ "a.md": "# A\n\nOther text.\n" });
    // The names of the files of many commits, in front of what says which branch it is.
    const commit = { id: "c0ffee", ref: "refs/heads/wrong", added: ["docs/a/very/long/name/of/a/file.md"] };
    const commits = JSON.stringify(Array.from({ length: 24 }, () => commit));
    const [head, tail] = JSON.stringify({
      commits: ["HERE"],
      ref: "refs/heads/main",
      repository: { id: repository.id },
      after,
    }).split('"HERE"') as [string, string];
    const send = async (pieces: number, secret = "test-webhook-secret") => {
      const bytes = new TextEncoder();
      const many = bytes.encode(`${commits.slice(1, -1)},`.repeat(20));
      const chunks = [
        bytes.encode(head),
        ...Array.from({ length: pieces }, () => many),
        bytes.encode(`0${tail}`),
      ];
      const hmac = createHmac("sha256", secret);
      for (const chunk of chunks) hmac.update(chunk);
      const signature = `sha256=${hmac.digest("hex")}`;
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = chunks[pulled];
          pulled += 1;
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      });
      const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
      const answer = await receiveWebhook(ctx, { event: "push", signature, body }).catch(
        (error: unknown) => error,
      );
      return {
        answer,
        sizeBytes,
        pulledBytes: chunks.slice(0, pulled).reduce((sum, one) => sum + one.length, 0),
      };
    };
    const perPiece = commits.length * 20;
    expect((await send(2, "another")).answer).toMatchObject({ code: "unauthenticated" });
    const tooLarge = await send(Math.ceil(MAX_WEBHOOK_BYTES / perPiece) + 20);
    expect(tooLarge.answer).toMatchObject({
      code: "invalid-argument",
      data: { maxBytes: MAX_WEBHOOK_BYTES },
    });
    expect(tooLarge.pulledBytes).toBeLessThan(tooLarge.sizeBytes);
    const large = await send(Math.floor(MAX_WEBHOOK_BYTES / perPiece) - 1);
    expect(large.sizeBytes).toBeGreaterThan(24 * 1024 * 1024);
    expect(large.answer).toEqual({ runs: 1 });
    await expect
      .poll(async () => (await getGithubStatus(ctx)).repositories[0]?.commitSha, { timeout: 10_000 })
      .toBe(after);
    const unread = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("was read")) });
    for (const signature of [null, "sha256=abc"])
      await expect(receiveWebhook(ctx, { event: "push", signature, body: unread })).rejects.toMatchObject({
        code: "unauthenticated",
      });
  });

  it("that come while a run is going on are followed when it ends", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    const after = await repository.commit({ "a.md": "# A\n\nOther text.\n" });
    await deliver({ ref: "refs/heads/main", after, repository: { id: repository.id } });
    await endOf(ctx, executionId);
    await expect
      .poll(async () => (await getGithubStatus(ctx)).repositories[0]?.commitSha, { timeout: 10_000 })
      .toBe(after);
    const url = `https://github.test/${repository.fullName}/blob/main/a.md`;
    expect((await indexOf(ctx, moduleId).readPage(url))?.markdown).toContain("Other text.");
  });
});

it("what nobody looked at for a while is looked at by the clock: new commits are indexed, lost ones forgotten", async () => {
  const ctx = await connectedCtx();
  const [moved, lost, fresh] = [
    await stubRepository({ "a.md": "# A\n\nText.\n" }),
    await stubRepository({ "b.md": "# B\n\nText.\n" }),
    await stubRepository({ "c.md": "# C\n\nText.\n" }),
  ];
  const added = [];
  for (const repository of [moved, lost, fresh]) {
    const started = await addRepoToRef(ctx, { repository: repository.fullName });
    await quietEndOf(ctx, started.executionId, repository);
    added.push(started.moduleId);
  }
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const moduleId of added.slice(0, 2))
    await db
      .update(githubRepositories)
      .set({ updatedAt: old })
      .where(eq(githubRepositories.sourceId, moduleId!));
  const after = await moved.commit({ "a.md": "# A\n\nOther text.\n" });
  await changeSite(API, { [`/repositories/${lost.id}`]: null });
  await recheckRepositories(crawlCtx(env));
  await expect
    .poll(
      async () =>
        (await getGithubStatus(ctx)).repositories.map((row) => [
          row.moduleId,
          row.commitSha,
          row.totalPages,
          row.problem,
        ]),
      { timeout: 10_000 },
    )
    .toEqual([
      [added[0], after, 1, null],
      [added[1], null, 0, expect.stringMatching(/does not show this repository any more.*Check the access/)],
      [added[2], fresh.sha, 1, null],
    ]);
  const asked = (await requestsTo(API)).map(({ path }) => path);
  expect(asked.filter((path) => path === `/repositories/${fresh.id}`)).toEqual([]);
});
