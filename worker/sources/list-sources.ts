import { PUBLIC_OWNER, seesPrivate } from "#worker/context.ts";
import { newestFirst } from "#worker/catalog/versions.ts";
import type { Ctx } from "#worker/context.ts";
import { listSourceRows } from "./repo.ts";
import type { SourceRow } from "./repo.ts";

export type SourceSummary = Pick<
  SourceRow,
  "id" | "kind" | "name" | "description" | "url" | "version" | "totalPages" | "totalChunks" | "lastIndexedAt"
> & { isPublic: boolean };

/** The sources that the scope may search: its own, then the public ones, each by name and the newest version first. */
export async function listSources(ctx: Pick<Ctx, "actor" | "db" | "scope">): Promise<SourceSummary[]> {
  const [own, everybodys] = await Promise.all([
    seesPrivate(ctx) ? listSourceRows(ctx.db, ctx.scope.owner) : [],
    listSourceRows(ctx.db, PUBLIC_OWNER),
  ]);
  return [...byVersion(own), ...byVersion(everybodys)].map((source) => ({
    id: source.id,
    kind: source.kind,
    name: source.name,
    description: source.description,
    url: source.url,
    version: source.version,
    totalPages: source.totalPages,
    totalChunks: source.totalChunks,
    lastIndexedAt: source.lastIndexedAt,
    isPublic: source.ownerKind === "public",
  }));
}

function byVersion(rows: SourceRow[]): SourceRow[] {
  return rows.toSorted((a, b) =>
    a.name === b.name ? newestFirst(a.version, b.version) : a.name < b.name ? -1 : 1,
  );
}
