import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { pdfSetOf } from "./list-pdf-sets.ts";
import type { PdfSet } from "./list-pdf-sets.ts";
import { findSet, listFiles } from "./repo.ts";
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
  throw new AppError("not-found", "There is no such PDF set among yours.");
}

/** What may not be done while a run of the set is going on. */
export function refuseWhileRunning(set: SetRow): void {
  if (set.status !== "queued" && set.status !== "indexing") return;
  throw new AppError(
    "aborted",
    "This set is being indexed. Wait for that to end, or cancel it, then try again.",
    { data: { executionId: set.runId, moduleId: set.sourceId } },
  );
}
