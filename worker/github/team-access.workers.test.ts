import { env, SELF } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { githubRepositories, repositoryAccess, sources, teamMemberships } from "#schema/index.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import {
  connectGithub,
  endOf,
  json,
  repositoryJson,
  sessionCtx,
  stubGithub,
} from "#tests/support/github.workers.ts";
import type { TestCtx } from "#tests/support/github.workers.ts";
import { changeSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { crawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { readUrl } from "#worker/reader/read-url.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { addRepoToRef } from "./add-repository.ts";
import { sweepAccess } from "./check-access.ts";
import { disconnectGitHub } from "./connect.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { recheckRepositories } from "./recheck-repositories.ts";
import { refreshRepoStats } from "./refresh-repository.ts";

const { api, web, stubRepository } = stubGithub("github-team-access");
const QUESTION = { query: "what does the numbat eat", scope: "private" } as const;
const HOUR_MS = 60 * 60_000;

let nextId = 5000;

/** A member of a team with a GitHub account whose token is `gho_` and its id. */
type Member = { ctx: TestCtx; githubUserId: number; login: string };

/** A team with a private repository, which its owner has added and GitHub shows to the owner and to the members named in `shownTo`. */
async function teamWithRepository(shownTo: number[]) {
  const accounts = [];
  for (let n = 0; n < 3; n += 1) accounts.push(await makeAccount());
  const [ownerAccount, oneAccount, otherAccount] = accounts as [Account, Account, Account];
  const teamId = await makeTeam({
    [ownerAccount.userId]: "owner",
    [oneAccount.userId]: "member",
    [otherAccount.userId]: "member",
  });
  const scope = { owner: { kind: "team", id: teamId } } as const;
  const member = async (account: Account, isConnected: boolean): Promise<Member> => {
    const githubUserId = (nextId += 1);
    const login = String(githubUserId);
    if (isConnected) await connectGithub(account.userId, { githubUserId, login });
    return { ctx: { ...sessionCtx(account), scope }, githubUserId, login };
  };
  const owner = await member(ownerAccount, true);
  const connected = await member(oneAccount, true);
  const unconnected = await member(otherAccount, false);
  const repository = await stubRepository({ "food.md": "# Numbat\n\nThe numbat eats termites.\n" });
  const people = [owner, connected, unconnected];
  const show = (logins: string[], isPrivate = true) =>
    changeSite(api, {
      [`/repositories/${repository.id}`]: {
        ...json(repositoryJson(repository.id, repository.fullName, { private: isPrivate })),
        onlyFor: logins.map((login) => `gho_${login}`),
      },
    });
  const shown = (indexes: number[], isPrivate = true) =>
    show(
      indexes.map((index) => people[index]!.login),
      isPrivate,
    );
  await shown(shownTo);
  const { executionId, moduleId } = await addRepoToRef(owner.ctx, { repository: repository.fullName });
  await endOf(owner.ctx, executionId);
  await owner.ctx.settled();
  const key = await createApiKey(owner.ctx, { name: "of the team" });
  const keyCtx = { ...ctxOf({ ...ownerAccount, apiKeyId: key.id }), scope };
  const url = `https://${web}/${repository.fullName}/blob/main/food.md`;
  return { owner, connected, unconnected, keyCtx, repository, moduleId, teamId, url, shown };
}
type Account = Awaited<ReturnType<typeof makeAccount>>;
type Setup = Awaited<ReturnType<typeof teamWithRepository>>;
type Caller = Setup["keyCtx"];

async function mayRead(ctx: Caller | TestCtx, { url }: Pick<Setup, "url">): Promise<boolean> {
  const found = await searchDocs(ctx, QUESTION).catch(() => null);
  const read = await readUrl(ctx, { url }).catch(() => null);
  const isFound = JSON.stringify(found).includes("termites");
  expect(JSON.stringify(read).includes("termites")).toBe(isFound);
  return isFound;
}

async function deliver(event: string, body: object) {
  const text = JSON.stringify(body);
  const signature = `sha256=${await hmacHex("test-webhook-secret", text)}`;
  const answer = await SELF.fetch("https://docenda.test/webhooks/github", {
    method: "POST",
    headers: { "x-github-event": event, "x-hub-signature-256": signature },
    body: text,
  });
  expect(answer.status).toBe(200);
}

async function ageAnswers({ repository, connected }: Setup, ageMs: number): Promise<void> {
  const isRepository = eq(repositoryAccess.repositoryId, String(repository.id));
  await connected.ctx.db
    .update(repositoryAccess)
    .set({ seenAt: new Date(Date.now() - ageMs) })
    .where(isRepository);
}

it("is searched by members to whom GitHub shows it, and listed by its name for the others", async () => {
  const setup = await teamWithRepository([0, 1]);
  const { owner, connected, unconnected, keyCtx, moduleId, repository } = setup;
  expect(await mayRead(owner.ctx, setup)).toBe(true);
  expect(await mayRead(connected.ctx, setup)).toBe(true);
  expect(await mayRead(keyCtx, setup)).toBe(true);
  expect(await mayRead(unconnected.ctx, setup)).toBe(false);
  const stranger = sessionCtx(await makeAccount());
  expect(await mayRead(stranger, setup)).toBe(false);

  const listed = async (ctx: TestCtx) => (await listSources(ctx)).find(({ id }) => id === moduleId);
  expect(await listed(connected.ctx)).toMatchObject({ description: "How quokkas work", problem: null });
  const named = { name: repository.fullName, description: null, problem: "Connect GitHub to read this." };
  expect(await listed(unconnected.ctx)).toMatchObject(named);
  const { repositories } = await getGithubStatus(unconnected.ctx);
  expect(repositories).toMatchObject([{ commitSha: null, problem: "Connect GitHub to read this." }]);
  await expect(refreshRepoStats(unconnected.ctx, { moduleId })).rejects.toMatchObject({
    code: "permission-denied",
    message: "Connect GitHub to read this.",
  });
});

it("isn't searched by a member to whom GitHub doesn't show it, until that member asks again with access", async () => {
  const setup = await teamWithRepository([0]);
  const { connected, moduleId, shown } = setup;
  expect(await mayRead(connected.ctx, setup)).toBe(false);
  await expect(refreshRepoStats(connected.ctx, { moduleId })).rejects.toMatchObject({
    code: "permission-denied",
    message: expect.stringContaining("GitHub doesn't show this repository"),
  });
  await shown([0, 1]);
  await refreshRepoStats(connected.ctx, { moduleId });
  expect(await mayRead(connected.ctx, setup)).toBe(true);
});

it("is lost at once by a webhook about a member, whatever it says, and comes back on GitHub's answer only", async () => {
  const setup = await teamWithRepository([0, 1]);
  const { owner, connected, repository, shown } = setup;
  const body = (action: string) => ({
    action,
    member: { id: connected.githubUserId },
    repository: { id: repository.id, private: true },
  });
  await shown([0]);
  await deliver("member", body("removed"));
  expect(await mayRead(connected.ctx, setup)).toBe(false);
  expect(await mayRead(owner.ctx, setup)).toBe(true);
  await deliver("member", body("added"));
  await expect.poll(async () => (await requestsTo(api)).length).toBeGreaterThan(1);
  expect(await mayRead(connected.ctx, setup)).toBe(false);
  await shown([0, 1]);
  await deliver("member", body("added"));
  await expect.poll(() => mayRead(connected.ctx, setup)).toBe(true);
  // The second time changes nothing.
  await deliver("member", body("added"));
  await expect.poll(() => mayRead(connected.ctx, setup)).toBe(true);
});

it("is closed by a webhook that a public repository is private now, and opened by GitHub's answer that it is public", async () => {
  const setup = await teamWithRepository([0]);
  const { unconnected, moduleId, owner, repository, shown } = setup;
  const { db } = owner.ctx;
  const body = (isPrivate: boolean) => ({ repository: { id: repository.id, private: isPrivate } });
  // The word of a webhook alone opens nothing.
  await deliver("repository", { action: "publicized", ...body(false) });
  expect(await mayRead(unconnected.ctx, setup)).toBe(false);
  await shown([0], false);
  await deliver("repository", { action: "publicized", ...body(false) });
  await expect.poll(() => mayRead(unconnected.ctx, setup)).toBe(true);
  await deliver("repository", { action: "privatized", ...body(true) });
  const [row] = await db.select().from(githubRepositories).where(eq(githubRepositories.sourceId, moduleId));
  expect(row).toBeDefined();
  await shown([0]);
  await deliver("repository", { action: "privatized", ...body(true) });
  expect(await mayRead(unconnected.ctx, setup)).toBe(false);
  await expect.poll(() => mayRead(owner.ctx, setup)).toBe(true);
});

it("is asked for again once a day by the clock, and not readable on an answer of 48 hours ago", async () => {
  const setup = await teamWithRepository([0, 1]);
  const { connected, keyCtx, shown, repository } = setup;
  await requestsTo(api);
  await sweepAccess(crawlCtx(env));
  const asked = async () =>
    (await requestsTo(api)).filter(({ path }) => path === `/repositories/${repository.id}`).length;
  const before = await asked();
  await sweepAccess(crawlCtx(env));
  expect(await asked()).toBe(before);

  await ageAnswers(setup, 21 * HOUR_MS);
  expect(await mayRead(connected.ctx, setup)).toBe(true);
  await shown([0]);
  await sweepAccess(crawlCtx(env));
  expect(await mayRead(connected.ctx, setup)).toBe(false);
  expect(await mayRead(keyCtx, setup)).toBe(true);

  await shown([0, 1]);
  await ageAnswers(setup, 21 * HOUR_MS);
  await sweepAccess(crawlCtx(env));
  expect(await mayRead(connected.ctx, setup)).toBe(true);
  await ageAnswers(setup, 49 * HOUR_MS);
  expect(await mayRead(connected.ctx, setup)).toBe(false);
  expect(await mayRead(keyCtx, setup)).toBe(false);
});

it("is lost by keys with the one who connected it: at GitHub, by disconnecting, and by leaving the team", async () => {
  const atGithub = await teamWithRepository([0, 1]);
  const { db } = atGithub.owner.ctx;
  await atGithub.shown([1]);
  await ageAnswers(atGithub, 21 * HOUR_MS);
  await sweepAccess(crawlCtx(env));
  expect(await mayRead(atGithub.keyCtx, atGithub)).toBe(false);
  expect(await mayRead(atGithub.connected.ctx, atGithub)).toBe(true);

  const left = await teamWithRepository([0, 1]);
  const { userId } = left.owner.ctx.actor as { userId: string };
  await db
    .delete(teamMemberships)
    .where(and(eq(teamMemberships.teamId, left.teamId), eq(teamMemberships.userId, userId)));
  expect(await mayRead(left.keyCtx, left)).toBe(false);
  expect(await mayRead(left.connected.ctx, left)).toBe(true);
  // The clock doesn't use the connection of somebody who has left.
  await db
    .update(githubRepositories)
    .set({ updatedAt: new Date(0) })
    .where(eq(githubRepositories.sourceId, left.moduleId));
  await recheckRepositories(crawlCtx(env));
  expect(await mayRead(left.connected.ctx, left)).toBe(false);

  const disconnected = await teamWithRepository([0, 1]);
  await disconnectGitHub(disconnected.connected.ctx);
  expect(await mayRead(disconnected.connected.ctx, disconnected)).toBe(false);
  expect(await mayRead(disconnected.keyCtx, disconnected)).toBe(true);
  await disconnectGitHub(disconnected.owner.ctx);
  expect(await mayRead(disconnected.keyCtx, disconnected)).toBe(false);
});

it("isn't readable while nothing is known of it: without its row, and with the answer for another GitHub account", async () => {
  const setup = await teamWithRepository([0, 1]);
  const { db } = setup.owner.ctx;
  const { userId } = setup.connected.ctx.actor as { userId: string };
  await db.update(repositoryAccess).set({ githubUserId: "1" }).where(eq(repositoryAccess.userId, userId));
  expect(await mayRead(setup.connected.ctx, setup)).toBe(false);
  expect(await mayRead(setup.owner.ctx, setup)).toBe(true);
  // A removal takes the repository's row before the source.
  await db.delete(githubRepositories).where(eq(githubRepositories.sourceId, setup.moduleId));
  expect(await mayRead(setup.owner.ctx, setup)).toBe(false);
  // The same documents as a site: what hides them is the repository alone.
  await db.update(sources).set({ kind: "site" }).where(eq(sources.id, setup.moduleId));
  expect(await mayRead(setup.owner.ctx, setup)).toBe(true);
});
