import { MISSING } from "#worker/content/includes/include-reader.ts";
import type { SourceKindRules } from "#worker/crawl/source-kind.ts";
import { AppError } from "#worker/errors.ts";
import { followBranch, recordCommit } from "./commit-indexed.ts";
import { createFileWorker } from "./file-worker.ts";
import { refreshRepoStats } from "./refresh-repository.ts";
import { removeRepoFromRef } from "./remove-repository.ts";
import type { RepositoryAtCommit } from "./repository-at-commit.ts";
import { seedRepository } from "./seed-repository.ts";

/** A branch of a repository: its pages are files at a commit, and nothing else is followed. */
export const repositoryKind: SourceKindRules<RepositoryAtCommit> = {
  run: {
    seed: seedRepository,
    createWorker: async (ctx, step, detail) => createFileWorker(ctx, step, detail),
    recordIndexed: recordCommit,
    absentMark: MISSING,
    afterRun: followBranch,
  },
  async again(ctx, { id: moduleId }) {
    const { executionId } = await refreshRepoStats(ctx, { moduleId, reindex: true });
    if (executionId === null)
      throw new AppError("aborted", "Nothing new: the newest commit of this branch is indexed already.");
    return { executionId, moduleId };
  },
  async remove(ctx, { id: moduleId }) {
    await removeRepoFromRef(ctx, { moduleId });
  },
};
