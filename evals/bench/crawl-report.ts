import type { SiteFigures } from "./crawl.ts";
import { markdownTable } from "./figures.ts";

const MOST_EXAMPLES = 5;

/** The tables of the crawls, for the terminal and for docs/figures. */
export function renderCrawls(sites: readonly SiteFigures[]): string {
  return [
    speed(sites),
    "",
    "Seconds are from the start of a run to its end, as the product wrote them down. Memory is the peak of the resident memory",
    "of workerd over both crawls. An index is written again when a byte of its database differs after the second crawl.",
    "",
    "## What became of every URL, first crawl",
    "",
    outcomes(sites, (site) => site.outcomes),
    "",
    "## The same, second crawl of the unchanged site",
    "",
    outcomes(sites, (site) => site.secondOutcomes),
    "",
    "## Reasons of what was skipped",
    "",
    ...sites.flatMap(reasons),
    "",
    "## Pages on disk that no page of the site leads to",
    "",
    ...sites.map(unlinked),
  ].join("\n");
}

function speed(sites: readonly SiteFigures[]): string {
  const head =
    "site,status,pages,on disk,seconds,pages/s,workerd peak MB,index MB,again s,of the first,written again";
  return markdownTable([
    head.split(","),
    ...sites.map(({ site, first, second, ...figures }) => [
      site,
      first.status,
      first.pages,
      figures.pagesOnDisk,
      first.seconds.toFixed(1),
      figures.pagesPerSecond.toFixed(1),
      figures.peakMb.toFixed(0),
      figures.indexMb.toFixed(1),
      second.seconds.toFixed(1),
      `${((100 * second.seconds) / first.seconds).toFixed(0)}%`,
      figures.indexesWritten,
    ]),
  ]);
}

function outcomes(sites: readonly SiteFigures[], of: (site: SiteFigures) => Record<string, number>): string {
  const columns = [...new Set(sites.flatMap((site) => Object.keys(of(site))))];
  return markdownTable([
    ["site", ...columns],
    ...sites.map((site) => [site.site, ...columns.map((name) => of(site)[name] ?? 0)]),
  ]);
}

/** The reasons for skipped URLs of a site, each with its count and one URL as an example. */
function reasons(site: SiteFigures): string[] {
  const groups = Map.groupBy(
    site.skipped,
    ({ outcome, reason }) => `${outcome}: ${withoutOrigin(reason ?? "no reason given")}`,
  );
  return [...groups].map(
    ([reason, pages]) =>
      `- ${site.site}: ${reason} (${pages.length}, such as ${withoutOrigin(pages[0]?.url ?? "")})`,
  );
}

function unlinked({ site, unlinked: pages }: SiteFigures): string {
  const examples = pages.slice(0, MOST_EXAMPLES).join(", ");
  const more = pages.length > MOST_EXAMPLES ? ", …" : "";
  return `- ${site}: ${pages.length}${examples === "" ? "" : ` (${examples}${more})`}`;
}

/** A text without the site's port, which differs from run to run and would make every report new. */
function withoutOrigin(text: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/gu, "");
}
