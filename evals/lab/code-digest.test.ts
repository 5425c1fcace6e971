import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "#local/root.ts";
import { digestOfCode, listModules } from "./code-digest.ts";

it("changes with what a module imports, at first or later, and with the packages, but not with types", () => {
  const folder = mkdtempSync(join(tmpdir(), "docenda-code-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, "deep"));
  write("package.json", '{ "imports": { "#deep/*": "./deep/*" } }');
  write("lock.json", "{}");
  write(
    "main.ts",
    'import {\n  a,\n} from "./a.ts";\nimport type { T } from "./types.ts";\nimport fs from "node:fs";\nexport * from "./again.ts";\nconst { b } = await import("#deep/b.ts");\nexport const c = [a, b, fs] as unknown as T;\n',
  );
  write("a.ts", 'import "./alone.ts";\nexport const a = 1;\n');
  write("alone.ts", 'import "./main.ts";\n');
  write("again.ts", "export const d = 1;\n");
  write("types.ts", "export type T = number;\n");
  write(
    "deep/b.ts",
    'import bytes from "../data.bin";\nimport words from "../words.txt?url";\nexport const b = [bytes, words];\n',
  );
  write("data.bin", "import");
  write("words.txt", "import");
  write("unrelated.ts", "");

  const digest = () => digestOfCode(join(folder, "main.ts"), join(folder, "lock.json"));
  const files = listModules(join(folder, "main.ts")).map((file) => relative(folder, file));
  expect(files.toSorted()).toEqual([
    "a.ts",
    "again.ts",
    "alone.ts",
    "data.bin",
    "deep/b.ts",
    "main.ts",
    "words.txt",
  ]);
  const before = digest();
  expect(digest()).toBe(before);
  write("types.ts", "export type T = string;\n");
  write("unrelated.ts", "export const e = 1;\n");
  expect(digest()).toBe(before);
  const digests = [before];
  for (const path of ["data.bin", "words.txt", "alone.ts", "again.ts", "deep/b.ts", "lock.json"]) {
    write(path, "\n");
    digests.push(digest());
  }
  expect(new Set(digests).size).toBe(digests.length);
});

it("sees all that reads a page and stores it", () => {
  const files = listModules(join(ROOT, "evals/lab/index-corpus.ts")).map((file) => relative(ROOT, file));
  expect(files).toEqual(
    expect.arrayContaining([
      "evals/lab/sql-storage.ts",
      "worker/content/document.ts",
      "worker/content/o200k.bin",
      "worker/docs-index/normalise-term.ts",
      "worker/docs-index/page-pieces.ts",
      "worker/docs-index/store-page.ts",
      "worker/docs-index/tables.ts",
      "worker/docs-index/terms.ts",
      "worker/platform/embedder/static-embedder.ts",
    ]),
  );
  expect(files.filter((file) => file.startsWith("worker/search/"))).toEqual([]);
});
