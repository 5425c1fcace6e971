import type { SourceKind } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { listUnreadable } from "#worker/repository-access/list-unreadable.ts";
import { findIndexWithSources } from "./repo.ts";

/** A private index as callers see it (specification, section 3). */
export type PrivateIndex = {
  indexId: string;
  createdAt: Date;
  updatedAt: Date;
  /** Number of searchable pages. */
  totalDocs: number;
  /** Sources of the index, by name. */
  modules: IndexedModule[];
};

export type IndexedModule = {
  moduleId: string;
  displayName: string;
  kind: SourceKind;
  url: string;
  version: string | null;
  description: string | null;
  docsCount: number;
  /** Time of the last update of its documents; null before its first run has ended. */
  lastUpdated: Date | null;
};

/** The private index of the scope's owner; null when nothing is indexed yet. Of what the caller may not read it has no description. */
export async function findPrivateIndex(
  ctx: Pick<Ctx, "actor" | "db" | "scope">,
  { indexId }: { indexId: string },
): Promise<PrivateIndex | null> {
  const [found, unreadable] = await Promise.all([
    findIndexWithSources(ctx.db, ctx.scope.owner, indexId),
    listUnreadable(ctx),
  ]);
  if (!found) return null;
  const { createdAt, updatedAt, totalDocs } = found.index;
  return {
    indexId,
    createdAt,
    updatedAt,
    totalDocs,
    modules: found.sources.map((source) => ({
      moduleId: source.id,
      displayName: source.name,
      kind: source.kind,
      url: source.url,
      version: source.version,
      description: unreadable.has(source.id) ? null : source.description,
      docsCount: source.totalPages,
      lastUpdated: source.lastIndexedAt,
    })),
  };
}
