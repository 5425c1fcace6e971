import { join } from "node:path";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { allowDataModules } from "../lab/data-modules.ts";
import { fetchSite } from "./fetch-site.ts";
import type { Share } from "./measure-page.ts";
import type { Measured, SiteMeasure } from "./measure-site.ts";
import { listSites } from "./sites.ts";
import type { Site } from "./sites.ts";

const PAGES_A_SITE = 24;
const SEED = 14;
const MEASURES: Measured[] = ["code", "anchors", "rows", "chunks", "text", "lines"];
/** Number of examples that are written down for each site that is not held out. */
const EXAMPLES = 10;

type TotalOf = (site: SiteMeasure, name: Measured) => Share;
type Row = { site: Site; version: string; measured: SiteMeasure };

/**
 * The zoo of generators: pages of sites that nobody here wrote, read by the product's reader and compared with their HTML.
 * `--corpora a,b` reads only these sites, prints what was lost there, and writes nothing.
 */
export async function benchGenerators(options: BenchOptions): Promise<void> {
  // A hook so that Node imports the tables of the tokenizer as the Worker's bundler does.
  allowDataModules();
  const { measureSite, totalOf } = await import("./measure-site.ts");
  const cacheDir = join(options.cacheDir, "../zoo");
  const sites = listSites().filter(
    ({ name }) => options.corpora.length === 0 || options.corpora.includes(name),
  );
  const rows: Row[] = [];
  const failed: string[] = [];
  for (const site of sites) {
    try {
      const { folder, version } = fetchSite(site, cacheDir);
      rows.push({ site, version, measured: measureSite(site, folder, options.limit ?? PAGES_A_SITE, SEED) });
      console.log(cellsOf([rows.at(-1) as Row], totalOf).join("  "), site.name);
    } catch (error) {
      failed.push(`${site.name}: ${error instanceof Error ? error.message.split("\n", 1)[0] : "failed"}`);
      console.error(failed.at(-1));
    }
  }
  if (options.corpora.length > 0) {
    for (const row of rows) console.log(JSON.stringify(examplesOf(row), null, 1));
    return;
  }
  const head = [
    "",
    "pages",
    "wrongly empty",
    "code",
    "anchors",
    "table rows",
    "chunks",
    "text",
    "noise",
    "titles",
  ];
  const table = (some: Row[]) =>
    markdownTable([
      head,
      ...some.map((row) => [
        `${row.site.generator} (${row.site.package.split(":")[1] ?? row.site.package})`,
        ...cellsOf([row], totalOf),
      ]),
      ["**together**", ...cellsOf(some, totalOf)],
    ]);
  const [heldOut, seen] = [rows.filter(({ site }) => site.heldOut), rows.filter(({ site }) => !site.heldOut)];
  const body = [
    `${rows.length} sites, up to ${PAGES_A_SITE} drawn pages of each. A cell is what was kept of what the HTML has, and how many there were. What counts: docs/evaluation.md.`,
    ...(failed.length > 0 ? [`Not fetched: ${failed.join("; ")}.`] : []),
    "## All",
    markdownTable([
      head,
      ["all", ...cellsOf(rows, totalOf)],
      ["not held out", ...cellsOf(seen, totalOf)],
      ["held out", ...cellsOf(heldOut, totalOf)],
    ]),
    "## Not held out",
    table(seen),
    "## Held out",
    "Nobody has looked at what is lost here.",
    table(heldOut),
  ].join("\n\n");
  writeFigures({
    name: "generators",
    title: "A zoo of generators",
    command: "npm run bench -- generators",
    body,
    data: {
      failed,
      sites: rows.map(({ site, version, measured }) => ({
        name: site.name,
        generator: site.generator,
        package: site.package,
        version,
        heldOut: site.heldOut,
        pages: measured.pages,
        wronglyEmpty: measured.empty,
        sharedTitles: measured.sharedTitles,
        ...Object.fromEntries(MEASURES.map((name) => [name, totalOf(measured, name)])),
        lost: site.heldOut ? null : examplesOf({ site, version, measured }),
      })),
    },
  });
}

function cellsOf(rows: Row[], totalOf: TotalOf): string[] {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const share = (name: Measured) => {
    const of = sum(({ measured }) => totalOf(measured, name).of);
    const kept = sum(({ measured }) => totalOf(measured, name).kept);
    if (of === 0) return "–";
    return name === "lines" ? percent(of - kept, of) : `${percent(kept, of)} of ${of}`;
  };
  const pages = sum(({ measured }) => measured.pages);
  return [
    String(pages),
    String(sum(({ measured }) => measured.empty)),
    ...MEASURES.map(share),
    pages === 0 ? "–" : percent(pages - sum(({ measured }) => measured.sharedTitles), pages),
  ];
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}

/** Some examples for each measure of what was lost, each from another page as far as possible. */
function examplesOf({ site, measured }: Row): Record<string, unknown> {
  const examples = (name: Measured) =>
    measured.measures
      .flatMap(({ page, lost }) => lost[name].map((text, place) => ({ place, page, text })))
      .sort((a, b) => a.place - b.place)
      .slice(0, EXAMPLES)
      .map(({ page, text }) => `${page}: ${text}`);
  const lost = Object.fromEntries(
    MEASURES.map((name) => [name === "lines" ? "noise" : name, examples(name)]).filter(
      ([, list]) => (list?.length ?? 0) > 0,
    ),
  );
  const empty = measured.measures.filter(({ isWronglyEmpty }) => isWronglyEmpty).map(({ page }) => page);
  return { site: site.name, ...(empty.length > 0 ? { empty } : {}), ...lost };
}
