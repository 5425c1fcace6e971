/**
 * Whether a path matches a pattern in which `*` stands for anything within a path segment and `**` for any number of segments. `guide` and
 * `guide/` match paths below them too, as people expect of a folder. The time grows with pattern times path at most, whatever the pattern:
 * patterns come from outside.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const wanted = split(pattern);
  if (wanted.length === 0) return true;
  const given = split(path);
  const isFolder = !wanted.at(-1)?.includes("*");
  return matchSegments(isFolder ? [...wanted, "**"] : wanted, given);
}

function split(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** Matches both lists from the start; `**` may swallow any number of segments, and only the last one met is gone back to. */
function matchSegments(pattern: string[], path: string[]): boolean {
  return matchSequence(pattern, path, "**", (wanted, given) =>
    matchSequence([...wanted], [...given], "*", (a, b) => a === b),
  );
}

function matchSequence(
  pattern: string[],
  items: string[],
  wildcard: string,
  isSame: (wanted: string, given: string) => boolean,
): boolean {
  let p = 0;
  let retryPattern = -1;
  let retryItem = 0;
  for (let i = 0; i < items.length;) {
    const wanted = pattern[p];
    const item = items[i] as string;
    if (wanted === wildcard) {
      p += 1;
      retryPattern = p;
      retryItem = i;
    } else if (wanted !== undefined && isSame(wanted, item)) {
      p += 1;
      i += 1;
    } else if (retryPattern >= 0) {
      retryItem += 1;
      i = retryItem;
      p = retryPattern;
    } else return false;
  }
  while (pattern[p] === wildcard) p += 1;
  return p === pattern.length;
}
