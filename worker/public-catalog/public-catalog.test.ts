import { expect, it } from "vitest";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { checkUrl } from "#worker/platform/guarded-fetch.ts";
import { catalogNames } from "./catalog-names.ts";
import { catalogEntry, publicCatalog, startOf } from "./public-catalog.ts";
import type { CatalogEntry } from "./public-catalog.ts";

const ENTRIES = publicCatalog();

/** Values that more than one entry has, in any case, with the entries. */
function shared(valuesOf: (entry: CatalogEntry) => string[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const entry of ENTRIES)
    for (const value of valuesOf(entry)) {
      const key = value.toLowerCase();
      owners.set(key, (owners.get(key) ?? new Set()).add(entry.name));
    }
  return [...owners].flatMap(([value, names]) =>
    names.size > 1 ? [`${value}: ${[...names].join(", ")}`] : [],
  );
}

/** A value that an entry has twice. */
function repeated(values: string[]): string[] {
  const lower = values.map((value) => value.toLowerCase());
  return lower.filter((value, at) => lower.indexOf(value) !== at);
}

it("has at least 300 entries of the agreed shape, sorted by name", () => {
  expect(ENTRIES.length).toBeGreaterThanOrEqual(300);
  const wrong = ENTRIES.flatMap((entry) => {
    const { error } = catalogEntry.safeParse(entry);
    return error ? [`${entry.name}: ${error.message}`] : [];
  });
  expect(wrong).toEqual([]);
  const names = ENTRIES.map(({ name }) => name.toLowerCase());
  const unsorted = names.filter((name, at) => at > 0 && names[at - 1]! > name);
  expect(unsorted).toEqual([]);
});

it("calls no two things the same, and begins no two crawls at the same address", () => {
  expect(repeated(ENTRIES.map(({ name }) => name))).toEqual([]);
  expect(shared(({ name, aliases }) => [name, ...aliases])).toEqual([]);
  expect(shared(({ packages }) => packages)).toEqual([]);
  expect(shared((entry) => [canonicalUrl(startOf(entry).url)!])).toEqual([]);
  expect(shared(({ start }) => [start.url])).toEqual([]);
  const twice = ENTRIES.flatMap(({ name, aliases, packages }) => repeated([name, ...aliases, ...packages]));
  expect(twice).toEqual([]);
});

const FILES = { "llms.txt": /\.txt$/, sitemap: /\.xml(?:\.gz)?$/, site: /(?<!\.txt|\.xml)$/ };

it("names only addresses that the guard reads, and files of the kind that is said", () => {
  const urls = ENTRIES.flatMap((entry) => [
    entry.home,
    entry.start.url,
    startOf(entry).url,
    entry.repository,
  ]);
  expect(urls.filter((url) => url !== undefined && !isRead(url))).toEqual([]);
  const otherKind = ENTRIES.filter(({ start }) => !FILES[start.kind].test(new URL(start.url).pathname));
  expect(otherKind.map(({ name }) => name)).toEqual([]);
});

it("knows the aliases that questions write most", () => {
  const { find } = catalogNames();
  const names = ["golang", "nextjs", "npm:react", "@tanstack/react-query", "from-nowhere"].map(
    (written) => find(written)?.name ?? null,
  );
  expect(names).toEqual(["Go", "Next.js", "React", "TanStack Query", null]);
});

function isRead(url: string): boolean {
  try {
    return checkUrl(url, { loopbackHosts: [] }).protocol === "https:";
  } catch {
    return false;
  }
}
