import { sourceAddressOf, sourceOwnerOf } from "#worker/owner.ts";
import { AppError } from "#worker/errors.ts";
import { seesPrivate } from "#worker/context.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import { catalogNames } from "#worker/public-catalog/catalog-names.ts";
import { chooseVersions } from "./choose-versions.ts";
import { isDocumentationOf, sourcesNamedBy } from "./named-sources.ts";
import type { SourceRow } from "./repo.ts";
import { listPublicSources, readFirst } from "./searchable-sources.ts";
import type { FirstReads } from "./searchable-sources.ts";

/** Most names whose sources one question is put to. For more names, the catalog chooses. */
export const MAX_NAMES_ASKED = 16;
/** Most listed names that say what the question is about; with more names, only the question's own words do. */
const MAX_NAMES_MEANT = 3;

export type RoutedSource = {
  address: SourceAddress;
  name: string;
  version: string | null;
  url: string;
  isNamed: boolean;
};

/** Notice for the reader of an answer that a version is not held. */
export type VersionNotice = {
  /** The sources that are served instead. */
  sourceIds: string[];
  /** True when the caller named the version's library; otherwise the notice matters only beside passages of these sources. */
  isOfNamed: boolean;
  text: string;
};

export type Route = {
  sources: RoutedSource[];
  /** The version asked for, as written; the first of several. */
  versionAsked: string | null;
  notices: VersionNotice[];
};

/** Context of a caller; a visitor acts for nobody, and sees public sources only. */
type CatalogCtx = Pick<Ctx<Owner | null>, "actor" | "db" | "scope" | "firstReads">;

export type SearchScope = "all" | "public" | "private";

/**
 * The sources that the caller may see in a scope, private ones first. Every search, read and list asks here, so this function limits a
 * client that may see public documents alone.
 */
export async function listVisibleSources(ctx: CatalogCtx, scope: SearchScope): Promise<SourceRow[]> {
  return visibleOf(ctx, scope, await readFirst(ctx));
}

async function visibleOf(ctx: CatalogCtx, scope: SearchScope, reads: FirstReads): Promise<SourceRow[]> {
  const mayAskOwn = seesPrivate(ctx);
  if (scope === "private" && !mayAskOwn)
    throw new AppError(
      "permission-denied",
      "This connection may only search public documentation. Its user can connect again and allow private documentation.",
    );
  const own = scope !== "public" && mayAskOwn ? reads.own : [];
  return scope === "private" ? own : [...own, ...(await listPublicSources(ctx.db, reads.publicState))];
}

/**
 * Chooses the sources to ask: the names in `wanted`, else all that the scope may see, else (when these are too many) the sources that the
 * question names and the ones whose titles match the question best. Of sources that share a name the newest version is chosen, or the one
 * that `version`, the question or the owner's lockfile asks for; missing versions are in the notices. A wanted name may be an alias or a
 * package of the public catalog; a name that the scope cannot see is not-found, with the names that it can.
 */
export async function routeQuestion(
  ctx: CatalogCtx & Pick<Ctx, "services">,
  input: Routing & { scope: SearchScope },
): Promise<Route> {
  const reads = await readFirst(ctx);
  const visible = await visibleOf(ctx, input.scope, reads);
  return routeAmong(ctx, visible, reads.pins, input);
}

export type Routing = { question: string; terms: string[]; wanted?: string[]; version?: string };

/** `routeQuestion` among the given sources, private ones first. */
export async function routeAmong(
  ctx: Pick<Ctx, "services">,
  visible: SourceRow[],
  pins: FirstReads["pins"],
  input: Routing,
): Promise<Route> {
  const groups =
    input.wanted && input.wanted.length > 0
      ? groupWanted(visible, input.wanted, input.question)
      : await bestGroups(ctx, groupAll(visible, input.question), input.terms);
  // A version is meant for the named libraries, where any is named.
  const isAnyNamed = groups.some((group) => group.isWanted || group.isNamed);
  const kept = groups.map((group) => {
    const isOfNamed = group.isWanted || group.isNamed;
    const argument = group.version ?? (isOfNamed || !isAnyNamed ? input.version || undefined : undefined);
    const pin = pins.get(group.rows[0]!.name.toLowerCase());
    return { ...group, isOfNamed, ...chooseVersions(group.rows, input.question, argument, pin) };
  });
  return {
    sources: kept.flatMap(({ chosen, isNamed }) => chosen.map((row) => toRouted(row, isNamed))),
    versionAsked: input.version || (kept.flatMap(({ asked }) => asked)[0] ?? null),
    notices: kept.flatMap(({ chosen, asked, isOfNamed, notice }) =>
      notice === null
        ? []
        : [
            {
              sourceIds: chosen.map((row) => row.id),
              // A version other than the argument was read beside the library's name.
              isOfNamed: isOfNamed || asked[0] !== input.version,
              text: notice,
            },
          ],
    ),
  };
}

/** Sources of one name: versions of the same thing, the caller's own and public ones. */
type Group = {
  rows: SourceRow[];
  isNamed: boolean;
  isWanted: boolean;
  /** Version written with a wanted name. */
  version?: string;
};

function groupAll(visible: SourceRow[], question: string): Group[] {
  return groupByName(visible, sourcesNamedBy(question), { isWanted: false });
}

function groupWanted(visible: SourceRow[], wanted: string[], question: string): Group[] {
  const isNamedBy = wanted.length > MAX_NAMES_MEANT ? sourcesNamedBy(question) : () => true;
  const groups = wanted.flatMap((name): Group[] => {
    const rows = findWanted(visible, name);
    if (rows.length > 0) return groupByName(rows, isNamedBy, { isWanted: true });
    // A name with a version, as in an answer (`react 18.2.0`) or in package managers (`react@18.2.0`).
    const [own, version] = splitVersion(name.trim());
    const versions = findWanted(visible, own);
    if (versions.length === 0) throw unknownSource(name, [...new Set(visible.map((row) => row.name))]);
    return groupByName(versions, isNamedBy, { isWanted: true, version });
  });
  // A name and its alias are one wish.
  return [...new Map(groups.map((group) => [`${group.rows[0]!.id} ${group.version ?? ""}`, group])).values()];
}

/** A name and the version behind it, which is its last word; of "pkg@1@2" the version is "1@2". */
function splitVersion(name: string): [name: string, version: string | undefined] {
  const lastSpace = name.search(/\s\S*$/);
  for (const { index, 0: gap } of name.matchAll(/(?<![\s@])[\s@]+(?=v?\d)/g)) {
    const begin = index + gap.length;
    if (index > 0 && begin > lastSpace) return [name.slice(0, index), name.slice(begin)];
  }
  return ["", undefined];
}

function groupByName(
  all: SourceRow[],
  isNamedBy: ReturnType<typeof sourcesNamedBy>,
  more: Pick<Group, "isWanted" | "version">,
): Group[] {
  const byName = Map.groupBy(all, (row) => row.name.toLowerCase());
  return [...byName.values()].map((rows) => ({
    rows,
    isNamed: rows.some(({ name, url }) => isNamedBy(name, url)),
    ...more,
  }));
}

/**
 * The sources of a name, an id, or an alias or a package of their name in the public catalog; else sources of other names at the
 * addresses of the entry.
 */
function findWanted(visible: SourceRow[], wanted: string): SourceRow[] {
  const rows = visible.filter((row) => sameName(row.name, wanted) || row.id === wanted);
  const entry = rows.length > 0 ? null : catalogNames().find(wanted);
  if (!entry) return rows;
  const ofName = visible.filter((row) => sameName(row.name, entry.name));
  return ofName.length > 0 ? ofName : visible.filter(({ name, url }) => isDocumentationOf(entry, name, url));
}

/**
 * All groups, or when these are too many the ones that the question names, then the ones nearest to the question. A group is as good as
 * its best version.
 */
async function bestGroups(ctx: Pick<Ctx, "services">, groups: Group[], terms: string[]): Promise<Group[]> {
  if (groups.length <= MAX_NAMES_ASKED) return groups;
  const rows = groups.flatMap((group) => group.rows);
  const owners = [
    ...new Map(rows.map((row) => [`${row.ownerKind}:${row.ownerId}`, sourceOwnerOf(row)])).values(),
  ];
  // Versions of the same thing rank side by side and count as one.
  const limit = MAX_NAMES_ASKED + rows.length - groups.length;
  const rankedIds = await Promise.all(
    owners.map((owner) => ctx.services.catalog(owner).findSources(terms, limit)),
  );
  const rankOf = new Map(rankedIds.flatMap((ids) => ids.map((id, rank) => [id, rank] as const)));
  return groups
    .map((group) => ({ group, rank: Math.min(...group.rows.map((row) => rankOf.get(row.id) ?? Infinity)) }))
    .filter(({ group, rank }) => group.isNamed || rank < Infinity)
    .sort((a, b) => Number(b.group.isNamed) - Number(a.group.isNamed) || a.rank - b.rank)
    .slice(0, MAX_NAMES_ASKED)
    .map(({ group }) => group);
}

export function toRouted(row: SourceRow, isNamed: boolean): RoutedSource {
  return {
    address: sourceAddressOf(row),
    name: row.name,
    version: row.version,
    url: row.url,
    isNamed,
  };
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}

function unknownSource(name: string, known: string[]): AppError {
  const some = known.slice(0, 20).join(", ");
  return new AppError(
    "not-found",
    known.length > 0
      ? `No source that you can search is named "${name.slice(0, 80)}". Leave \`sources\` out to search all, or use: ${some}.`
      : "There are no documents to search yet. Index a site first.",
    { data: { known: known.slice(0, 20) } },
  );
}
