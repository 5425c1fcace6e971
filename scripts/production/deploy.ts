import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "#local/root.ts";
import { servingVersion } from "./serving-version.ts";
import { readProduction, writeProduction } from "./settings.ts";
import { wrangler, WranglerError } from "./wrangler.ts";

const { values: options } = parseArgs({
  options: {
    /** Deploys an earlier build for production. */
    "skip-build": { type: "boolean", default: false },
    /** Another program than the smoke test, which says whether a version works. */
    smoke: { type: "string", default: join(ROOT, "scripts/production/smoke.ts") },
  },
});

/** The configuration that the build leaves for wrangler: one worker, with ids and address. */
const BUILT = "dist/docenda/wrangler.json";
/** Percent of the requests that a new version gets, one share after the other, each after a smoke test. */
const SHARES = [0, 10, 100];

/**
 * `npm run deploy`: builds, applies the migrations while the old version serves, uploads the new version without any traffic,
 * tries it with the smoke test, gives it a tenth of the traffic, tries it again, and gives it all. When a test fails, the
 * version that was there before gets all traffic back, and the command ends with what failed. A first deployment, and one that
 * makes new kinds of Durable Objects, cannot go by shares: it is all or nothing, and rolled back when the smoke test fails.
 */
async function deploy(): Promise<void> {
  const production = readProduction();
  if (Object.keys(production.ids ?? {}).length < 3)
    throw new Error("Not all of what a deployment stands on is there. Run `npm run provision` first.");
  if (!options["skip-build"]) await run("npx", ["vite", "build"], { CLOUDFLARE_ENV: "production" });
  console.log("Migrating the database; the version that serves goes on ...");
  await wrangler(`d1 migrations apply DB --remote --config ${BUILT}`);

  const before = await servingVersion(`--config ${BUILT}`);
  const uploaded = before === null ? null : await upload();
  if (before === null || uploaded === null) await deployAtOnce(before, production.origin);
  else await deployByShares(before, uploaded, production.origin);
  // Routes, the clock and the readers of queues are no part of a version.
  await wrangler(`triggers deploy --config ${BUILT}`);

  if (production.isCatalogCrawled || !isSmokeWhole()) return;
  // The clock may index the public catalog from here on.
  writeProduction({ ...production, isCatalogCrawled: true });
  const config = JSON.parse(readFileSync(join(ROOT, BUILT), "utf8"));
  config.vars.CRAWL_PUBLIC_CATALOG = "on";
  writeFileSync(join(ROOT, BUILT), JSON.stringify(config));
  await wrangler(`deploy --config ${BUILT}`);
  console.log("The clock indexes the public catalog from now on.");
}

async function deployByShares(before: string, version: string, origin: string): Promise<void> {
  try {
    for (const share of SHARES) {
      const rest = share === 100 ? "" : ` ${before}@${100 - share}`;
      await wrangler(`versions deploy ${version}@${share}${rest} --yes --config ${BUILT}`);
      console.log(`${version} has ${share}% of the requests.`);
      await smoke(origin, version);
    }
  } catch (error) {
    await wrangler(`versions deploy ${before}@100 --yes --config ${BUILT}`);
    throw new Error(`${messageOf(error)}\nThe version ${before} has all requests again.`, { cause: error });
  }
}

async function deployAtOnce(before: string | null, origin: string): Promise<void> {
  await wrangler(`deploy --config ${BUILT}`);
  console.log("Deployed.");
  try {
    await smoke(origin);
  } catch (error) {
    if (before === null) throw error;
    await wrangler(`versions deploy ${before}@100 --yes --config ${BUILT}`);
    throw new Error(`${messageOf(error)}\nThe version ${before} has all requests again.`, { cause: error });
  }
}

/** The new version's id; null when it has new kinds of Durable Objects, which only a whole deployment can make. */
async function upload(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "docenda-deploy-"));
  const output = join(folder, "output.ndjson");
  try {
    await wrangler(`versions upload --config ${BUILT}`, "", { WRANGLER_OUTPUT_FILE_PATH: output });
    const entries = readFileSync(output, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const version = entries.find(({ type }) => type === "version-upload")?.version_id;
    if (typeof version !== "string") throw new Error("wrangler uploaded a version and did not say which.");
    return version;
  } catch (error) {
    if (error instanceof WranglerError && /migration/i.test(error.message)) return null;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the smoke test can do all its checks, and not only those that need no account. */
function isSmokeWhole(): boolean {
  return Boolean(process.env.SMOKE_EMAIL && process.env.SMOKE_PASSWORD);
}

async function smoke(origin: string, version?: string): Promise<void> {
  await run(process.execPath, [options.smoke, origin, ...(version ? ["--version", version] : [])]);
}

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  const code = await new Promise<number | null>((settle, fail) => {
    child.once("error", fail).once("close", settle);
  });
  if (code !== 0) throw new Error(`\`${[command, ...args].join(" ")}\` ended with ${code}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

deploy().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
