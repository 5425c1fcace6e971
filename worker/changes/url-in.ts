type At = { url: string; version: string | null };

/**
 * The URL that a page of one version's source has in another version's source: below the other start folder, else with the other version
 * where the version is a part of the path, else the same.
 */
export function urlIn(url: string, from: At, to: At): string {
  const [own, other] = [folderOf(from.url), folderOf(to.url)];
  if (own !== other && url.startsWith(own)) return other + url.slice(own.length);
  if (from.version === null || to.version === null) return url;
  const target = encodeURIComponent(to.version);
  const parts = url.split(/(?<=[/@])|(?=[/?#])/);
  const spellings = [from.version, encodeURIComponent(from.version)];
  return parts.map((part) => renamed(part, spellings, target)).join("");
}

function renamed(part: string, spellings: string[], target: string): string {
  if (spellings.includes(part)) return target;
  return part.startsWith("v") && spellings.includes(part.slice(1)) ? `v${target}` : part;
}

/** The folder of a start URL: up to its last slash. */
function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf("/") + 1);
}
