import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { fetchSite } from "../generators/fetch-site.ts";
import { listPages } from "../generators/list-pages.ts";
import { listSites } from "../generators/sites.ts";
import { allowDataModules } from "../lab/data-modules.ts";
import { sample, seededRandom } from "../random.ts";

const PAGES = 5000;
const PAGES_A_SITE = 12;
const SEED = 14;
/** Time of a page, besides time for each of its kilobytes, above which its reading is not linear. */
const MAX_MS = 2000;
const MAX_MS_A_KB = 20;

type Slow = { page: string; names: string[]; ms: number; kb: number };

/** Pages of the zoo, broken by a seed and read to their chunks: whether each reading ends well, and its time. */
export async function benchMutations(options: BenchOptions): Promise<void> {
  allowDataModules();
  const { problemOfReading } = await import("./check-reading.ts");
  const { mutateHtml } = await import("./mutate-html.ts");
  const pages = listSites().flatMap((site) => {
    const { folder } = fetchSite(site, join(options.cacheDir, "../zoo"));
    return sample(listPages(site, folder), PAGES_A_SITE, SEED).map((path) => ({
      site: site.name,
      path: join(folder, path),
    }));
  });
  const random = seededRandom(SEED);
  const count = options.limit ?? PAGES;
  const problems: string[] = [];
  const slow: Slow[] = [];
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const { site, path } = pages[Math.floor(random() * pages.length)]!;
    const { html, names } = mutateHtml(readFileSync(path, "utf8"), random);
    const began = performance.now();
    let problem: string | null;
    try {
      problem = problemOfReading(html, "https://zoo.test/page.html");
    } catch (error) {
      problem = `threw ${error instanceof Error ? error.message : "something"}`;
    }
    const ms = performance.now() - began;
    const kb = html.length / 1024;
    times.push(ms);
    if (problem !== null) problems.push(`${site} (${names.join(", ")}): ${problem}`);
    if (ms > MAX_MS && ms > MAX_MS_A_KB * kb) slow.push({ page: site, names, ms, kb });
  }
  times.sort((a, b) => a - b);
  const percentile = (share: number) => `${times[Math.floor(share * (times.length - 1))]!.toFixed(1)} ms`;
  const rows = [
    ["Pages", String(count)],
    ["Ended badly", String(problems.length)],
    [`Longer than ${MAX_MS} ms and ${MAX_MS_A_KB} ms a KB`, String(slow.length)],
    ["Median, p99, slowest", [percentile(0.5), percentile(0.99), percentile(1)].join(", ")],
  ];
  for (const line of [
    ...rows.map((row) => row.join(": ")),
    ...problems.slice(0, 20),
    ...slow.map((one) => JSON.stringify(one)),
  ])
    console.log(line);
  if (problems.length + slow.length > 0) process.exitCode = 1;
  if (options.limit !== null) return;
  writeFigures({
    name: "mutations",
    title: "Broken pages",
    command: "npm run bench -- mutations",
    body: [
      "Pages of the zoo of generators with one to three changes each, drawn by a seed: cut off, pieces taken out or said again, tags exchanged, never closed or nested 3,000 deep, entities and attributes broken. Each is read to its chunks. Badly ends a page that throws, loses text on the way to its chunks, or gives links that are no addresses.",
      markdownTable([["", ""], ...rows]),
    ].join("\n\n"),
    data: { pages: count, problems, slow, medianMs: times[times.length >> 1] },
  });
}
