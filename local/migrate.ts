import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

/**
 * Applies the D1 migrations that `stateDir` does not have yet. The names of those applied are noted beside the
 * database, because asking wrangler takes three seconds and most starts have nothing to apply.
 */
export async function migrateLocalDatabase(stateDir: string): Promise<void> {
  const persistTo = join(stateDir, "state");
  const note = join(persistTo, "migrations-applied");
  const migrations = readdirSync(join(ROOT, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .join("\n");
  if (existsSync(note) && readFileSync(note, "utf8") === migrations) return;
  const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const apply = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", persistTo];
  await promisify(execFile)(process.execPath, [wrangler, ...apply, "--config", join(ROOT, "wrangler.toml")], {
    cwd: ROOT,
    env: { ...process.env, CI: "true", ...QUIET_TOOLS },
  });
  writeFileSync(note, migrations);
}

/** Settings with which Cloudflare's tools neither report home, nor look up where this machine is, nor write logs elsewhere. */
export const QUIET_TOOLS = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};
