import { ownerOf } from "#worker/owner.ts";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { beginRun } from "#worker/sources/begin-run.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import { pageAllowance, pagesLeft } from "#worker/sources/page-allowance.ts";
import type { PageAllowance } from "#worker/sources/page-allowance.ts";
import { githubConfig } from "./connection.ts";
import { branchUrl } from "./file-url.ts";
import { putRepository } from "./repo.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";
import type { RepositoryRow, RepositorySource } from "./repo.ts";
import { repositoryOptions } from "./repository-options.ts";
import type { RepositoryOptions } from "./repository-options.ts";

export type RunCtx = Pick<Ctx, "db" | "services" | "now" | "newId">;

/** A branch of a repository as the caller sees it now, with the connection to use from now on. */
export type SeenRepository = Pick<
  RepositoryRow,
  "repositoryId" | "fullName" | "branch" | "isPrivate" | "connectedByUserId"
>;

/** Begins the first run of a repository, which makes its source. Throws aborted when another call is doing so. */
export async function startFirstRun(
  ctx: RunCtx,
  input: {
    owner: Owner;
    seen: SeenRepository;
    commitSha: string;
    source: { sourceId: string; name: string; description: string | null };
    options: RepositoryOptions;
    allowance: PageAllowance;
  },
): Promise<StartedIndexJob> {
  const { owner, seen, commitSha, options, allowance } = input;
  const { sourceId, name, description } = input.source;
  return await begin(
    ctx,
    owner,
    { seen, commitSha, options, allowance },
    {
      id: sourceId,
      indexId: DEFAULT_INDEX_ID,
      name,
      description,
      // The version gets the commit when the run has ended.
      version: seen.branch,
      isNew: true,
    },
  );
}

/** Begins to index the changes at a commit, with the options given before. Throws aborted while a run of the source is going on. */
export async function startNextRun(
  ctx: RunCtx,
  { repository, source }: RepositorySource,
  at: {
    commitSha: string;
    seen?: Partial<SeenRepository>;
    options?: RepositoryOptions;
    allowance?: PageAllowance;
  },
): Promise<StartedIndexJob> {
  const owner = ownerOf(repository);
  const allowance =
    at.allowance ?? (await pageAllowance({ db: ctx.db, actor: { kind: "system" }, scope: { owner } }));
  const { repositoryId, fullName, branch, isPrivate, connectedByUserId } = repository;
  const seen = { repositoryId, fullName, branch, isPrivate, connectedByUserId, ...at.seen };
  const { id, indexId, name, description, version } = source;
  const known = { id, indexId, name, description, version, isNew: false };
  const options = at.options ?? repositoryOptions.parse(source.options ?? {});
  return await begin(ctx, owner, { seen, commitSha: at.commitSha, options, allowance }, known);
}

async function begin(
  ctx: RunCtx,
  owner: Owner,
  run: {
    seen: SeenRepository;
    commitSha: string;
    options: RepositoryOptions;
    allowance: PageAllowance;
  },
  source: Omit<Parameters<typeof beginRun>[1]["source"], "kind" | "url" | "options">,
): Promise<StartedIndexJob> {
  const { seen, commitSha, options, allowance } = run;
  const limits = await pagesLeft(ctx, owner, source.id, allowance);
  const { repositoryId, fullName, branch, connectedByUserId } = seen;
  const url = branchUrl(githubConfig(ctx).webUrl, fullName, branch);
  return await beginRun(ctx, {
    owner,
    source: { ...source, kind: "repository", url, options },
    startedByUserId: allowance.startedByUserId,
    work: {
      include: options.include ?? [],
      exclude: options.exclude ?? [],
      ...limits,
      detail: {
        repositoryId,
        fullName,
        branch,
        commitSha,
        connectedByUserId,
        withChangelogs: options.withChangelogs ?? false,
      } satisfies RepositoryAtCommit,
    },
    prepare: async (sourceId) => {
      const now = ctx.now();
      const ownedBy = { ownerKind: owner.kind, ownerId: owner.id };
      await putRepository(ctx.db, { ...seen, ...ownedBy, sourceId, createdAt: now, updatedAt: now });
    },
  });
}
