import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents, githubConnections, sources } from "#schema/index.ts";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import {
  connectedCtx,
  endOf,
  json,
  repositoryJson,
  sessionCtx,
  stubGithub,
} from "#tests/support/github.workers.ts";
import type { TestCtx } from "#tests/support/github.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import type { StubAnswer } from "#tests/support/stub-site.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { addRepoToRef } from "./add-repository.ts";
import { disconnectGitHub, finishGitHubOAuth, initiateGitHubOAuth } from "./connect.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { getGitHubRepoBranches, getGitHubRepositories } from "./list-repositories.ts";

const db = connectDb(env.DB);
const { api, web, stubRepository } = stubGithub("github-connect");

/** The state that goes to GitHub and comes back. */
async function begin(ctx: TestCtx, returnTo?: string) {
  const { url } = await initiateGitHubOAuth(ctx, { returnTo });
  const asked = new URL(url);
  expect(asked.origin + asked.pathname).toBe(`https://${web}/login/oauth/authorize`);
  expect(asked.searchParams.get("redirect_uri")).toBe("https://docenda.test/api/github/callback");
  return asked.searchParams.get("state") ?? "";
}

describe("connecting GitHub", () => {
  const token = json({ access_token: "gho_new", token_type: "bearer", scope: "repo" });

  it("keeps the token sealed, tells the audit log, and begins anew the second time", async () => {
    await putSite(web, { "/login/oauth/access_token": token });
    await putSite(api, { "/user": json({ id: 7, login: "ada" }) });
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
    expect((await requestsTo(api)).map(({ path }) => path)).toEqual([
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
    await putSite(web, { "/login/oauth/access_token": token });
    await putSite(api, { "/user": json({ id: 7, login: "ada" }) });
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
    expect(await requestsTo(web)).toEqual([]);
    expect(await getGithubStatus(ctx)).toMatchObject({ connection: null });
  });

  it("goes back without a connection when the user or GitHub says no", async () => {
    await putSite(web, { "/login/oauth/access_token": json({ error: "bad_verification_code" }) });
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
    await changeSite(api, {
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
    for (const { headers } of await requestsTo(api)) expect(headers.authorization).toBe("Bearer gho_ada");
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
    await changeSite(api, { "/repos/ada/docs": answer as StubAnswer | null });
    const error = await addRepoToRef(ctx, { repository: "ada/docs" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "AppError", code });
    expect(await requestsTo("evil.test")).toEqual([]);
    expect(await db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id))).toEqual([]);
  });

  it("follow a rename within GitHub", async () => {
    const ctx = await connectedCtx();
    const { id, fullName } = await stubRepository({ "README.md": "# Quokkas\n\nThey smile.\n" });
    await changeSite(api, {
      "/repos/ada/old-name": { status: 301, headers: { location: `https://${api}/repositories/${id}` } },
    });
    const { executionId } = await addRepoToRef(ctx, { repository: "ada/old-name" });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", displayName: fullName });
  });
});
