import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { findRun } from "#worker/sources/find-run.ts";
import { stopSet } from "./finish-set.ts";
import { pdfSetOf } from "./list-pdf-sets.ts";
import type { PdfSet } from "./list-pdf-sets.ts";
import { listFiles } from "./file-repo.ts";
import { findSet } from "./repo.ts";
import type { SetRow } from "./repo.ts";

/** A set of the scope's owner with its files. A stranger's is not found. */
export async function getPdfSet(ctx: Pick<Ctx, "scope" | "db">, input: { setId: string }): Promise<PdfSet> {
  const set = await ownSet(ctx, input.setId);
  return pdfSetOf(set, await listFiles(ctx.db, set.id));
}

/** The row of a set of the scope's owner. Throws not-found for a stranger's. */
export async function ownSet(ctx: Pick<Ctx, "scope" | "db">, setId: string): Promise<SetRow> {
  const { owner } = ctx.scope;
  const set = await findSet(ctx.db, setId);
  if (set?.ownerKind === owner.kind && set.ownerId === owner.id) return set;
  throw noSuchSet();
}

export function noSuchSet(): AppError {
  return new AppError("not-found", "You have no such PDF set.");
}

/**
 * Refuses what may not be done while a run of the set is going on. A cancelled run is over at once, whatever waits for it in the queue.
 */
export async function refuseWhileRunning(
  ctx: Pick<Ctx, "scope" | "db" | "services" | "now">,
  set: SetRow,
): Promise<void> {
  if (set.status !== "queued" && set.status !== "indexing") return;
  const run = set.runId === null ? null : await findRun(ctx, ctx.scope.owner, set.runId);
  if (run?.status === "CRAWLING" || run?.status === "INDEXING") throw isRunning(set);
  await stopSet(ctx, set, "The run was stopped.");
}

export function isRunning(set: SetRow): AppError {
  return new AppError(
    "aborted",
    "This set is being indexed. Wait for that to end, or cancel it, then try again.",
    { data: { executionId: set.runId, moduleId: set.sourceId } },
  );
}
