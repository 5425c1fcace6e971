import * as z from "zod";
import type { CatalogAnswer, CatalogItem, LibraryAnswer } from "#schema/api/catalog.ts";
import { librarySlug } from "#schema/library-slug.ts";
import type { Ctx } from "#worker/context.ts";
import { publicCatalog } from "#worker/public-catalog/public-catalog.ts";
import type { CatalogEntry } from "#worker/public-catalog/public-catalog.ts";
import { listPublicTotals } from "./repo.ts";

export const listCatalogInput = z.object({
  /** Words that the name, an alias, a package or the description of an entry all hold. */
  q: z.string().trim().max(200).optional(),
});
export type ListCatalog = z.infer<typeof listCatalogInput>;

type Indexed = NonNullable<CatalogItem["indexed"]> & { versions: LibraryAnswer["indexedVersions"] };

/** Time for which the list is kept: indexes change by the hour, and every visitor asks for the same list. */
const KEPT_MS = 60_000;

let kept: { indexed: Map<string, Indexed>; readAt: number } | null = null;

/** The public catalog by name, with its searchable entries. Up to a minute old. */
export async function listCatalog(
  ctx: Pick<Ctx, "db" | "now">,
  { q = "" }: ListCatalog,
): Promise<CatalogAnswer> {
  const indexed = await readIndexed(ctx);
  const entries = publicCatalog();
  const asked = q.toLowerCase().split(/\s+/);
  const isAsked = (entry: CatalogEntry) => {
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
  const entry = publicCatalog().find(({ name }) => librarySlug(name) === slug);
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

function toItem(entry: CatalogEntry, indexed: Indexed | undefined): CatalogItem {
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

function wordsOf({ name, aliases, packages, description }: CatalogEntry): string {
  return [name, ...aliases, ...packages, description].join("\n").toLowerCase();
}
