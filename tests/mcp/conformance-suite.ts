import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
export const PROTOCOL_VERSIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

type Check = {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
  details?: { untestable?: boolean };
};
export type Scenario = { name: string; version: string; checks: Check[] };

/** Every server scenario for one version of the protocol, below `workDir`. Its exit code counts scenarios that do not apply, too. */
export async function runSuite(url: string, version: string, workDir: string): Promise<Scenario[]> {
  const cli = require.resolve("@modelcontextprotocol/conformance/dist/index.js");
  const out = join(workDir, version);
  const args = [cli, "server", "--url", url, "--suite", "all", "--spec-version", version, "-o", out];
  await new Promise<void>((settle) => {
    execFile(process.execPath, args, { cwd: workDir, maxBuffer: 1 << 26 }, () => settle());
  });
  return readdirSync(out).map((folder) => ({
    name: /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder)?.[1] ?? folder,
    version,
    checks: JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")) as Check[],
  }));
}

/** Checks that did not pass. What needs a tool of the suite's own example server is marked so by the suite, and is no failure. */
export function unpassed(scenarios: Scenario[]) {
  return scenarios.flatMap(({ name, version, checks }) =>
    checks
      .filter(({ status }) => status === "FAILURE" || status === "WARNING")
      .filter((check) => !(name === "server-stateless" && check.details?.untestable))
      .map(({ id, status, errorMessage }) => ({ name, version, id, status, errorMessage })),
  );
}
