import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DemoAccount } from "#local/demo-account.ts";
import { ROOT } from "#local/root.ts";
import { ACCOUNT_CHECKS, PUBLIC_CHECKS } from "./smoke-checks.ts";
import type { Check } from "./smoke-checks.ts";
import { closeTarget, openTarget } from "./smoke-target.ts";
import type { PublicTarget } from "./smoke-target.ts";

/**
 * `npm run smoke -- URL`: does with a running copy what its users do, one line each, and ends with a code that is not 0 when
 * something does not work. Without a URL the command asks the copy that `npm start` runs here, as its demo account. For any
 * other copy, `SMOKE_EMAIL` and `SMOKE_PASSWORD` are those of a verified account; without them only the checks that need no
 * account run. `--site` is a small site to index, `--version` the version of the worker that has to answer, `--short` leaves
 * the waits of minutes out.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: "string" },
    version: { type: "string" },
    short: { type: "boolean", default: false },
  },
});

const stateDir = process.env.DOCENDA_STATE ?? join(ROOT, ".local");
const demoFile = join(stateDir, "demo.json");
const demo: DemoAccount | null = existsSync(demoFile) ? JSON.parse(readFileSync(demoFile, "utf8")) : null;
const origin = new URL(
  positionals[0] ?? demo?.url ?? fail("Say which copy: npm run smoke -- https://docs.example.com"),
).origin;
const isOwn = origin === demo?.url;
const {
  SMOKE_EMAIL: email = isOwn ? demo.email : "",
  SMOKE_PASSWORD: password = isOwn ? demo.password : "",
} = process.env;
const copy: PublicTarget = {
  origin,
  headers: values.version
    ? { "Cloudflare-Workers-Version-Overrides": `docenda-production="${values.version}"` }
    : {},
};

const counts = { works: 0, fails: 0 };
await perform(PUBLIC_CHECKS, copy);
if (email && password) {
  const target = await openTarget({
    ...copy,
    email,
    password,
    site: values.site ?? (isOwn ? installedDocs(origin) : "https://example.com/"),
    logFile: isOwn ? join(stateDir, "log/server.log") : null,
    isShort: values.short,
  });
  try {
    await perform(ACCOUNT_CHECKS, target);
  } finally {
    await closeTarget(target);
  }
} else {
  console.log(
    `Left out: ${ACCOUNT_CHECKS.length} checks that take SMOKE_EMAIL and SMOKE_PASSWORD of an account there.`,
  );
}
console.log(`${counts.works} work, ${counts.fails} fail`);
process.exitCode = counts.fails === 0 ? 0 : 1;

async function perform<Target>(checks: Check<Target>[], target: Target): Promise<void> {
  for (const { name, run } of checks) {
    try {
      console.log(`works  ${name}: ${await run(target)}`);
      counts.works += 1;
    } catch (error) {
      console.log(`FAILS  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      counts.fails += 1;
    }
  }
}

/** The address of the documentation that `npm start` serves, at the port after its own. */
function installedDocs(own: string): string {
  return `http://127.0.0.1:${Number(new URL(own).port) + 1}/docenda/`;
}

function fail(words: string): never {
  console.error(words);
  process.exit(1);
}
