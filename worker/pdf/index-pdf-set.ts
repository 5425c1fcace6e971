import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import type { StartedIndexJob } from "#worker/sources/begin-run.ts";
import { findOwnSource } from "#worker/sources/find-own-source.ts";
import { openRun } from "#worker/sources/open-run.ts";
import { endJobRun } from "#worker/sources/settle-job-run.ts";
import { ownSet, refuseWhileRunning } from "./get-pdf-set.ts";
import { pdfPagesLeft } from "./pdf-allowance.ts";
import { listFiles } from "./file-repo.ts";
import { failSet, queueSet } from "./repo.ts";
import { sendFiles } from "./send-files.ts";

/**
 * Begins to index the files of a set and returns at once; unchanged pages cost nothing. Throws aborted while the set is being indexed, and
 * resource-exhausted when the plan holds no more pages of PDF files.
 */
export async function indexPdfSet(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId">,
  { setId }: { setId: string },
): Promise<StartedIndexJob> {
  const set = await ownSet(ctx, setId);
  await refuseWhileRunning(ctx, set);
  const [files, source] = await Promise.all([listFiles(ctx.db, set.id), findOwnSource(ctx, set.sourceId)]);
  if (files.length === 0 || !source)
    throw new AppError("invalid-argument", "This set has no files yet. Upload some, then index it.");
  const { owner } = ctx.scope;
  const startedByUserId = actingUserId(ctx.actor) ?? (owner.kind === "user" ? owner.id : null);
  const { planName, limit, used } = await pdfPagesLeft(ctx, { owner, besides: set.id });
  if (used >= limit)
    throw new AppError(
      "resource-exhausted",
      `The ${planName} plan holds ${limit} pages of PDF files and your other sets have ${used}. Remove a set or choose a larger plan.`,
      { data: { limit, current: used } },
    );
  const { id, indexId, name, url, version, description } = source;
  const { runId } = await openRun(ctx, {
    owner,
    source: { id, indexId, name, url, version, description, kind: "pdf-set", isNew: false },
    startedByUserId,
  });
  const generation = await queueSet(ctx.db, set.id, runId, ctx.now());
  try {
    await sendFiles(
      ctx,
      set.id,
      files.map(({ id: fileId }) => fileId),
      generation,
    );
  } catch (cause) {
    const error = "Indexing could not be started. Index again.";
    await failSet(ctx.db, set.id, { generation, error });
    await endJobRun(ctx, runId, { status: "FAILED", error });
    throw new AppError("unavailable", "Indexing could not be started. Try again in a minute.", { cause });
  }
  await announceChange(ctx.services, owner, "pdf-sets", "job-runs", "sources");
  return { executionId: runId, moduleId: set.sourceId };
}
