import type { Ctx } from "#worker/context.ts";
import type { GithubRepository } from "./client.ts";
import { findGithub } from "./connection.ts";
import { forgetDocuments } from "./forget-documents.ts";
import { GithubError } from "./github-error.ts";
import { updateRepository } from "./repo.ts";
import type { RepositorySource } from "./repo.ts";
import { sourceAddressOf, teamOwner } from "#worker/owner.ts";
import { denyAccess, putAccess } from "./access-repo.ts";
import { seatOf } from "#worker/tenancy/seat-of.ts";

export type Look = {
  found: GithubRepository;
  /** The commit of the branch, where another commit is searchable. */
  newerCommitSha: string | null;
};

/**
 * Looks at a repository anew, with its own connection: its name, whether it is private, and its newest commit. A repository that the
 * connection does not see any more is taken out of the search. Throws GithubError.
 */
export async function lookAgain(
  ctx: Pick<Ctx, "db" | "services" | "now" | "log">,
  { repository, source }: RepositorySource,
): Promise<Look> {
  const { repositoryId, connectedByUserId: userId } = repository;
  const seenAt = ctx.now();
  try {
    const github = (await isStillMember(ctx, repository)) ? await findGithub(ctx, userId) : null;
    if (!github) throw new GithubError("unauthorized", "the connection is gone");
    const found = await github.client.repositoryById(repository.repositoryId);
    const { fullName, isPrivate } = found;
    const { branch, commitSha } = repository;
    if (repository.ownerKind === "team" && isPrivate) {
      // What everybody could read while it was public says nothing now.
      if (!repository.isPrivate) await denyAccess(ctx.db, { repositoryId }, seenAt);
      const { githubUserId } = github.connection;
      await putAccess(ctx.db, { repositoryId, userId, githubUserId, mayRead: true, seenAt });
    }
    const newerCommitSha = await github.client.headCommit(fullName, branch, commitSha);
    await updateRepository(ctx.db, source.id, { fullName, isPrivate, updatedAt: ctx.now() });
    return { found, newerCommitSha };
  } catch (error) {
    if (error instanceof GithubError && isAccessLost(error, repository.isPrivate)) {
      await forgetDocuments(ctx, sourceAddressOf(source));
      ctx.log.info("github.access-lost", { sourceId: source.id });
    }
    throw error;
  }
}

/** False for a team's private repository whose connecting member has left: the team doesn't use that connection any more. */
async function isStillMember(
  ctx: Pick<Ctx, "db">,
  { ownerKind, ownerId, isPrivate, connectedByUserId }: RepositorySource["repository"],
): Promise<boolean> {
  return (
    ownerKind !== "team" || !isPrivate || (await seatOf(ctx, teamOwner(ownerId), connectedByUserId)) !== null
  );
}

/** True when access is lost; an invalid token says nothing about a public repository. */
export function isAccessLost({ kind }: GithubError, isPrivate: boolean): boolean {
  return kind === "not-found" || (kind === "unauthorized" && isPrivate);
}
