import type { SourceKind } from "#schema/values.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import type { CrawlStart } from "#worker/crawl/crawl-steps.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { insertJobRun } from "./repo.ts";
import type { SourceRow } from "./repo.ts";
import { endJobRun } from "./settle-job-run.ts";

export type StartedIndexJob = {
  /** The id of the job run. */
  executionId: string;
  /** The id of the source. */
  moduleId: string;
};

export type RunOfSource = {
  owner: SourceOwner;
  source: Pick<SourceRow, "id" | "indexId" | "name" | "url" | "version" | "description"> & {
    kind: SourceKind;
    isNew: boolean;
  };
  startedByUserId: string | null;
  /** What the run is to do besides. */
  work: Pick<CrawlStart, "include" | "exclude" | "pageLimit" | "repository">;
};

/**
 * Writes a source and a run of it, and sends the run off. Throws aborted while another run of the source is going on, or
 * when another source takes the name at the same moment.
 */
export async function beginRun(
  ctx: Pick<Ctx, "db" | "services" | "now" | "newId">,
  { owner, source, startedByUserId, work }: RunOfSource,
): Promise<StartedIndexJob> {
  const runId = ctx.newId("run");
  const run = { runId, source, owner, startedByUserId, now: ctx.now() };
  const running = await insertJobRun(ctx.db, run).catch((error: unknown) => {
    if (!isNameTaken(error)) throw error;
    throw new AppError("aborted", "Another source took this name at the same moment. Try again.", {
      cause: error,
    });
  });
  if (running?.id !== runId) {
    throw new AppError(
      "aborted",
      `${source.url} is already being indexed. Wait for that run to end, or cancel it.`,
      { data: running ? { executionId: running.id, moduleId: running.sourceId } : {} },
    );
  }
  const start = {
    runId,
    generation: running.generation,
    address: { owner, indexId: source.indexId, sourceId: running.sourceId },
    startUrl: source.url,
    ...work,
  };
  try {
    await ctx.services.crawlRun(runId).start(start);
  } catch (cause) {
    await endJobRun(ctx, runId, { status: "FAILED", error: "The run could not be started. Index again." });
    throw new AppError("unavailable", "Indexing could not be started. Try again in a minute.", { cause });
  }
  await announceChange(ctx.services, owner, "job-runs", "sources", "private-index");
  return { executionId: runId, moduleId: running.sourceId };
}

/** D1 says it in the words of SQLite, with or without a wrapper of drizzle's. */
function isNameTaken(error: unknown): boolean {
  const words = error instanceof Error ? `${error.message} ${String(error.cause)}` : "";
  return words.includes("UNIQUE constraint failed: sources.owner_kind");
}
