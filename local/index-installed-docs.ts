import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { InstalledDocs } from "./installed-docs.ts";
import { getFromLocalDoor, postToLocalDoor } from "./local-door.ts";
import type { LocalServer } from "./server.ts";

/** By name of the source: the version that was indexed, or that the run is indexing. */
type Indexed = Record<string, { version: string; runId: string; isComplete: boolean }>;

type JobRun = { status: string; docsCount: number; error: string | null };

const POLL_EVERY_MS = 250;
/** After this the rest goes on while the server is in use. */
const WAIT_AT_MOST_MS = 90_000;

/**
 * Makes a public source of each package's documentation that this data does not hold in that version, and waits until
 * they are searchable, with a line for each. What an earlier start has begun is waited for, not begun again.
 */
export async function indexInstalledDocs(input: {
  docs: InstalledDocs[];
  docsUrl: string;
  server: LocalServer;
  stateDir: string;
}): Promise<void> {
  const { docs, docsUrl, server, stateDir } = input;
  const file = join(stateDir, "public-sources.json");
  const indexed: Indexed = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const keep = () => writeFileSync(file, `${JSON.stringify(indexed, null, 2)}\n`);

  for (const { name, version, description, mount } of docs) {
    if (indexed[name]?.version === version) continue;
    const source = { name, version, description, url: docsUrl + mount };
    const { executionId } = await postToLocalDoor(server, "public-sources", source);
    indexed[name] = { version, runId: String(executionId), isComplete: false };
    keep();
  }

  let waiting = Object.keys(indexed).filter((name) => !indexed[name]?.isComplete);
  if (waiting.length === 0) return;
  console.log(`Indexing the documentation of ${waiting.length} installed packages ...`);
  const deadline = Date.now() + WAIT_AT_MOST_MS;
  while (waiting.length > 0 && Date.now() < deadline) {
    const unfinished: string[] = [];
    for (const name of waiting) {
      const { version, runId } = indexed[name]!;
      const run = (await getFromLocalDoor(server, `job-runs/${runId}`)) as JobRun;
      if (run.status === "COMPLETE") {
        console.log(`  ${name} ${version}: ${run.docsCount} ${run.docsCount === 1 ? "page" : "pages"}`);
        indexed[name] = { version, runId, isComplete: true };
      } else if (run.status === "FAILED") {
        console.log(`  ${name} ${version} failed: ${run.error}`);
        delete indexed[name];
      } else unfinished.push(name);
    }
    keep();
    waiting = unfinished;
    if (waiting.length > 0) await sleep(POLL_EVERY_MS);
  }
  if (waiting.length > 0) console.log(`  ${waiting.length} more will follow while you use it.`);
}
