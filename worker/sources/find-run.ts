import type { Ctx, SourceOwner } from "#worker/context.ts";
import { findJobRun } from "./run-repo.ts";
import type { JobRunRow } from "./run-repo.ts";

/** A run of an owner, for code that works on it; null when the run is gone. */
export async function findRun(
  ctx: Pick<Ctx, "db">,
  owner: SourceOwner,
  runId: string,
): Promise<JobRunRow | null> {
  return await findJobRun(ctx.db, owner, runId);
}
