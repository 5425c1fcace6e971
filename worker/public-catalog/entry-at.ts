import { publicCatalog } from "./public-catalog.ts";
import type { CatalogEntry } from "./public-catalog.ts";

/** The entries that have an address: each has a folder on its host, and no other has a deeper one. Most addresses have none or one. */
export type EntriesAt = (url: string) => readonly CatalogEntry[];

/**
 * Entries by address: an entry has everything on the host of its start, its home or its versions, at or below the folder there. Sites that
 * document several things have several entries.
 */
export function indexAddresses(entries: readonly CatalogEntry[]): EntriesAt {
  const folders = new Map<string, Map<string, CatalogEntry[]>>();
  for (const entry of entries)
    for (const { host, folder } of placesOf(entry)) {
      const onHost = folders.get(host) ?? new Map<string, CatalogEntry[]>();
      folders.set(host, onHost);
      const there = onHost.get(folder) ?? [];
      onHost.set(folder, there);
      if (!there.includes(entry)) there.push(entry);
    }
  return (url) => {
    const asked = placeOf(url);
    const onHost = asked && folders.get(asked.host);
    if (!onHost) return NONE;
    const holding = [...onHost].filter(([folder]) => `${asked.path}/`.startsWith(folder));
    const deepest = Math.max(...holding.map(([folder]) => folder.length));
    return holding.find(([folder]) => folder.length === deepest)?.[1] ?? NONE;
  };
}

/** Entries of the public catalog at an address. Every search asks for the addresses of all its sources, so results are kept. */
export function catalogEntriesAt(url: string): readonly CatalogEntry[] {
  let entries = found.get(url);
  if (!entries) {
    entries = (known ??= indexAddresses(publicCatalog()))(url);
    if (found.size >= MAX_FOUND) found.clear();
    found.set(url, entries);
  }
  return entries;
}

const NONE: readonly CatalogEntry[] = [];
let known: EntriesAt | null = null;
const found = new Map<string, readonly CatalogEntry[]>();
const MAX_FOUND = 10_000;

function placesOf({ start, home, versions }: CatalogEntry): { host: string; folder: string }[] {
  const urls = [start.url, home];
  // All versions of a documentation are one entry.
  if (versions.rule === "path") urls.push(versions.url.slice(0, versions.url.indexOf("{version}")));
  return urls.flatMap((url) => {
    const place = placeOf(url);
    if (!place) return [];
    const { host, path } = place;
    // A file such as a llms.txt or a sitemap stands for its folder.
    const isFile = /\.[a-z0-9]+$/i.test(path);
    return [{ host, folder: `${isFile ? path.slice(0, path.lastIndexOf("/")) : path}/` }];
  });
}

/** Host and path of an address; null for one that is not on the web, such as that of a set of files. */
function placeOf(url: string): { host: string; path: string } | null {
  const { protocol, host, pathname } = URL.parse(url) ?? {};
  if (host === undefined || pathname === undefined || !/^https?:$/.test(protocol ?? "")) return null;
  return { host: host.replace(/^www\./, ""), path: pathname.replace(/(?<!\/)\/+$/, "") };
}
