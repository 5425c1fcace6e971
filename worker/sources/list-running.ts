import type { Ctx } from "#worker/context.ts";
import { listRunningSince as listRows } from "./run-repo.ts";

/** Runs of everybody that began before a moment and have not ended, the oldest first. For the system alone. */
export async function listRunningSince(
  ctx: Pick<Ctx, "db">,
  before: Date,
  limit: number,
): Promise<{ runId: string }[]> {
  return (await listRows(ctx.db, before, limit)).map((row) => ({ runId: row.id }));
}
