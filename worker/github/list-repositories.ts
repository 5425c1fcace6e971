import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import type { GithubBranch } from "./client.ts";
import { actorsGithub, askGithub } from "./connection.ts";
import { listRepositoriesOf } from "./repo.ts";

/** Name of a repository, as GitHub writes it: `owner/name`. */
export const repositoryName = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w.-]+\/[\w.-]+$/, "A repository is written as owner/name.");

export const getGitHubRepositoriesInput = z.object({ page: z.number().int().min(1).max(1000).optional() });

export type ListedRepository = {
  fullName: string;
  description: string | null;
  isPrivate: boolean;
  defaultBranch: string;
  /** Time of the last push in ISO form; null for a repository without a push. */
  pushedAt: string | null;
  /** Branches of the repository that are sources of the scope already. */
  indexed: { moduleId: string; branch: string }[];
};

/** The repositories that the caller's connection shows, the newest pushed first, in parts of a hundred. */
export async function getGitHubRepositories(
  ctx: Pick<Ctx, "actor" | "scope" | "services" | "db">,
  { page = 1 }: z.infer<typeof getGitHubRepositoriesInput>,
): Promise<{ login: string; repositories: ListedRepository[]; nextPage: number | null }> {
  const { client, connection } = await actorsGithub(ctx);
  const [found, own] = await Promise.all([
    askGithub(client.listRepositories(page)),
    listRepositoriesOf(ctx.db, ctx.scope.owner),
  ]);
  const repositories = found.repositories.map((repository) => ({
    fullName: repository.fullName,
    description: repository.description,
    isPrivate: repository.isPrivate,
    defaultBranch: repository.defaultBranch,
    pushedAt: repository.pushedAt,
    indexed: own
      .filter((row) => row.repository.repositoryId === repository.id)
      .map((row) => ({ moduleId: row.source.id, branch: row.repository.branch })),
  }));
  return { login: connection.login, repositories, nextPage: found.nextPage };
}

export const getGitHubRepoBranchesInput = z.object({ repository: repositoryName });

/** The branches of a repository, the default one first; at most the first hundred by name. */
export async function getGitHubRepoBranches(
  ctx: Pick<Ctx, "actor" | "services" | "db">,
  input: z.infer<typeof getGitHubRepoBranchesInput>,
): Promise<{ defaultBranch: string; branches: GithubBranch[] }> {
  const { client } = await actorsGithub(ctx);
  const [{ defaultBranch }, branches] = await Promise.all([
    askGithub(client.repository(input.repository)),
    askGithub(client.listBranches(input.repository)),
  ]);
  const isDefault = ({ name }: GithubBranch) => name === defaultBranch;
  return {
    defaultBranch,
    branches: branches.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a))),
  };
}
