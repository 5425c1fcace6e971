import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { callFunction } from "#web/api/call-function.ts";
import { answerOf, api } from "#web/api/client.ts";

export type GithubStatus = InferResponseType<typeof api.api.github.$get>;
export type Repository = GithubStatus["repositories"][number];

/** A repository that the connection can see, as `getGitHubRepositories` tells it. */
export type FoundRepository = {
  fullName: string;
  description: string | null;
  isPrivate: boolean;
  defaultBranch: string;
  pushedAt: string | null;
  indexed: { moduleId: string; branch: string }[];
};

type RepositoryPart = { login: string; repositories: FoundRepository[]; nextPage: number | null };

/** The GitHub connection, and the branches that are sources. Under the topic of sources, whose changes concern it. */
export function useGithub() {
  return useQuery({ queryKey: ["sources", "github"], queryFn: () => answerOf(api.api.github.$get()) });
}

/** The repositories that may be read, the newest pushed first. */
export function useFoundRepositories() {
  return useInfiniteQuery({
    queryKey: ["sources", "github", "found"],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => callFunction<RepositoryPart>("getGitHubRepositories", { page: pageParam }),
    getNextPageParam: ({ nextPage }) => nextPage,
  });
}

/** Names of the branches, the default one first. */
export function useBranches(repository: string | null) {
  return useQuery({
    queryKey: ["sources", "github", "branches", repository],
    enabled: repository !== null,
    queryFn: async () =>
      (
        await callFunction<{ branches: { name: string }[] }>("getGitHubRepoBranches", { repository })
      ).branches.map(({ name }) => name),
  });
}

/** Reads again everything that a change of repositories concerns. */
export function useReloadRepositories(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["sources", "private-index", "job-runs"].map((topic) =>
        client.invalidateQueries({ queryKey: [topic] }),
      ),
    );
}

/** The address at which GitHub asks for the permission; GitHub sends the person back to `returnTo`. */
export async function githubUrl(returnTo: string): Promise<string> {
  return (await callFunction<{ url: string }>("initiateGitHubOAuth", { returnTo })).url;
}

export async function disconnectGithub(): Promise<void> {
  await answerOf(api.api.github.connection.$delete());
}

export type NewRepository = {
  repository: string;
  branch: string;
  /** Patterns of paths; a file must match one of them, when there are any. */
  include?: string[];
  exclude?: string[];
  withChangelogs: boolean;
};

export async function addRepository(input: NewRepository): Promise<void> {
  await callFunction("addRepoToRef", input);
}

/** Looks for a newer commit; true when a newer commit is being indexed now. */
export async function refreshRepository(moduleId: string): Promise<boolean> {
  const { executionId } = await callFunction<{ executionId: string | null }>("refreshRepoStats", {
    moduleId,
    reindex: true,
  });
  return executionId !== null;
}

export async function removeRepository(moduleId: string): Promise<void> {
  await callFunction("removeRepoFromRef", { moduleId });
}
