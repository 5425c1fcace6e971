import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { PROTOCOL_VERSIONS, runSuite, unpassed } from "#tests/mcp/conformance-suite.ts";
import type { Scenario } from "#tests/mcp/conformance-suite.ts";
import { startStdioBridge } from "#tests/mcp/stdio-bridge.ts";
import type { StdioBridge } from "#tests/mcp/stdio-bridge.ts";
import { startCliProduct } from "./cli-product.ts";
import type { CliProduct } from "./cli-product.ts";
import { OLDEST_NODE } from "./installed-cli.ts";

let started: CliProduct | undefined;
let bridge: StdioBridge | undefined;
const scenarios: Scenario[] = [];

beforeAll(async () => {
  started = await startCliProduct();
  const { cli, workDir } = started;
  bridge = await startStdioBridge({ command: OLDEST_NODE, args: [cli.bin, "mcp"], env: cli.env });
  for (const version of PROTOCOL_VERSIONS) scenarios.push(...(await runSuite(bridge.url, version, workDir)));
}, 600_000);

afterAll(async () => {
  await bridge?.close();
  await started?.close();
});

it("passes over stdio what the document lists for stdio, under the versions that it lists", () => {
  const text = readFileSync(join(ROOT, "docs/mcp-conformance.md"), "utf8");
  const section = /## Over stdio\n([^]*?)(?=\n## |$)/.exec(text)?.[1] ?? "";
  const listed = [...section.matchAll(/^\| ([a-z][a-z0-9-]+) +\| (.*?) *\|/gm)].map(
    ([, name = "", versions = ""]) => [name, versions.split(", ")] as const,
  );
  expect(listed.length).toBeGreaterThan(0);
  for (const [name, versions] of listed) {
    const ran = scenarios.filter((one) => one.name === name);
    expect([name, ran.map(({ version }) => version)]).toEqual([name, versions]);
    expect(unpassed(ran)).toEqual([]);
    expect(ran.every(({ checks }) => checks.some(({ status }) => status === "SUCCESS"))).toBe(true);
  }
});
