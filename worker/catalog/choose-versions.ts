import { listAskedVersions } from "./asked-versions.ts";
import { oneLine } from "#worker/content/one-line.ts";
import {
  compareVersions,
  findVersion,
  meansNewest,
  nearestOf,
  newestFirst,
  newestOf,
} from "#worker/public-catalog/versions.ts";

export type HeldSource = {
  ownerKind: string;
  ownerId: string;
  name: string;
  url: string;
  version: string | null;
};

export type VersionChoice<T> = {
  chosen: T[];
  /** Versions of this name that were asked for. */
  asked: string[];
  /** Sentence about a missing version, the served and the held ones; null when nothing is missing. */
  notice: string | null;
};

/** The version that a project uses. An uncertain version, as from a client, counts when held and is not missed otherwise. */
export type Pin = { version: string; isCertain: boolean };

/** Limits on a version and a name, each shown on one line, since owners and callers write them. */
const MAX_VERSION_CHARACTERS = 30;
const MAX_NAME_CHARACTERS = 60;
/** Most versions that a notice lists. */
const MAX_LISTED = 8;

/**
 * Chooses sources of one name: of each owner the newest, or the versions asked for. Versions written beside the name in the question go
 * before `argument`, which may be meant for another library, unless `argument` is held. `pin`, the version that the caller's project uses,
 * counts when neither names a version. A version that nobody holds is replaced by the nearest, with a notice. `held` is not empty.
 */
export function chooseVersions<T extends HeldSource>(
  held: T[],
  question: string,
  argument: string | undefined,
  pin?: Pin,
): VersionChoice<T> {
  const known = held.map((source) => ({ source, version: knownVersion(source) }));
  const owners = [...Map.groupBy(known, ({ source }) => keyOf(source)).values()];
  const urls = held.map(({ url }) => url);
  const written = listAskedVersions(question, held[0]!.name, known, urls);
  const isArgument =
    argument !== undefined && (written.length === 0 || findVersion(argument, known) !== null);
  const said = isArgument ? [argument] : written;
  const isPinned = pin !== undefined && (pin.isCertain || findVersion(pin.version, known) !== null);
  const asked = (said.length === 0 && isPinned ? [pin.version] : said).filter(
    (version) => !meansNewest(version),
  );
  if (asked.length === 0) {
    const groups = [...Map.groupBy(held, keyOf).values()];
    return { chosen: groups.map((group) => newestOf(group)!), asked, notice: null };
  }
  const found = new Set(asked.flatMap((version) => owners.flatMap((own) => findVersion(version, own) ?? [])));
  const missing = asked.filter((version) => findVersion(version, known) === null);
  const chosen = found.size > 0 ? [...found] : [nearestOf(missing[0]!, known)!];
  return {
    chosen: chosen.map(({ source }) => source),
    asked,
    notice: missing.length > 0 ? describeMissing(held[0]!.name, missing, chosen, known) : null,
  };
}

type Known<T> = { source: T; version: string | null };

type Named = Pick<HeldSource, "name" | "url" | "version">;

/** The version of a source, else the version in its name or URL: `PostgreSQL 15`, `docs.python.org/3/`. */
function knownVersion(source: Named): string | null {
  return source.version ?? versionInName(source.name) ?? versionInPath(source.url);
}

/** The version to show beside the name of a source; null where none is known and where the name has the version. */
export function versionBesideName({ name, url, version }: Named): string | null {
  return version ?? (versionInName(name) === null ? versionInPath(url) : null);
}

function versionInName(name: string): string | null {
  return /(?:^|\s)v?(\d+(?:\.\d+)*)(?=\s|$)/i.exec(name)?.[1] ?? null;
}

function versionInPath(url: string): string | null {
  return /\/v?(\d+(?:\.\d+)*)(?=\/|$)/i.exec(URL.parse(url)?.pathname ?? "")?.[1] ?? null;
}

function keyOf({ ownerKind, ownerId, name }: HeldSource): string {
  return `${ownerKind}:${ownerId}:${name}`;
}

function describeMissing<T>(name: string, missing: string[], served: Known<T>[], held: Known<T>[]): string {
  const what =
    missing.length === 1 ? `Version ${show(missing[0]!)}` : `Versions ${missing.map(show).join(", ")}`;
  const here = new Set(
    served.map(({ version }) => (version === null ? "a copy without a version" : show(version))),
  );
  const is = `${missing.length === 1 ? "isn't" : "aren't"} indexed; this is ${[...here].join(" and ")}`;
  const versions = new Set(held.flatMap(({ version }) => (version === null ? [] : show(version))));
  const all = [...versions].toSorted(newestFirst);
  const listed = all.slice(0, MAX_LISTED).toSorted(compareVersions);
  const older = all.length > MAX_LISTED ? ` and ${all.length - MAX_LISTED} more` : "";
  const list = all.length > 1 ? ` Indexed: ${listed.join(", ")}${older}.` : "";
  return `${what} of ${oneLine(name, MAX_NAME_CHARACTERS)} ${is}.${list}`;
}

function show(version: string): string {
  return oneLine(version, MAX_VERSION_CHARACTERS);
}
