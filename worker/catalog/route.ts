import { AppError } from "#worker/errors.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import { namesSource } from "./named-sources.ts";
import { listSearchableSources } from "./repo.ts";
import type { SourceRow } from "./repo.ts";

/** Most sources that one question is put to. Above it the catalog chooses. */
export const MAX_SOURCES_ASKED = 16;

export type RoutedSource = {
  address: SourceAddress;
  name: string;
  version: string | null;
  url: string;
  isNamed: boolean;
};

export type SearchScope = "all" | "public" | "private";

/** The sources that a scope may see, private ones first. */
export async function listVisibleSources(
  ctx: Pick<Ctx, "db" | "scope">,
  scope: SearchScope,
): Promise<SourceRow[]> {
  const owners: SourceOwner[] = [];
  if (scope !== "public") owners.push(ctx.scope.owner);
  if (scope !== "private") owners.push(PUBLIC_OWNER);
  const rows = await listSearchableSources(ctx.db, owners);
  return rows.toSorted((a, b) => Number(a.ownerKind === "public") - Number(b.ownerKind === "public"));
}

/**
 * Chooses the sources to ask: those named in `wanted`, else all that the scope may see, else (when these are too many)
 * the ones that the question names and the ones whose titles it is most about.
 * A wanted name that the scope cannot see is not-found, with the names that it can.
 */
export async function routeQuestion(
  ctx: Pick<Ctx, "db" | "scope" | "services">,
  input: { question: string; terms: string[]; scope: SearchScope; wanted?: string[] },
): Promise<RoutedSource[]> {
  const visible = (await listVisibleSources(ctx, input.scope)).map((row) => ({
    row,
    isNamed: namesSource(input.question, row.name),
  }));
  if (input.wanted && input.wanted.length > 0) {
    return input.wanted.flatMap((name) => {
      const found = visible.filter(({ row }) => sameName(row.name, name) || row.id === name);
      if (found.length === 0)
        throw unknownSource(
          name,
          visible.map(({ row }) => row.name),
        );
      return found.map(({ row }) => toRouted(row, false));
    });
  }
  if (visible.length <= MAX_SOURCES_ASKED) return visible.map(({ row, isNamed }) => toRouted(row, isNamed));

  const owners = [
    ...new Map(visible.map(({ row }) => [`${row.ownerKind}:${row.ownerId}`, ownerOf(row)])).values(),
  ];
  const rankedIds = await Promise.all(
    owners.map((owner) => ctx.services.catalog(owner).findSources(input.terms, MAX_SOURCES_ASKED)),
  );
  const rankOf = new Map(rankedIds.flatMap((ids) => ids.map((id, rank) => [id, rank] as const)));
  return visible
    .filter(({ row, isNamed }) => isNamed || rankOf.has(row.id))
    .sort(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        (rankOf.get(a.row.id) ?? Infinity) - (rankOf.get(b.row.id) ?? Infinity),
    )
    .slice(0, MAX_SOURCES_ASKED)
    .map(({ row, isNamed }) => toRouted(row, isNamed));
}

export function toRouted(row: SourceRow, isNamed: boolean): RoutedSource {
  return {
    address: { owner: ownerOf(row), indexId: row.indexId, sourceId: row.id },
    name: row.name,
    version: row.version,
    url: row.url,
    isNamed,
  };
}

function ownerOf(row: SourceRow): SourceOwner {
  return row.ownerKind === "public" ? PUBLIC_OWNER : { kind: row.ownerKind, id: row.ownerId };
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}

function unknownSource(name: string, known: string[]): AppError {
  const some = known.slice(0, 20).join(", ");
  return new AppError(
    "not-found",
    known.length > 0
      ? `There is no source named "${name.slice(0, 80)}" that you can search. Leave \`sources\` out to search all, or use: ${some}.`
      : "There are no documents to search yet. Index a site first.",
    { data: { known: known.slice(0, 20) } },
  );
}
