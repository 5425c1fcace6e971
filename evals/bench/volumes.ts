import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";

/** Tests that ask as often as a variable says: seldom in a test run, often here. */
const VOLUMES = [
  { files: ["tests/faults/tenants", "tests/faults/team-strangers"], variable: "TENANT_PROBES", often: 2000 },
  { files: ["tests/faults/removed-source"], variable: "REMOVALS", often: 200 },
] as const;

type Told = { file: string; test: string; status: string; seconds: number };

/**
 * Runs the tests of tenants and of removals in the volume of a release. `limit` is a percentage of the volume, for a try. Throws when a
 * test fails, so that only a run without a failure becomes figures.
 */
export async function benchVolumes({ stateDir, limit }: BenchOptions): Promise<void> {
  const share = (limit ?? 100) / 100;
  const told = VOLUMES.map(({ files, variable, often }) => {
    const times = Math.max(1, Math.round(often * share));
    return { variable, times, tests: runTests(files, { [variable]: String(times) }, stateDir) };
  });
  const rows = told.flatMap(({ variable, times, tests }) =>
    tests.map(({ file, test, status, seconds }) => [
      `${file}: ${test}`,
      `${variable}=${times}`,
      status,
      seconds.toFixed(0),
    ]),
  );
  const body = [
    "The tests of tenants and of removals, asked as often as a release asks. A test that fails ends the run without figures.",
    "",
    markdownTable([["Test", "volume", "result", "seconds"], ...rows]),
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "volumes",
    title: "Tenants and removals in volume",
    command: `npm run bench -- volumes${limit === null ? "" : ` --limit ${limit}`}`,
    body,
    data: { told },
  });
}

function runTests(files: readonly string[], variables: Record<string, string>, stateDir: string): Told[] {
  mkdirSync(stateDir, { recursive: true });
  const report = join(stateDir, "report.json");
  rmSync(report, { force: true });
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [vitest, "run", "--project", "workers-alone", ...files, ...reporters];
  const env = { ...process.env, ...variables };
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: "inherit" });
  if (status !== 0) throw new Error(`A test failed: ${files.join(", ")}.`);
  return readReport(JSON.parse(readFileSync(report, "utf8")) as Report);
}

type Report = {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
};

function readReport({ testResults }: Report): Told[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      file: name.slice(name.lastIndexOf("/") + 1).replace(".workers.test.ts", ""),
      test: fullName,
      status,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}
