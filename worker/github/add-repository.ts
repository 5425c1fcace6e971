import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { putAccess } from "./access-repo.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { pageAllowance } from "#worker/sources/page-allowance.ts";
import { freeName } from "#worker/sources/source-name.ts";
import { checkDueAccess } from "./check-access.ts";
import type { GithubClient, GithubRepository } from "./client.ts";
import { actorsGithub, askGithub } from "./connection.ts";
import { repositoryName } from "./list-repositories.ts";
import { pushHook } from "./push-hook.ts";
import { findRepositoryOf, listRepositoriesOf } from "./repo.ts";
import { repositoryOptions } from "./repository-options.ts";
import { startFirstRun, startNextRun } from "./start-repository-run.ts";

export const addRepoToRefInput = repositoryOptions.extend({
  repository: repositoryName,
  /** Branch; the default branch when absent. */
  branch: z.string().trim().min(1).max(250).optional(),
});
export type AddRepoToRef = z.infer<typeof addRepoToRefInput>;

type AddCtx = Pick<
  Ctx,
  "actor" | "scope" | "caller" | "services" | "db" | "now" | "newId" | "log" | "waitUntil"
>;

/**
 * Makes a branch of a repository a source of the scope, and begins to index the branch at its present commit. A branch that is a source
 * already is indexed again, from now on with the caller's connection. Members of a team search a private one only while GitHub shows it to
 * them. Throws aborted while the branch is being indexed.
 */
export async function addRepoToRef(ctx: AddCtx, input: AddRepoToRef): Promise<StartedIndexJob> {
  const { client, userId, connection } = await actorsGithub(ctx);
  const askedAt = ctx.now();
  const found = await askGithub(client.repository(input.repository));
  const branch = input.branch ?? found.defaultBranch;
  const commitSha = await askGithub(headOf(client, found, branch));
  const { owner } = ctx.scope;
  if (owner.kind === "team" && found.isPrivate) {
    const { githubUserId } = connection;
    const access = { repositoryId: found.id, userId, githubUserId, mayRead: true, seenAt: askedAt };
    await putAccess(ctx.db, access);
  }
  const [known, allowance] = await Promise.all([
    findRepositoryOf(ctx.db, owner, found.id, branch),
    pageAllowance(ctx),
  ]);
  const { fullName, isPrivate, description } = found;
  const seen = { repositoryId: found.id, fullName, branch, isPrivate, connectedByUserId: userId };
  const options = repositoryOptions.parse(input);
  const started = known
    ? await startNextRun(ctx, known, { commitSha, seen, options, allowance })
    : await startFirstRun(ctx, {
        owner,
        seen,
        commitSha,
        options,
        source: { sourceId: ctx.newId("src"), name: await nameFor(ctx, found), description },
        allowance,
      });
  // Of the other members, GitHub decides who may read it.
  if (owner.kind === "team" && found.isPrivate)
    ctx.waitUntil(checkDueAccess(ctx, { repositoryId: found.id }));
  if (found.isAdmin) ctx.waitUntil(pushHook(ctx, client, fullName, "ensure"));
  return started;
}

async function headOf(client: GithubClient, { fullName }: GithubRepository, branch: string): Promise<string> {
  const sha = await client.headCommit(fullName, branch);
  if (sha !== null) return sha;
  throw new AppError("not-found", "This branch has no commits yet. Push one first.");
}

/** The repository's own name, which its branches share as versions of the same thing. */
async function nameFor(ctx: AddCtx, { id, fullName }: GithubRepository): Promise<string> {
  const [own, all] = await Promise.all([listRepositoriesOf(ctx.db, ctx.scope.owner), listSources(ctx)]);
  const sibling = own.find(({ repository }) => repository.repositoryId === id);
  if (sibling) return sibling.source.name;
  return freeName(fullName.slice(0, 100), new Set(all.flatMap((one) => (one.isPublic ? [] : one.name))));
}
