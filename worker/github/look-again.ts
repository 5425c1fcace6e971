import type { Ctx } from "#worker/context.ts";
import type { GithubRepository } from "./client.ts";
import { findGithub } from "./connection.ts";
import { forgetDocuments } from "./forget-documents.ts";
import { GithubError } from "./github-error.ts";
import { updateRepository } from "./repo.ts";
import type { RepositorySource } from "./repo.ts";
import { sourceAddressOf } from "#worker/owner.ts";

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
  try {
    const github = await findGithub(ctx, repository.connectedByUserId);
    if (!github) throw new GithubError("unauthorized", "the connection is gone");
    const found = await github.client.repositoryById(repository.repositoryId);
    const { fullName, isPrivate } = found;
    const { branch, commitSha } = repository;
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

/** True when access is lost; an invalid token says nothing about a public repository. */
export function isAccessLost({ kind }: GithubError, isPrivate: boolean): boolean {
  return kind === "not-found" || (kind === "unauthorized" && isPrivate);
}
