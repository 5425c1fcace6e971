import { env } from "cloudflare:test";
import { beforeEach, expect } from "vitest";
import { githubConnections } from "#schema/index.ts";
import type { Ctx } from "#worker/context.ts";
import { blobTag } from "#worker/github/blob-tag.ts";
import { sealToken } from "#worker/github/connection.ts";
import { newId } from "#worker/platform/ids.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { makeAccount, systemCtx, testCtx } from "./accounts.workers.ts";
import type { Account } from "./accounts.workers.ts";
import { changeSite, putSite, requestsTo } from "./stub-site.workers.ts";
import type { StubAnswer, StubRequest, StubSite } from "./stub-site.workers.ts";

export type TestCtx = Ctx & { settled: () => Promise<void> };

const CALLER = { ipAddress: null, country: null, userAgent: null, origin: "https://docenda.test" };

/** The Ctx of somebody who is signed in. */
export function sessionCtx({ userId }: Account, sessionId = newId("ses")): TestCtx {
  const actor = {
    kind: "session" as const,
    userId,
    sessionId,
    isEmailVerified: true,
    signedInAt: new Date(),
  };
  return { ...testCtx(actor, { kind: "user", id: userId }), caller: { ...CALLER } };
}

/** Of an account of its own, which has connected GitHub. */
export async function connectedCtx(): Promise<TestCtx> {
  const ctx = sessionCtx(await makeAccount());
  const { userId } = ctx.actor as { userId: string };
  await connectGithub(userId, { githubUserId: 7, login: "ada" });
  return ctx;
}

/** Connects a user to GitHub; the token is `gho_` with the login. */
export async function connectGithub(
  userId: string,
  { githubUserId, login }: { githubUserId: number; login: string },
): Promise<void> {
  const ctx = systemCtx();
  await ctx.db.insert(githubConnections).values({
    userId,
    githubUserId: String(githubUserId),
    login,
    sealedToken: await sealToken(ctx, userId, `gho_${login}`),
    scope: "repo",
    createdAt: new Date(),
    updatedAt: new Date(),
  });
}

export function json(body: unknown, headers: Record<string, string> = {}): StubAnswer {
  return { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function repositoryJson(id: number, fullName: string, change: object = {}) {
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

/**
 * A GitHub of a test file's own: one on a host that others use too would lose its answers and count their requests. It is
 * empty before each test.
 */
export function stubGithub(name: string) {
  const api = `api.${name}.test`;
  const web = `${name}.test`;
  Object.assign(env, { GITHUB_API_URL: `https://${api}`, GITHUB_WEB_URL: `https://${web}` });
  beforeEach(async () => {
    await putSite(api, {});
    await putSite(web, {});
  });
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
      await changeSite(api, site);
      return sha;
    };
    return { id, fullName, commit, sha: await commit(files) };
  }

  /** The run when it has ended and has looked whether the branch went on, so that a commit that comes now is not its own. */
  async function quietEndOf(ctx: Ctx, runId: string, { fullName }: { fullName: string }) {
    const run = await endOf(ctx, runId);
    const isLook = ({ path, headers }: StubRequest) =>
      path === `/repos/${fullName}/commits/main` && "if-none-match" in headers;
    await expect.poll(async () => (await requestsTo(api)).some(isLook), { timeout: 10_000 }).toBe(true);
    // Forgets the look, so that the next one is waited for too.
    await changeSite(api, {});
    return run;
  }

  return { api, web, stubRepository, quietEndOf };
}

export async function endOf(ctx: Ctx, runId: string) {
  for (;;) {
    const run = await getJobRun(ctx, { runId });
    if (run.status === "COMPLETE" || run.status === "FAILED") return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What became of each file of a run. */
export async function outcomesOf(ctx: Ctx, runId: string) {
  const { pages } = await listRunPages(ctx, { runId });
  return Object.fromEntries(pages.map(({ url, outcome }) => [url.split("/blob/main/")[1], outcome]));
}

export function indexOf(ctx: Ctx, sourceId: string) {
  return ctx.services.docsIndex({
    owner: ctx.scope.owner as { kind: "user"; id: string },
    indexId: "default",
    sourceId,
    homePrincipal: null,
  });
}
