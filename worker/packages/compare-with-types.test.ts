import { expect, it } from "vitest";
import { compareWithTypes } from "./compare-with-types.ts";
import { listExports } from "./list-exports.ts";

const page = (markdown: string, path = "README.md") => ({
  url: `https://unpkg.com/quokka@1.0.0/${path}`,
  document: { title: "", markdown },
});
const files = (types: Record<string, string>, manifest: object = {}) =>
  new Map(Object.entries({ "package.json": JSON.stringify(manifest), ...types }));
const namesOf = (types: Record<string, string>, manifest?: object) => {
  const found = listExports(files(types, manifest));
  return found && [[...found.names].toSorted(), found.isWhole];
};

it("lists what an entry exports: declared, listed, renamed, and from other files", () => {
  const types = {
    "dist/index.d.ts": [
      "import { hidden } from './hop.js';",
      "declare function land(): void;",
      "declare const inner: number;",
      "export declare function hop(place: string, options?: { high: boolean, far: boolean }): void;",
      "export declare const one: () => { a: 1, b: 2 }, two: Map<string, number>;",
      "export { land, inner as core, type Options } from './options.js';",
      "export * from './hop.js';",
      "export * as tools from './tools';",
      "export default hop;",
      "export declare const enum Gait { Slow }",
    ].join("\n"),
    "dist/hop.d.ts": "export interface Hop {}\ndeclare const secret: 1;\nexport * from './deep';\n",
    "dist/deep/index.d.ts": "export type Deep = 1;\nexport * from '../hop.js';",
    "dist/unused.d.ts": "export type Unused = 1;",
  };
  const names = ["Deep", "Gait", "Hop", "Options", "core", "hop", "land", "one", "tools", "two"];
  expect(namesOf(types, { types: "./dist/index.d.ts" })).toEqual([names, true]);
  const byCondition = { exports: { ".": { import: "./dist/index.mjs", require: "./dist/index.cjs" } } };
  expect(namesOf(types, byCondition)).toEqual([names, true]);
});

it("says when there may be more names", () => {
  for (const text of [
    "export * from 'other';",
    "export = hop;",
    "declare module 'x' {}",
    "export * from './gone';",
  ])
    expect(namesOf({ "index.d.ts": `export type A = 1;\n${text}` })).toEqual([["A"], false]);
  const exports = { ".": "./index.js", "./part": { types: "./part.d.mts" }, "./style": "./style.css" };
  expect(namesOf({ "index.d.ts": "export type A = 1;" }, { exports })).toEqual([["A"], false]);
  const byPattern = { ".": "./index.js", "./*": "./parts/*.js" };
  const parts = { "index.d.ts": "export type A = 1;", "parts/b.d.ts": "export type B = 1;" };
  expect(namesOf(parts, { exports: byPattern })).toEqual([["A", "B"], true]);
  expect(namesOf({})).toBeNull();
});

it("finds imports of names that the types don't export, and exports that no page has", () => {
  const types = files({
    "index.d.ts": "export declare function hop(): void;\nexport type Hop = 1;\nexport type Nap = 1;",
  });
  const docs = [
    "```ts\nimport quokka, { hop, type Hop as H, leap } from 'quokka';\nimport { other } from 'elsewhere';\n```",
    '```js\nconst { jump: j } = require("quokka/part");\n```\nText about { nothing } from "quokka".',
  ];
  expect(
    compareWithTypes(
      "quokka",
      docs.map((text) => page(text)),
      types,
    ),
  ).toEqual({
    exports: 3,
    unknown: { count: 2, examples: ["leap", "jump"] },
    undocumented: { count: 1, examples: ["Nap"] },
  });
});

it("tells nothing without documentation or types, and no unknown names of types that aren't whole", () => {
  const docs = [page("```ts\nimport { leap } from 'quokka';\n```")];
  expect(compareWithTypes("quokka", docs, files({}))).toBeNull();
  const types = files({ "index.d.ts": "export declare function hop(): void;\nexport * from 'kangaroo';" });
  expect(compareWithTypes("quokka", [page("hop", "index.d.ts")], types)).toBeNull();
  expect(compareWithTypes("quokka", docs, types)).toMatchObject({ unknown: { count: 0 } });
});

it("reads hostile manifests and declarations", () => {
  const deep = `${'{"exports":'.repeat(3000)}"./a.js"${"}".repeat(3000)}`;
  expect(
    listExports(
      new Map([
        ["package.json", deep],
        ["index.d.ts", "export type A = 1;"],
      ]),
    ),
  ).toBeNull();
  expect(namesOf({ "index.d.ts": "export * from './%zz';\nexport * from '../../..';\nexport {" })).toEqual([
    [],
    false,
  ]);
});
