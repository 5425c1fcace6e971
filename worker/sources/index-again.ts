import { refreshRepoStats } from "#worker/github/refresh-repository.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { indexPdfSet } from "#worker/pdf/index-pdf-set.ts";
import { listPdfSets } from "#worker/pdf/list-pdf-sets.ts";
import { indexPackage } from "#worker/packages/index-package.ts";
import { packageRefInput } from "#worker/packages/package-ref.ts";
import type { StartedIndexJob } from "./begin-run.ts";
import { findOwnSource } from "./find-own-source.ts";
import { getRunInScope } from "./get-job-run.ts";
import { inputOfSource, startIndexJob } from "./start-index-job.ts";

type AgainCtx = Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId" | "log">;

/**
 * Begins to look for what is new in a source of the scope, with what was asked for when it was added. Throws aborted while
 * a run of it is going on, and when it is known that there is nothing new.
 */
export async function indexAgain(
  ctx: AgainCtx,
  { moduleId }: { moduleId: string },
): Promise<StartedIndexJob> {
  const source = await findOwnSource(ctx, moduleId);
  if (!source) throw new AppError("not-found", "There is no such source among yours.");
  switch (source.kind) {
    case "site":
      return await startIndexJob(ctx, inputOfSource(source));
    case "package":
      return await indexPackage(ctx, packageRefInput.parse(source.options));
    case "repository": {
      const { executionId } = await refreshRepoStats(ctx, { moduleId, reindex: true });
      if (executionId === null)
        throw new AppError("aborted", "Nothing new: the newest commit of this branch is indexed already.");
      return { executionId, moduleId };
    }
    case "pdf-set": {
      const set = (await listPdfSets(ctx)).find((one) => one.moduleId === moduleId);
      if (!set) throw new AppError("not-found", "There is no such PDF set among yours.");
      return await indexPdfSet(ctx, { setId: set.setId });
    }
    case "api-description":
      throw new AppError("unimplemented", "A source of this kind cannot be indexed again from here yet.");
    default:
      return source.kind satisfies never;
  }
}

/** Begins a failed run of the scope anew. Throws aborted when the run has not failed, or another of its source is going on. */
export async function retryJobRun(ctx: AgainCtx, { runId }: { runId: string }): Promise<StartedIndexJob> {
  const run = await getRunInScope(ctx, runId);
  if (run.ownerKind === "public")
    throw new AppError("permission-denied", "Only the service itself indexes documentation for everybody.");
  if (run.status !== "FAILED")
    throw new AppError("aborted", "Only a run that failed can be tried again. Refresh its source instead.");
  return await indexAgain(ctx, { moduleId: run.sourceId });
}
