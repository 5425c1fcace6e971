import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { markdownTable } from "#evals/bench/figures.ts";
import type { FirstLoad } from "../first-load.ts";
import type { KeyPage } from "./key-page.ts";
import type { Flow } from "./keyboard-flows.ts";
import type { Marks } from "./lighthouse.ts";
import type { Speed } from "./speed.ts";
import { STATES } from "./states.ts";
import type { Looked } from "./states.ts";
import type { Seen } from "./two-browsers.ts";

export type Measured = {
  marks: Marks[];
  loads: FirstLoad[];
  looked: Looked[];
  flows: Flow[];
  speed: Speed;
  keyPage: KeyPage;
  seen: Seen;
};

/** The design's goals for pages behind the sign-in, each with its measurement. */
export function goalsTable({ marks, loads, looked, flows, speed, keyPage, seen }: Measured): string {
  const lowest = (name: "performance" | "accessibility") => Math.min(...marks.map((page) => page[name]));
  const sum = (name: "violations" | "wide" | "smallTargets", among = looked) =>
    among.reduce((total, one) => total + one[name].length, 0);
  const visits = looked.reduce((total, { pages }) => total + pages, 0);
  const ofConsole = loads.filter(({ name }) => /console/.test(name));
  const [shell, ...routes] = ofConsole.map(({ kib }) => kib);
  const jobMs = Math.max(...seen.filter(({ what }) => /job/.test(what)).map(({ ms }) => ms));
  const newcomer = newcomerFigures();
  return markdownTable([
    ["number of the goal, and what", "goal", "measured"],
    ["4 Lighthouse on a phone, performance: the lowest page", "at least 90", lowest("performance")],
    ["4 Lighthouse on a phone, accessibility: the lowest page", "100", lowest("accessibility")],
    ["9 scripts of the console's shell, KiB", "at most 185", shell!.toFixed(1)],
    ["9 scripts of the largest page of the console, KiB", "at most 230", Math.max(...routes).toFixed(1)],
    [`12 violations that axe finds, over ${visits} visits (${STATES.join(", ")})`, "0", sum("violations")],
    ["13, 15 main flows done by keyboard alone, in every way of seeing", `${flows.length}`, done(flows)],
    ["14 pages wider than a window of 320 px or a phone's", "0", sum("wide")],
    ["14 controls below 24 px, of fingers below 44 px high", "0", sum("smallTargets")],
    ["16 clicks from the home page to a connected agent", "at most 6", newcomer.clicks],
    ["16 fields typed into for that", "at most 2", newcomer.typedFields],
    ["17 the same, s of machine time", "at most 60", (newcomer.totalMs / 1_000).toFixed(1)],
    ["19 from the first call to “Connected”, ms", "at most 2,000", newcomer.connectedMs.toFixed(0)],
    ["23 200 rows of activity filtered, ms", "below 50", speed.filterMs.toFixed(0)],
    ["24 clicks from the page of keys to a new key copied", "at most 3", keyPage.clicks],
    [
      "24 the key masked until asked for, and copied whole",
      "yes",
      yes(keyPage.isMasked, keyPage.isWholeCopied),
    ],
    ["25 a change of a job seen elsewhere, ms", "at most 1,000", jobMs.toFixed(0)],
    ["25 the job still there after a reload", "yes", yes(seen.length > 0)],
    ["26 palette opened, ms", "below 50", speed.paletteMs.toFixed(0)],
    ["26 palette: found by a letter more, ms", "below 100", speed.paletteFoundMs.toFixed(0)],
    ["26 actions that the palette offers unasked", "at least 10", speed.paletteActions],
  ]);
}

function done(flows: readonly Flow[]): number {
  return flows.filter(({ isDone }) => isDone).length;
}

function yes(...facts: readonly boolean[]): string {
  return facts.every(Boolean) ? "yes" : "no";
}

type Run = { clicks: number; typedFields: number; totalMs: number; connectedMs: number };

/** The slowest run of `npm run newcomer`, each of which has a product of its own. */
function newcomerFigures(): Run {
  const { runs } = JSON.parse(readFileSync(join(ROOT, "docs/figures/newcomer.json"), "utf8")) as {
    runs: Run[];
  };
  const most = (name: keyof Run) => Math.max(...runs.map((run) => run[name]));
  return {
    clicks: most("clicks"),
    typedFields: most("typedFields"),
    totalMs: most("totalMs"),
    connectedMs: most("connectedMs"),
  };
}
