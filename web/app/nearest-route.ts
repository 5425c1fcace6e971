import { ROUTES } from "#schema/routes.ts";

/** Largest number of letters by which two paths may differ and still be taken for the same. */
const MAX_DISTANCE = 2;

/** The path that was probably meant, or null. Pages with a parameter are never guessed. */
export function nearestRoute(pathname: string): string | null {
  const wanted = pathname.toLowerCase().replace(/\/+$/, "");
  let best: string | null = null;
  let bestDistance = MAX_DISTANCE + 1;
  for (const { path } of ROUTES) {
    if (path === "/" || path.includes(":")) continue;
    const distance = wanted.startsWith(`${path}/`) ? MAX_DISTANCE : editDistance(wanted, path);
    if (distance < bestDistance) [best, bestDistance] = [path, distance];
  }
  return best;
}

/** Levenshtein's: letters to add, drop or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
