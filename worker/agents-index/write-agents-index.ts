import * as z from "zod";
import { chooseVersions } from "#worker/catalog/choose-versions.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { findInjections } from "#worker/content/injections/find-injections.ts";
import { oneLine } from "#worker/content/one-line.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import type { StartPage } from "#worker/docs-index/read-pages.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { findPackageEntry } from "#worker/public-catalog/catalog-packages.ts";
import { MAX_LOCKFILE_BYTES } from "#worker/version-pins/pin-versions.ts";
import { LOCKFILE_NAMES, readLockfile } from "#worker/version-pins/read-lockfile.ts";
import type { PinnedPackage } from "#worker/version-pins/read-lockfile.ts";

/** Token limit of the block, which is in the context of every session of every agent that works in the repository. */
export const MAX_INDEX_TOKENS = 1500;
const PAGES_OF_LIBRARY = 3;
/** Pages asked of an index; more than needed, since some are left out. */
const PAGES_ASKED = 12;
/** Most libraries of a block; more have no room for a line. */
const MAX_LIBRARIES = 40;
const MAX_TITLE_CHARACTERS = 60;
const MAX_URL_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 60;

export const agentsIndexInput = z.object({
  lockfiles: z
    .array(z.object({ fileName: z.enum(LOCKFILE_NAMES), text: z.string().min(1).max(MAX_LOCKFILE_BYTES) }))
    .min(1)
    .max(LOCKFILE_NAMES.length),
});

export type AgentsIndex = {
  markdown: string;
  /** o200k tokens of `markdown`. */
  tokens: number;
  /** Libraries of the lockfiles that a source is of, in the order of the lines. */
  libraries: { name: string; version: string | null; source: string }[];
};

/**
 * The libraries of a project's lockfiles that the caller can search, as a block for AGENTS.md: a line each with the version and the pages to
 * begin with, at most 1,500 tokens. The same files and sources give the same text. Throws invalid-argument for a file that is no lockfile.
 */
export async function writeAgentsIndex(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "firstReads" | "services">,
  { lockfiles }: z.output<typeof agentsIndexInput>,
): Promise<AgentsIndex> {
  const pins = lockfiles.flatMap(({ fileName, text }) => read(fileName, text));
  const libraries = findLibraries(pins, await listVisibleSources(ctx, "all")).slice(0, MAX_LIBRARIES);
  const lines = await Promise.all(
    libraries.map(async (library) => ({ library, pages: await startPages(ctx, library.row) })),
  );
  const markdown = fit(lines);
  return {
    markdown,
    tokens: countTokens(markdown),
    libraries: libraries.map(({ name, version, row }) => ({ name, version, source: row.name })),
  };
}

type SourceRow = Awaited<ReturnType<typeof listVisibleSources>>[number];
type Library = { name: string; version: string | null; row: SourceRow };
type Line = { library: Library; pages: StartPage[] };

function read(fileName: (typeof LOCKFILE_NAMES)[number], text: string): PinnedPackage[] {
  try {
    return readLockfile(fileName, text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError(
      "invalid-argument",
      `This isn't a ${fileName}. Send the file as the package manager wrote it.`,
      { cause },
    );
  }
}

/** Sources of the pinned packages, each once and by name: the source of the package's own name, else that of its catalog entry. */
function findLibraries(pins: PinnedPackage[], visible: SourceRow[]): Library[] {
  const byName = Map.groupBy(visible, ({ name }) => name.toLowerCase());
  const found = new Map<string, Library & { rank: number }>();
  for (const { ecosystem, name, version } of pins) {
    const entry = findPackageEntry(ecosystem, name);
    const held = byName.get(name.toLowerCase());
    const rows = held ?? (entry && byName.get(entry.name.toLowerCase()));
    if (!rows) continue;
    const rank = held ? -1 : entry!.rank;
    const [row] = chooseVersions(rows, "", undefined, { version, isCertain: false }).chosen;
    const known = found.get(row!.id);
    if (!known || rank < known.rank) found.set(row!.id, { name, version, row: row!, rank });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Pages at which reading a source begins. A title that speaks to a model, or an address that is no short web address, is left out. */
async function startPages({ services }: Pick<Ctx, "services">, row: SourceRow): Promise<StartPage[]> {
  const address = sourceAddressOf(row);
  const pages = await services.docsIndex(address).startPages(PAGES_ASKED);
  return pages
    .map(({ url, title }) => ({ url, title: quotable(title) }))
    .filter(
      ({ url, title }) =>
        title !== "" && url.length <= MAX_URL_CHARACTERS && /^https?:\/\/[^\s<>()]+$/.test(url),
    )
    .slice(0, PAGES_OF_LIBRARY);
}

function quotable(title: string): string {
  const line = oneLine(title, MAX_TITLE_CHARACTERS).replaceAll(/[[\]()<>`*_|\\#!]/g, "");
  return findInjections(title).length > 0 ? "" : line.trim();
}

/** The block's lines: as many pages per library as there is room for, the same number for all; then as many libraries. */
function fit(lines: Line[]): string {
  for (let pages = PAGES_OF_LIBRARY; pages >= 0; pages -= 1) {
    const text = render(lines, lines.length, pages);
    if (countTokens(text) <= MAX_INDEX_TOKENS) return text;
  }
  let shown = lines.length;
  while (shown > 0 && countTokens(render(lines, shown, 0)) > MAX_INDEX_TOKENS) shown -= 1;
  return render(lines, shown, 0);
}

function render(lines: Line[], shown: number, pages: number): string {
  const more = lines.length - shown;
  return [
    "## Documentation",
    "",
    "Search with `docenda_search_documentation` before you use these libraries from memory. Ask one specific question per call, name the",
    "library, and keep identifiers and error messages as they are written. These versions are pinned here and can be searched; the titles",
    "are quoted from the sites:",
    "",
    ...lines.slice(0, shown).map((line) => lineOf(line, pages)),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(lines.length === 0 ? ["- none yet: no library of the lockfile is indexed"] : []),
    "",
  ].join("\n");
}

function lineOf({ library: { name, version, row }, pages }: Line, count: number): string {
  const source = oneLine(row.name, MAX_NAME_CHARACTERS).replaceAll("`", "");
  const held =
    row.version === null || row.version === version ? "" : `, documentation of ${oneLine(row.version, 30)}`;
  const about = pages.slice(0, count).map(({ title, url }) => `[${title}](${url})`);
  const where = source.toLowerCase() === name.toLowerCase() ? "" : `, source \`${source}\``;
  const head = `- \`${oneLine(name, MAX_NAME_CHARACTERS).replaceAll("`", "")}\` ${oneLine(version ?? "", 30)}${held}${where}`;
  return about.length > 0 ? `${head}: ${about.join(", ")}` : head;
}
