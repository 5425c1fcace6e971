import type { SourceKind } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { findIndexWithSources } from "./repo.ts";

/** A private index as callers see it (specification, section 3). */
export type PrivateIndex = {
  indexId: string;
  createdAt: Date;
  updatedAt: Date;
  /** Pages that are searchable. */
  totalDocs: number;
  /** By name. */
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
  /** Of its documents; null before its first run has ended. */
  lastUpdated: Date | null;
};

/** What the scope's owner has indexed; null when that is nothing yet. */
export async function findPrivateIndex(
  ctx: Pick<Ctx, "db" | "scope">,
  { indexId }: { indexId: string },
): Promise<PrivateIndex | null> {
  const found = await findIndexWithSources(ctx.db, ctx.scope.owner, indexId);
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
      description: source.description,
      docsCount: source.totalPages,
      lastUpdated: source.lastIndexedAt,
    })),
  };
}
