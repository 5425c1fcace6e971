import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "#local/root.ts";
import { openCloudflare } from "./cloudflare-api.ts";
import { missingMailRecords } from "./mail-domain.ts";
import { names, RESOURCES, takeInventory, WORKER } from "./resources.ts";
import { servingVersion } from "./serving-version.ts";
import { readProduction } from "./settings.ts";
import type { Production } from "./settings.ts";
import { wranglerJson } from "./wrangler.ts";

const { values: options } = parseArgs({
  options: {
    /** Another address than the deployment's, to ask whether it answers. */
    address: { type: "string" },
  },
});

/** The result of one look. A note asks for attention, and nothing is broken. */
type Finding = { title: string; problem: string | null; isNote?: boolean };

const HEALTH_TIMEOUT_MS = 10_000;
const MAX_NAMED = 3;
/** A message is tried again for minutes (wrangler.toml); one that waits longer is stuck or behind too many others. */
const MAX_WAIT_MINUTES = 15;

/**
 * `npm run doctor`: looks at a deployment from outside and changes nothing: whether all its resources are there under the ids
 * that were written down, whether all migrations are applied, which version serves, whether that version answers, how long
 * messages wait in the queues, and the records of the deployment's mail. Ends with 1 when something is wrong; each line says what to do.
 */
async function doctor(): Promise<void> {
  const production = readProduction();
  const findings = [
    ...(await resources(production)),
    await migrations(production),
    ...(await serving(production)),
    ...(await backlogs()),
    await mail(production),
  ];
  for (const { title, problem, isNote } of findings)
    console.log(
      problem === null ? `  ok    ${title}` : `  ${isNote ? "note" : "FAIL"}  ${title}: ${problem}`,
    );
  const failed = findings.filter(({ problem, isNote }) => problem !== null && !isNote).length;
  console.log(`\n${findings.length} checks, ${failed} failed.`);
  if (failed > 0) process.exitCode = 1;
}

async function resources({ ids }: Production): Promise<Finding[]> {
  const found = await takeInventory();
  return RESOURCES.map((resource) => {
    const { title, binding } = resource;
    const id = found(resource);
    if (id === undefined) return { title, problem: "missing. Run `npm run provision`." };
    const isOther = binding !== undefined && ids?.[binding] !== id;
    return {
      title,
      problem: isOther ? `its ID is ${id}, not the one in production.json. Run \`npm run provision\`.` : null,
    };
  });
}

async function migrations({ ids }: Production): Promise<Finding> {
  const title = "migrations";
  if (ids?.DB === undefined) return { title, problem: "there's no database yet. Run `npm run provision`." };
  const applied = new Set(await appliedMigrations(ids.DB));
  const pending = readdirSync(join(ROOT, "migrations"))
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .toSorted();
  if (pending.length === 0) return { title, problem: null };
  const named = pending.slice(0, MAX_NAMED).join(", ");
  const rest = pending.length > MAX_NAMED ? `, and ${pending.length - MAX_NAMED} more` : "";
  return { title, problem: `${pending.length} not applied (${named}${rest}). Run \`npm run deploy\`.` };
}

/** Names of the migrations that a database has. wrangler's own list would make its table where there is none. */
async function appliedMigrations(databaseId: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "docenda-doctor-"));
  const config = join(folder, "wrangler.json");
  const d1 = [{ binding: "DB", database_name: "docenda", database_id: databaseId }];
  writeFileSync(config, JSON.stringify({ name: "doctor", d1_databases: d1 }));
  try {
    const sql = "SELECT name FROM d1_migrations";
    const command = ["d1", "execute", "DB", "--remote", "--json", "--config", config, "--command", sql];
    const [answer] = await wranglerJson<{ results: { name: string }[] }[]>(command);
    return answer?.results.map(({ name }) => name) ?? [];
  } catch (error) {
    if (/no such table/i.test(String(error))) return [];
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serving({ origin }: Production): Promise<Finding[]> {
  const version = await servingVersion(WORKER);
  if (version === null) return [{ title: "version", problem: "nothing is deployed. Run `npm run deploy`." }];
  const address = options.address ?? origin;
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
  const problem = await fetch(`${address}/api/health`, { signal }).then(
    ({ ok, status }) => (ok ? null : `it answers with ${status}. See its log: \`npx wrangler tail\`.`),
    () => `no answer within ${HEALTH_TIMEOUT_MS / 1000} seconds. Check the domain and its DNS record.`,
  );
  return [
    { title: `version ${version}`, problem: null },
    { title: address, problem },
  ];
}

/** How long the oldest message of each queue waits. Cloudflare's figures are estimates, so a backlog is a note. */
async function backlogs(): Promise<Finding[]> {
  const cloudflare = await openCloudflare();
  const queues = await cloudflare.list<{ queue_id: string; queue_name: string }>("/queues");
  return Promise.all(
    queues
      .filter(({ queue_name: name }) => names.queues.includes(name))
      .map(async ({ queue_id: id, queue_name: name }) => {
        const metrics = await cloudflare.send<{
          backlog_count: number;
          oldest_message_timestamp_ms?: number;
        }>("GET", `/queues/${id}/metrics`);
        const count = metrics?.backlog_count ?? 0;
        const oldest = metrics?.oldest_message_timestamp_ms || Date.now();
        const minutes = Math.floor((Date.now() - oldest) / 60_000);
        const isBehind = count > 0 && minutes > MAX_WAIT_MINUTES;
        return {
          title: `backlog of ${name}`,
          problem: isBehind
            ? `${count} messages wait, the oldest for ${minutes} minutes. See docs/operations.md, "A queue is behind".`
            : null,
          isNote: true,
        };
      }),
  );
}

async function mail({ mailFrom }: Production): Promise<Finding> {
  const missing = await missingMailRecords(mailFrom);
  return { title: `mail from ${mailFrom}`, problem: missing.join("; ") || null, isNote: true };
}

doctor().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
