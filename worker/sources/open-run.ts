import type { SourceRow } from "#schema/index.ts";
import type { SourceKind } from "#schema/values.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { SourceAddress } from "#worker/services.ts";
import { requireRoomForSource } from "./require-room.ts";
import { insertJobRun } from "./run-repo.ts";

export type RunOfSource = {
  owner: SourceOwner;
  source: Pick<SourceRow, "id" | "indexId" | "name" | "url" | "version" | "description"> & {
    kind: SourceKind;
    isNew: boolean;
    /** Options of the owner; the earlier ones stay when not given. */
    options?: Record<string, unknown>;
    /** Request headers, sealed; null forgets the kept ones. */
    sealedHeaders?: string | null;
  };
  startedByUserId: string | null;
};

export type OpenRun = { runId: string; generation: number; address: SourceAddress };

/**
 * Writes a source and a run of it that is CRAWLING; the caller does the work of the run. Throws aborted while another run of the source is
 * going on, or when another source takes the name at the same moment, and resource-exhausted when the plan has no room for another source.
 */
export async function openRun(
  ctx: Pick<Ctx, "db" | "services" | "now" | "newId">,
  { owner, source, startedByUserId }: RunOfSource,
): Promise<OpenRun> {
  if (source.isNew) await requireRoomForSource(ctx, owner, startedByUserId);
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
  const { generation, sourceId, homePrincipal } = running;
  return { runId, generation, address: { owner, indexId: source.indexId, sourceId, homePrincipal } };
}

/** Whether an error says that the name is taken: D1 says so in the words of SQLite, with or without a wrapper of drizzle's. */
export function isNameTaken(error: unknown): boolean {
  const words = error instanceof Error ? `${error.message} ${String(error.cause)}` : "";
  return words.includes("UNIQUE constraint failed: sources.owner_kind");
}
