import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { writeCosts } from "../scale/cost-figures.ts";
import { readMeasured } from "../scale/measured.ts";
import { writeScale } from "../scale/scale-figures.ts";
import type { Workload } from "../scale/usage.ts";

/** What months of different sizes cost, and which limit of the platform a very large deployment meets first: a model, nothing is measured. */
export async function benchScale(): Promise<void> {
  const measured = await readMeasured();
  const file = join(ROOT, "worker/public-catalog/public-catalog.json");
  const entries = (JSON.parse(readFileSync(file, "utf8")) as unknown[]).length;
  const work: Workload = {
    calls: 0,
    callsPerPayer: 1_000,
    namedShare: 0.5,
    sourcesUnnamed: 16,
    oauthShare: 0.5,
    publicSources: entries,
    publicStateRows: entries,
    ownSourcesPerPayer: 2,
    pagesPerSource: 300,
    publicRefreshDays: 7,
    ownRefreshDays: 3,
    changedShare: 0.05,
    drawnShare: 0.02,
    drawnSeconds: 3,
    mailsPerPayer: 1,
    monthsKept: 12,
  };
  writeCosts(measured, work);
  writeScale(measured, work);
}
