/**
 * docs/reliability.md: the faults that may happen, and the tests that prove the promises for each. `node
 * scripts/write-reliability.ts` writes the page from the tests' own names, which say `(fault 12)` or `(faults 12, 13)`; a test
 * fails while the page is out of date.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { ROOT } from "#local/root.ts";
import { FAULTS } from "./faults.ts";
import type { Fault } from "./faults.ts";

/** A test that names faults: its file, its name below the names of its groups, and the faults' numbers. */
export type Proof = { file: string; name: string; faults: number[] };

const PAGE = join(ROOT, "docs/reliability.md");
/** The files that `npm test` runs. */
const TEST_FILES = "{schema,worker,web,cli,local,evals,tests,scripts}/**/*.test.{ts,tsx}";
const MARK = / \(faults? (\d{1,2}(?:, \d{1,2})*)\)$/;
/** Modifiers of tests that do not run, or are expected to fail, and so prove nothing. */
const NOT_RUN = new Set(["skip", "todo", "fails"]);

type Node = {
  type?: string;
  name?: string;
  value?: unknown;
  callee?: Node;
  object?: Node;
  property?: Node;
  arguments?: Node[];
  quasis?: { value: { cooked: string } }[];
};

/**
 * The tests of a file that name faults, in the order of the file.
 * @throws Error when a mark stands on a group, on a test that does not run, elsewhere than at the end of a name, or names no fault.
 */
export function readProofs(file: string, code: string): Proof[] {
  const proofs: Proof[] = [];
  visit(parseAst(code, { lang: file.endsWith(".tsx") ? "tsx" : "ts" }), [], true);
  return proofs;

  function visit(node: unknown, groups: string[], isRun: boolean): void {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach((one) => visit(one, groups, isRun));
    const call = node as Node;
    const name = call.type === "CallExpression" ? textOf(call.arguments?.[0]) : null;
    const [root, ...modifiers] = name === null ? [] : calledNames(call.callee);
    if (name === null || !(root === "it" || root === "test" || root === "describe"))
      return Object.values(node).forEach((child) => visit(child, groups, isRun));
    const runs = isRun && !modifiers.some((modifier) => NOT_RUN.has(modifier));
    const faults = faultsOf(name);
    const where = `${file}: "${name}"`;
    if (faults.length > 0 && root === "describe")
      throw new Error(`${where} is a group. Mark the tests in it.`);
    if (faults.length > 0 && !runs) throw new Error(`${where} does not run, so it proves nothing.`);
    if (faults.length === 0 && /\(faults?\b/.test(name))
      throw new Error(`${where}: write the mark at the end, as "(fault 12)" or "(faults 12, 13)".`);
    const unknown = faults.filter((number) => !FAULTS.some((fault) => fault.number === number));
    if (unknown.length > 0)
      throw new Error(`${where}: scripts/faults.ts has no fault ${unknown.join(", ")}.`);
    const path = [...groups, name.replace(MARK, "")];
    if (faults.length > 0) proofs.push({ file, name: path.join(" › "), faults });
    visit(call.callee, groups, runs);
    visit(call.arguments, path, runs);
  }
}

/** The names by which a test is called: `it` and `each` for `it.each(rows)`. */
function calledNames(callee: Node | undefined): string[] {
  switch (callee?.type) {
    case "Identifier":
      return [callee.name ?? ""];
    case "MemberExpression":
      return [...calledNames(callee.object), callee.property?.name ?? ""];
    case "CallExpression":
      return calledNames(callee.callee);
    default:
      return [];
  }
}

function textOf(node: Node | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral") return (node.quasis ?? []).map(({ value }) => value.cooked).join("…");
  return null;
}

function faultsOf(name: string): number[] {
  return MARK.exec(name)?.[1]?.split(", ").map(Number) ?? [];
}

/** The proofs of all test files, by file. */
export function readAllProofs(): Proof[] {
  return globSync(TEST_FILES, { cwd: ROOT })
    .filter((file) => !file.includes("node_modules"))
    .toSorted()
    .flatMap((file) => readProofs(file, readFileSync(join(ROOT, file), "utf8")));
}

/** The page with its tests up to date. */
export function reliabilityPage(proofs: Proof[]): string {
  const provenBy = ({ number }: Fault) => proofs.filter(({ faults }) => faults.includes(number));
  const without = FAULTS.filter((fault) => provenBy(fault).length === 0);
  const inPart = FAULTS.filter((fault) => fault.missing !== undefined && !without.includes(fault));
  const whole = FAULTS.length - without.length - inPart.length;
  return [
    "# Reliability",
    "",
    `${FAULTS.length} things that go wrong sooner or later, what Docenda does then, and the tests that show it.`,
    `${whole} are tested, ${inPart.length} in part${numbersOf(inPart)}, ${without.length} not yet${numbersOf(without)}.`,
    "",
    "Made by `node scripts/write-reliability.ts` from the tests' own names: a test that proves one of these says so, as in",
    '`it("… (fault 12)")`. Do not edit this page by hand: the promises and what is missing are in `scripts/faults.ts`.',
    "",
    "| | What happens | Tests |",
    "| --: | --- | --- |",
    ...FAULTS.map(
      (fault) => `| ${fault.number} | ${cell(fault.promise)} | ${testsOf(fault, provenBy(fault))} |`,
    ),
    "",
  ].join("\n");
}

function numbersOf(faults: Fault[]): string {
  return faults.length === 0 ? "" : ` (${faults.map(({ number }) => number).join(", ")})`;
}

/** The tests by their files, and the missing part of the promise. */
function testsOf({ missing }: Fault, proofs: Proof[]): string {
  const files = Map.groupBy(proofs, ({ file }) => file);
  const tests = [...files].map(
    ([file, inFile]) => `[${cell(file)}](../${file}): ${inFile.map(({ name }) => cell(name)).join("; ")}`,
  );
  if (tests.length === 0) tests.push("no test yet");
  return [...tests, ...(missing === undefined ? [] : [`*Missing: ${cell(missing)}*`])].join("<br>");
}

function cell(text: string): string {
  return text.replaceAll(/[\\|<>*_[\]`]/g, String.raw`\$&`);
}

export function readReliabilityPage(): string {
  return readFileSync(PAGE, "utf8");
}

if (import.meta.main) writeFileSync(PAGE, reliabilityPage(readAllProofs()));
