import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startProduct } from "#evals/product.ts";
import type { Product } from "#evals/product.ts";
import { ROOT } from "#local/root.ts";
import { PROTOCOL_VERSIONS, runSuite, unpassed } from "./conformance-suite.ts";
import type { Scenario } from "./conformance-suite.ts";
import { startKeyProxy } from "./key-proxy.ts";
import type { KeyProxy } from "./key-proxy.ts";

const workDir = mkdtempSync(join(tmpdir(), "docenda-conformance-"));

let product: Product | undefined;
let proxy: KeyProxy | undefined;
let scenarios: Scenario[] = [];

beforeAll(async () => {
  product = await startProduct(join(workDir, "state"));
  proxy = await startKeyProxy(product.server.url, product.apiKey);
  for (const version of PROTOCOL_VERSIONS)
    scenarios.push(...(await runSuite(`${proxy.url}/mcp`, version, workDir)));
}, 180_000);

afterAll(async () => {
  await proxy?.close();
  await product?.server.close();
  rmSync(workDir, { recursive: true, force: true });
});

const { applies, doesNotApply } = readTables();

it("runs every scenario that the document lists, under the versions that it lists", () => {
  const ran = Map.groupBy(scenarios, ({ name }) => name);
  const versionsOf = (name: string) => ran.get(name)?.map(({ version }) => version);
  const listed = [...applies.keys()];
  expect(Object.fromEntries(listed.map((name) => [name, versionsOf(name)]))).toEqual(
    Object.fromEntries(applies),
  );
  expect([...doesNotApply].filter((name) => !ran.has(name))).toEqual([]);
});

it("knows every scenario of the suite", () => {
  const unknown = scenarios.filter(({ name }) => !applies.has(name) && !doesNotApply.has(name));
  expect(unknown).toEqual([]);
});

it("passes every scenario that applies", () => {
  const applying = scenarios.filter(({ name }) => applies.has(name));
  expect(unpassed(applying)).toEqual([]);
  const empty = applying.filter(({ checks }) => !checks.some(({ status }) => status === "SUCCESS"));
  expect(empty).toEqual([]);
});

it("leaves nothing unproven but what needs a tool of the example server", () => {
  const unproven = scenarios
    .filter(({ name }) => applies.has(name))
    .flatMap(({ checks }) => checks.filter((check) => check.details?.untestable));
  expect(unproven.map(({ errorMessage }) => /'(test_\w+)'/.exec(errorMessage ?? "")?.[1]).sort()).toEqual([
    "test_logging_tool",
    "test_missing_capability",
    "test_missing_capability",
    "test_streaming_elicitation",
  ]);
});

/** The two tables of the document, which is the list that this test holds the product to. */
function readTables(): { applies: Map<string, string[]>; doesNotApply: Set<string> } {
  const text = readFileSync(join(ROOT, "docs/mcp-conformance.md"), "utf8");
  const [first = "", rest = ""] = text.split("## What does not apply");
  const [second = ""] = rest.split("\n## ");
  return {
    applies: new Map(rowsOf(first).map(([, name = "", versions = ""]) => [name, versions.split(", ")])),
    doesNotApply: new Set(rowsOf(second).map(([, name = ""]) => name)),
  };
}

function rowsOf(table: string): RegExpExecArray[] {
  return [...table.matchAll(/^\| ([a-z][a-z0-9-]+) +\| (.*?) *\|/gm)];
}
