/** Limit, in characters, on the part of a path that a title gets. */
const MAX_SAID = 80;
const MAX_SEGMENTS = 2;

/**
 * New titles, by URL, for pages that share a title with another page: `Overview (auth)` tells a page apart by the part of the path
 * that only this page has. A page whose path has no such part keeps its title. `isPart` says that other pages have these titles too:
 * the whole address tells a page apart from those.
 */
export function distinctTitles(
  pages: { url: string; title: string }[],
  { isPart = false } = {},
): Map<string, string> {
  const titles = new Map<string, string>();
  for (const [title, group] of Map.groupBy(pages, (page) => page.title)) {
    if (group.length < 2 && !isPart) continue;
    const paths = group.map(({ url }) => segmentsOf(url));
    const start = isPart ? 0 : sharedLength(paths);
    const end = isPart ? 0 : sharedLength(paths.map((path) => path.slice(start).toReversed()));
    const own = paths.map((path) => path.slice(start, path.length - end));
    const short = own.map((path) => path.slice(-MAX_SEGMENTS).join("/"));
    const isTelling = !isPart && new Set(short).size === group.length;
    for (const [at, { url }] of group.entries()) {
      const said = isTelling ? short[at]! : own[at]!.join("/");
      if (said !== "") titles.set(url, `${title} (${shorten(said)})`);
    }
  }
  return titles;
}

/** The parts of an address from its host on, without the name of an index file and without extensions. */
function segmentsOf(url: string): string[] {
  const { host, pathname, search } = new URL(url);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const names = segments.map((segment, at) =>
    at === segments.length - 1 ? decode(segment).replace(/\.\w{1,5}$/, "") : decode(segment),
  );
  if (/^index$/i.test(names.at(-1) ?? "")) names.pop();
  return [host, ...names, ...(search === "" ? [] : [search.slice(1)])];
}

/** How many segments all paths begin with. */
function sharedLength(paths: string[][]): number {
  const [first = []] = paths;
  const differs = first.findIndex((segment, at) => paths.some((path) => path[at] !== segment));
  return differs === -1 ? first.length : differs;
}

function shorten(said: string): string {
  return said.length <= MAX_SAID ? said : `…${said.slice(1 - MAX_SAID)}`;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
