import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { beginRun } from "#worker/sources/begin-run.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import { pageAllowance, pagesLeft } from "#worker/sources/page-allowance.ts";
import type { PageAllowance } from "#worker/sources/page-allowance.ts";
import type { RepositorySource } from "./repo.ts";
import { githubConfig } from "./connection.ts";
import { branchUrl } from "./file-url.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";

export type RunCtx = Pick<Ctx, "db" | "services" | "now" | "newId">;

export type NewRepository = { sourceId: string; name: string; description: string | null };

/** Begins the first run of a repository, which makes its source. */
export async function startFirstRun(
  ctx: RunCtx,
  input: {
    owner: Owner;
    repository: RepositoryAtCommit;
    source: NewRepository;
    allowance: PageAllowance;
  },
): Promise<StartedIndexJob> {
  const { owner, repository, source, allowance } = input;
  return await begin(ctx, owner, repository, allowance, {
    id: source.sourceId,
    indexId: DEFAULT_INDEX_ID,
    name: source.name,
    description: source.description,
    // With the commit when the run has ended.
    version: repository.branch,
    isNew: true,
  });
}

/** Begins to index what is new at a commit. Throws aborted while a run of the source is going on. */
export async function startNextRun(
  ctx: RunCtx,
  { repository, source }: RepositorySource,
  at: { commitSha: string; fullName?: string; allowance?: PageAllowance },
): Promise<StartedIndexJob> {
  const owner = ownerOf(repository);
  const allowance =
    at.allowance ?? (await pageAllowance({ db: ctx.db, actor: { kind: "system" }, scope: { owner } }));
  const { repositoryId, branch, connectedByUserId } = repository;
  const { id, indexId, name, description, version } = source;
  return await begin(
    ctx,
    owner,
    {
      repositoryId,
      fullName: at.fullName ?? repository.fullName,
      branch,
      commitSha: at.commitSha,
      connectedByUserId,
    },
    allowance,
    { id, indexId, name, description, version, isNew: false },
  );
}

async function begin(
  ctx: RunCtx,
  owner: Owner,
  repository: RepositoryAtCommit,
  allowance: PageAllowance,
  source: Omit<Parameters<typeof beginRun>[1]["source"], "kind" | "url">,
): Promise<StartedIndexJob> {
  const pageLimit = await pagesLeft(ctx, owner, source.id, allowance);
  const url = branchUrl(githubConfig(ctx).webUrl, repository.fullName, repository.branch);
  return await beginRun(ctx, {
    owner,
    source: { ...source, kind: "repository", url },
    startedByUserId: allowance.startedByUserId,
    work: { include: [], exclude: [], pageLimit, repository },
  });
}

export function ownerOf(row: { ownerKind: string; ownerId: string }): Owner {
  return { kind: row.ownerKind === "team" ? "team" : "user", id: row.ownerId };
}
