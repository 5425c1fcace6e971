import type { SourceRow } from "#schema/index.ts";
import { PUBLIC_OWNER, seesPrivate } from "#worker/context.ts";
import { newestFirst } from "#worker/public-catalog/versions.ts";
import type { Ctx } from "#worker/context.ts";
import { listUnreadable } from "#worker/repository-access/list-unreadable.ts";
import { MAX_FAILED_RUNS } from "./schedule.ts";
import { listLastErrors, listProblems } from "./run-repo.ts";
import { listSourceRows } from "./repo.ts";

export type SourceSummary = Pick<
  SourceRow,
  "id" | "kind" | "name" | "description" | "url" | "version" | "totalPages" | "totalChunks" | "lastIndexedAt"
> & {
  isPublic: boolean;
  /** Whether the owner gave request headers that open the source; nobody is shown them. */
  hasHeaders: boolean;
  /** Time when the source is refreshed by itself; null when that is left to its owner or not needed. */
  refreshDueAt: Date | null;
  /** Reason why the caller can't read the source, why it isn't refreshed any more, or what its last complete run couldn't read, with the fix; null without a problem. */
  problem: string | null;
};

/**
 * The sources of the scope: its own, then the public ones, each by name and the newest version first. A team's private repository that the
 * caller may not read is listed by its name, without a description and with the reason as its problem; no search asks it.
 */
export async function listSources(ctx: Pick<Ctx, "actor" | "db" | "scope">): Promise<SourceSummary[]> {
  const [own, everybodys, problems, unreadable] = await Promise.all([
    seesPrivate(ctx) ? listSourceRows(ctx.db, ctx.scope.owner) : [],
    listSourceRows(ctx.db, PUBLIC_OWNER),
    seesPrivate(ctx) ? listProblems(ctx.db, ctx.scope.owner) : new Map<string, string>(),
    listUnreadable(ctx),
  ]);
  const stopped = own.filter(({ failedRuns }) => failedRuns >= MAX_FAILED_RUNS).map(({ id }) => id);
  const errors = stopped.length > 0 ? await listLastErrors(ctx.db, stopped) : new Map<string, string>();
  return [...byVersion(own), ...byVersion(everybodys)].map((source) => ({
    id: source.id,
    kind: source.kind,
    name: source.name,
    description: unreadable.has(source.id) ? null : source.description,
    url: source.url,
    version: source.version,
    totalPages: source.totalPages,
    totalChunks: source.totalChunks,
    lastIndexedAt: source.lastIndexedAt,
    isPublic: source.ownerKind === "public",
    hasHeaders: source.sealedHeaders !== null,
    refreshDueAt: source.refreshDueAt,
    problem:
      unreadable.get(source.id) ??
      (stopped.includes(source.id)
        ? problemOf(source, errors.get(source.id))
        : (problems.get(source.id) ?? null)),
  }));
}

function problemOf({ failedRuns }: SourceRow, error: string | undefined): string {
  return `Indexing failed ${failedRuns} times in a row, so it is no longer refreshed automatically. ${error ?? ""} Refresh it when that is fixed.`.replaceAll(
    "  ",
    " ",
  );
}

function byVersion(rows: SourceRow[]): SourceRow[] {
  return rows.toSorted((a, b) =>
    a.name === b.name ? newestFirst(a.version, b.version) : a.name < b.name ? -1 : 1,
  );
}
