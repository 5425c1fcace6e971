import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callLocalDoor } from "./demo-account.ts";
import type { InstalledDocs } from "./installed-docs.ts";
import type { LocalServer } from "./server.ts";

/** By name of the source: what was indexed, so that a start with the same packages at the same address indexes nothing. */
type Indexed = Record<string, { version: string; url: string }>;

const POLL_EVERY_MS = 250;
/** After this the rest goes on while the server is in use. */
const WAIT_AT_MOST_MS = 90_000;

/**
 * Makes a public source of each package's documentation that this data does not hold yet in that version, and waits
 * until they are searchable, with a line for each.
 */
export async function indexInstalledDocs(input: {
  docs: InstalledDocs[];
  docsUrl: string;
  server: LocalServer;
  apiKey: string;
  stateDir: string;
}): Promise<void> {
  const { docs, docsUrl, server, apiKey, stateDir } = input;
  const file = join(stateDir, "public-sources.json");
  const indexed: Indexed = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const runs = new Map<string, InstalledDocs>();
  for (const source of docs) {
    const url = docsUrl + source.mount;
    const known = indexed[source.name];
    if (known?.version === source.version && known.url === url) continue;
    const { name, version, description } = source;
    const { executionId } = await callLocalDoor(server, "public-sources", {
      name,
      url,
      description,
      version,
    });
    runs.set(String(executionId), source);
  }
  if (runs.size === 0) return;

  console.log(`Indexing the documentation of ${runs.size} installed packages ...`);
  const deadline = Date.now() + WAIT_AT_MOST_MS;
  while (runs.size > 0 && Date.now() < deadline) {
    for (const [runId, { name, version, mount }] of runs) {
      const { status, docsCount, error } = await jobRun(server, apiKey, runId);
      if (status === "COMPLETE") {
        console.log(`  ${name} ${version}: ${docsCount} pages`);
        indexed[name] = { version, url: docsUrl + mount };
        writeFileSync(file, JSON.stringify(indexed, null, 2));
      } else if (status === "FAILED") {
        console.log(`  ${name} ${version} was not indexed: ${error}`);
      } else continue;
      runs.delete(runId);
    }
    if (runs.size > 0) await sleep(POLL_EVERY_MS);
  }
  if (runs.size > 0) console.log(`  ${runs.size} more go on while you use it.`);
}

async function jobRun(server: LocalServer, apiKey: string, runId: string) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${server.url}/api/job-runs/${runId}`, { headers });
  if (!answer.ok) throw new Error(`/api/job-runs answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { status: string; docsCount: number; error?: string | null };
}
