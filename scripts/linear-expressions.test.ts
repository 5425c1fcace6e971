import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { check } from "recheck";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import type * as markdownOrders from "#worker/content/includes/markdown-orders.ts";
import type * as pickLines from "#worker/content/includes/pick-lines.ts";
import type * as frontMatter from "#worker/content/markdown/front-matter.ts";
import type * as runningLines from "#worker/content/pdf/running-lines.ts";
import type * as scrub from "#worker/http/scrub.ts";
import type * as symbols from "#worker/reader/symbols.ts";

/**
 * Every regular expression of the worker sees text from outside sooner or later, and one that goes back over text already read
 * lets a few kilobytes stop an isolate. `recheck` builds the automaton of each, or searches for a text that makes it slow,
 * counting steps and not seconds.
 */

const root = fileURLToPath(new URL("..", import.meta.url));

type Expression = { source: string; flags: string; where: string };

/** Files that make patterns out of words, each with a call that makes all its patterns once the file is loaded. */
const MAKERS: Readonly<Record<string, (module: never) => void>> = {
  "worker/catalog/asked-versions.ts": () => undefined,
  "worker/public-catalog/public-catalog.ts": () => undefined,
  "worker/content/html/admonition.ts": () => undefined,
  "worker/content/html/boilerplate.ts": () => undefined,
  "worker/content/html/page-turn.ts": () => undefined,
  "worker/content/html/unseen-style.ts": () => undefined,
  "worker/content/injections/rules.ts": () => undefined,
  "worker/content/includes/markdown-orders.ts": ({ orderOf }: typeof markdownOrders) =>
    orderOf('{{% code_sample file="pods/simple.yaml" lang="sh" lines="1-2" %}}'),
  "worker/content/includes/pick-lines.ts": ({ pythonObject }: typeof pickLines) =>
    pythonObject(["class Server:", "    def start(self):", "        pass"], "Server.start"),
  "worker/content/o200k-pieces.ts": () => undefined,
  "worker/content/stated-version.ts": () => undefined,
  "worker/docs-index/terms.ts": () => undefined,
  "worker/http/scrub.ts": ({ scrubUrl }: typeof scrub) => scrubUrl("https://docenda.test/a"),
  "worker/content/markdown/front-matter.ts": ({ splitFrontMatter }: typeof frontMatter) =>
    splitFrontMatter("---\na: [\n---\ntext"),
  "worker/content/pdf/running-lines.ts": ({ withoutRunningLines }: typeof runningLines) => {
    const line = { text: "1", y: 10, x: 0, size: 10, isMono: false, isBold: false };
    withoutRunningLines(Array.from({ length: 9 }, () => [line as never, { ...line, y: 300 } as never]));
  },
  "worker/reader/symbols.ts": ({ definitionPatterns }: typeof symbols) =>
    definitionPatterns("createServer", "iu"),
};

async function sourceFiles(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob("{worker,schema}/**/*.ts", { cwd: root }))
    if (!/(?:\.test|\.workers|\.d)\.ts$|\/test-[\w-]+\.ts$/.test(file)) files.push(file);
  return files.toSorted();
}

/** The expressions written between slashes, and whether the file makes others at run time. */
function readExpressions(file: string): { written: Expression[]; makesMore: boolean } {
  const written: Expression[] = [];
  let makesMore = false;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, regex, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (regex) written.push({ source: regex.pattern, flags: regex.flags, where: file });
    if ((type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp")
      makesMore = true;
    Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(root + file, "utf8"), { lang: "ts" }));
  return { written, makesMore };
}

/** The patterns that these files, and the files that they import, make at run time. */
async function madeBy(files: string[]): Promise<Expression[]> {
  const made: Expression[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [pattern, flags]: [string, string?]) {
      const expression = new target(pattern, flags);
      made.push({ source: expression.source, flags: expression.flags, where: "at run time" });
      return expression;
    },
  });
  try {
    for (const file of files)
      MAKERS[file]?.((await import(/* @vite-ignore */ pathToFileURL(root + file).href)) as never);
  } finally {
    globalThis.RegExp = Native;
  }
  return made;
}

/** A text of so many characters takes milliseconds where every character is read some times, and seconds where all are read for each. */
const ATTACK_CHARACTERS = 50_000;
const MAX_ATTACK_MS = 500;

async function judge({ source, flags, where }: Expression): Promise<string[]> {
  const found = await check(source, flags, { timeout: 60_000 });
  if (found.status === "safe") return [];
  if (found.status === "unknown") return [`${where}: /${source}/${flags}: ${found.error.kind}`];
  const { attack, checker, complexity } = found;
  // An automaton is a proof. A text that the search suspects is put to the expression, since the search counts look-behinds
  // dearly.
  if (checker === "fuzz" && runMs(new RegExp(source, flags), lengthened(attack)) < MAX_ATTACK_MS) return [];
  return [`${where}: /${source}/${flags}: ${complexity.summary}, ${attack.pattern}`];
}

type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string };

function lengthened({ pumps, suffix }: Attack): string {
  const pumped = pumps.map(({ pump }) => pump.length).reduce((sum, length) => sum + length, 0);
  const times = Math.ceil(ATTACK_CHARACTERS / Math.max(1, pumped));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
}

function runMs(expression: RegExp, text: string): number {
  const begin = process.cpuUsage();
  text.replace(expression, "");
  const { user } = process.cpuUsage(begin);
  return user / 1000;
}

describe("every regular expression that sees text from outside", () => {
  it("takes time in proportion to the text (fault 40)", { timeout: 600_000 }, async () => {
    const files = (await sourceFiles()).map((file) => ({ file, ...readExpressions(file) }));
    expect(files.filter(({ makesMore }) => makesMore).map(({ file }) => file)).toEqual(
      Object.keys(MAKERS).toSorted(),
    );
    const all = files.flatMap(({ written }) => written);
    const made = await madeBy(Object.keys(MAKERS));
    expect(made.some(({ source }) => source.includes("createServer"))).toBe(true);
    expect(made.length).toBeGreaterThan(Object.keys(MAKERS).length);
    all.push(...made);
    const different = [...new Map(all.map((one) => [`${one.source}/${one.flags}`, one])).values()];
    expect(different.length).toBeGreaterThan(400);
    const found: string[] = [];
    // The expressions are judged one after the other: on a busy machine `recheck` takes slow ones for dangerous ones.
    for (const one of different) found.push(...(await judge(one)));
    expect(found).toEqual([]);
  });

  it("would be found out if it did not", async () => {
    const seen = await Promise.all(
      [String.raw`^(.+?)[\s@]+(?=v?\d)(\S+)$`, String.raw`(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)$`].map(
        (source) => judge({ source, flags: "", where: "here" }),
      ),
    );
    expect(seen.map((found) => found.length)).toEqual([1, 1]);
  });
});
