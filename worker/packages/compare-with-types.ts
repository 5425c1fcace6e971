import type { SourceDocument } from "#worker/content/document.ts";
import type { TypesCheck } from "#worker/runs/crawl-steps.ts";
import { listExports } from "./list-exports.ts";

/** Names that are told in full; the others are counted. */
const MAX_EXAMPLES = 5;
/** Characters before the name of a package in which its import begins. */
const MAX_IMPORT_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 60;

/**
 * Compares the documentation of an npm package with its type declarations: names that the documentation imports and the types do not export,
 * and exported names that no page of the documentation has. `files` are `package.json` and the `.d.ts` files by path. Null without
 * declarations or without documentation. Names whose absence isn't certain are not told.
 */
export function compareWithTypes(
  name: string,
  pages: readonly { url: string; document: Pick<SourceDocument, "markdown"> }[],
  files: ReadonlyMap<string, string>,
): TypesCheck | null {
  const texts = pages.flatMap(({ url, document }) => (url.endsWith(".d.ts") ? [] : [document.markdown]));
  const exported = texts.length === 0 ? null : listExports(files);
  if (exported === null || exported.names.size === 0) return null;
  const imported = new Set(texts.flatMap((text) => importedFrom(name, text)));
  const written = new Set(texts.flatMap((text) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
  const unknown = exported.isWhole ? [...imported].filter((one) => !exported.names.has(one)) : [];
  return {
    exports: exported.names.size,
    unknown: counted(unknown),
    undocumented: counted([...exported.names].filter((one) => !written.has(one))),
  };
}

function counted(names: string[]): TypesCheck["unknown"] {
  return {
    count: names.length,
    examples: names.slice(0, MAX_EXAMPLES).map((one) => one.slice(0, MAX_NAME_CHARACTERS)),
  };
}

/** The names that examples import from a package or from a part of it: `import { a, type b as c } from "name/part"`, or with `require`. */
function importedFrom(name: string, text: string): string[] {
  const names: string[] = [];
  for (const { 0: call, 1: specifier, index } of text.matchAll(
    /\b(?:from|require\()\s?["']([^"'\s]+)["']/g,
  )) {
    if (specifier !== name && !specifier!.startsWith(`${name}/`)) continue;
    const before = text.slice(Math.max(0, index - MAX_IMPORT_CHARACTERS), index).trimEnd();
    const head = call.startsWith("from") ? before : before.replace(/=$/, "").trimEnd();
    const open = head.lastIndexOf("{");
    if (open < 0 || !head.endsWith("}")) continue;
    if (!isImport(head.slice(0, open))) continue;
    for (const part of head.slice(open + 1, -1).split(",")) {
      const own = /^(?:type\s+)?([\w$]+)/.exec(part.trim())?.[1];
      if (own !== undefined && own !== "default") names.push(own);
    }
  }
  return names;
}

/** Whether a text ends where the names of an import begin: `import`, `import type`, `import x,` or `const`. */
function isImport(before: string): boolean {
  const [last = "", previous = ""] = before
    .slice(-MAX_NAME_CHARACTERS)
    .split(/[\s,;>]/)
    .filter(Boolean)
    .toReversed();
  return ["import", "const", "let", "var"].includes(last) || previous === "import";
}
