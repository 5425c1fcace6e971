import * as z from "zod";
import type { CatalogueAnswer, CatalogueItem, LibraryAnswer } from "#schema/api/catalog.ts";
import { librarySlug } from "#schema/library-slug.ts";
import type { Ctx } from "#worker/context.ts";
import { publicCatalogue } from "#worker/public-catalogue/public-catalogue.ts";
import type { CatalogueEntry } from "#worker/public-catalogue/public-catalogue.ts";
import { listPublicTotals } from "./repo.ts";

export const listCatalogueInput = z.object({
  /** Words that the name, an alias, a package or the description of an entry all hold. */
  q: z.string().trim().max(200).optional(),
});
export type ListCatalogue = z.infer<typeof listCatalogueInput>;

type Indexed = NonNullable<CatalogueItem["indexed"]> & { versions: LibraryAnswer["indexedVersions"] };

/** Time for which the list is kept: indexes change by the hour, and every visitor asks for the same list. */
const KEPT_MS = 60_000;

let kept: { indexed: Map<string, Indexed>; readAt: number } | null = null;

/** The public catalogue by name, with its searchable entries. Up to a minute old. */
export async function listCatalogue(
  ctx: Pick<Ctx, "db" | "now">,
  { q = "" }: ListCatalogue,
): Promise<CatalogueAnswer> {
  const indexed = await readIndexed(ctx);
  const entries = publicCatalogue();
  const asked = q.toLowerCase().split(/\s+/);
  const isAsked = (entry: CatalogueEntry) => {
    const text = wordsOf(entry);
    return asked.every((word) => text.includes(word));
  };
  return {
    total: entries.length,
    totalIndexed: entries.filter(({ name }) => indexed.has(name.toLowerCase())).length,
    entries: entries.filter(isAsked).map((entry) => toItem(entry, indexed.get(entry.name.toLowerCase()))),
  };
}

/** The library at a slug (`librarySlug`) with its versions; null where the catalog has none. Up to a minute old. */
export async function findLibrary(ctx: Pick<Ctx, "db" | "now">, slug: string): Promise<LibraryAnswer | null> {
  const entry = publicCatalogue().find(({ name }) => librarySlug(name) === slug);
  if (!entry) return null;
  const indexed = (await readIndexed(ctx)).get(entry.name.toLowerCase());
  return { ...toItem(entry, indexed), indexedVersions: indexed?.versions ?? [] };
}

async function readIndexed({ db, now }: Pick<Ctx, "db" | "now">): Promise<Map<string, Indexed>> {
  const time = now().getTime();
  if (kept && time >= kept.readAt && time < kept.readAt + KEPT_MS) return kept.indexed;
  const indexed = new Map<string, Indexed>();
  for (const { name, version, pages, lastIndexedAt } of await listPublicTotals(db)) {
    const before = indexed.get(name.toLowerCase());
    const at = lastIndexedAt?.toISOString() ?? null;
    indexed.set(name.toLowerCase(), {
      pages: pages + (before?.pages ?? 0),
      lastIndexedAt: [at, before?.lastIndexedAt ?? null].toSorted().findLast((one) => one !== null) ?? null,
      versions: [...(before?.versions ?? []), { version, pages, lastIndexedAt: at }].toSorted((a, b) =>
        (b.lastIndexedAt ?? "").localeCompare(a.lastIndexedAt ?? ""),
      ),
    });
  }
  kept = { indexed, readAt: time };
  return indexed;
}

function toItem(entry: CatalogueEntry, indexed: Indexed | undefined): CatalogueItem {
  const { name, aliases, packages, home, repository, description, license, versions } = entry;
  return {
    name,
    aliases,
    packages,
    home,
    repository: repository ?? null,
    description,
    license,
    versions: versions.rule === "path" ? { rule: "path", current: versions.current } : versions,
    indexed: indexed ? { pages: indexed.pages, lastIndexedAt: indexed.lastIndexedAt } : null,
  };
}

function wordsOf({ name, aliases, packages, description }: CatalogueEntry): string {
  return [name, ...aliases, ...packages, description].join("\n").toLowerCase();
}
