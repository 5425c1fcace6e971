import type { CatalogueEntry } from "./public-catalogue.ts";

/**
 * The entry that has an address: on the host of its start or its home, at or below the folder there. Of several the one whose
 * folder is deepest; null when none has it.
 */
export function findEntryAt(entries: readonly CatalogueEntry[], url: string): CatalogueEntry | null {
  const asked = placeOf(url);
  let best: { entry: CatalogueEntry; depth: number } | null = null;
  for (const entry of entries)
    for (const { host, folder } of placesOf(entry)) {
      const isThere = host === asked.host && `${asked.path}/`.startsWith(folder);
      if (isThere && folder.length > (best?.depth ?? 0)) best = { entry, depth: folder.length };
    }
  return best?.entry ?? null;
}

function placesOf({ start, home, versions }: CatalogueEntry): { host: string; folder: string }[] {
  const urls = [start.url, home];
  // All versions of a thing are one entry.
  if (versions.rule === "path") urls.push(versions.url.slice(0, versions.url.indexOf("{version}")));
  return urls.map((url) => {
    const { host, path } = placeOf(url);
    // A file such as a llms.txt or a sitemap stands for its folder.
    const isFile = /\.[a-z0-9]+$/i.test(path);
    return { host, folder: `${isFile ? path.slice(0, path.lastIndexOf("/")) : path}/` };
  });
}

function placeOf(url: string): { host: string; path: string } {
  const { hostname, pathname } = new URL(url);
  return { host: hostname.replace(/^www\./, ""), path: pathname.replace(/\/+$/, "") };
}
