import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serveTrees } from "./docs-server.ts";
import type { DocsServer } from "./docs-server.ts";
import type { InstalledDocs } from "./installed-docs.ts";
import { getFromLocalDoor, postToLocalDoor } from "./local-door.ts";
import type { LocalServer } from "./server.ts";

/** Contents of `public-sources.json`. A source is known by its address, so the documentation keeps the port of the first time. */
type Indexed = {
  docsPort: number;
  /** Sources by name, with the version that was indexed, or that the run is indexing. */
  sources: Record<string, { version: string; runId: string; isComplete: boolean }>;
};

type JobRun = { status: string; docsCount: number; error: string | null };

const POLL_EVERY_MS = 250;
/** Longest wait for the index; after it the rest goes on while the server is in use. */
const WAIT_AT_MOST_MS = 90_000;

/**
 * The documentation on this disk as a site, at the port of the first time. Undefined when another program has that port: indexed pages are
 * searchable without the site.
 */
export async function serveInstalledDocs(
  docs: InstalledDocs[],
  firstPort: number,
  stateDir: string,
): Promise<DocsServer | undefined> {
  const indexed = readIndexed(stateDir);
  const port = indexed?.docsPort ?? firstPort;
  const trees = docs.map(({ tree }) => tree);
  try {
    return await serveTrees(trees, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const taken = `Port ${port}, for the documentation of the installed packages, is taken.`;
    if (!indexed)
      throw new Error(`${taken} Choose another pair: PORT=${port + 1} npm start`, { cause: error });
    console.log(`${taken} What is indexed already stays searchable.`);
    return undefined;
  }
}

/**
 * Makes a public source of each package's documentation that this data does not hold in that version, and waits until these sources are
 * searchable, with a line for each. A run of an earlier start is waited for, not begun again.
 */
export async function indexInstalledDocs(input: {
  docs: InstalledDocs[];
  docsServer: DocsServer;
  server: LocalServer;
  stateDir: string;
}): Promise<void> {
  const { docs, docsServer, server, stateDir } = input;
  const indexed = readIndexed(stateDir) ?? { docsPort: Number(new URL(docsServer.url).port), sources: {} };
  const { sources } = indexed;
  const keep = () => writeFileSync(fileOf(stateDir), `${JSON.stringify(indexed, null, 2)}\n`);

  for (const { name, version, description, mount } of docs) {
    if (sources[name]?.version === version) continue;
    const source = { name, version, description, url: docsServer.url + mount };
    const { executionId } = await postToLocalDoor(server, "public-sources", source);
    sources[name] = { version, runId: String(executionId), isComplete: false };
    keep();
  }

  let waiting = Object.keys(sources).filter((name) => !sources[name]?.isComplete);
  if (waiting.length === 0) return;
  console.log(`Indexing the documentation of ${waiting.length} installed packages ...`);
  const deadline = Date.now() + WAIT_AT_MOST_MS;
  while (waiting.length > 0 && Date.now() < deadline) {
    const unfinished: string[] = [];
    for (const name of waiting) {
      const { version, runId } = sources[name]!;
      const run = (await getFromLocalDoor(server, `job-runs/${runId}`)) as JobRun;
      if (run.status === "COMPLETE") {
        console.log(`  ${name} ${version}: ${run.docsCount} ${run.docsCount === 1 ? "page" : "pages"}`);
        sources[name] = { version, runId, isComplete: true };
      } else if (run.status === "FAILED") {
        console.log(`  ${name} ${version} failed: ${run.error}`);
        delete sources[name];
      } else unfinished.push(name);
    }
    keep();
    waiting = unfinished;
    if (waiting.length > 0) await sleep(POLL_EVERY_MS);
  }
  if (waiting.length > 0) console.log(`  ${waiting.length} more will follow while you use it.`);
}

function readIndexed(stateDir: string): Indexed | null {
  const file = fileOf(stateDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Path of the file, which lies beside the databases because it means nothing without them. */
function fileOf(stateDir: string): string {
  return join(stateDir, "state/public-sources.json");
}
