import { declaredName, listStatements } from "./read-declarations.ts";

/** The names that a package's type declarations export. */
export type PackageExports = {
  names: Set<string>;
  /** False when there may be more names: a declaration file re-exports what isn't in the package, or in a form that isn't read. */
  isWhole: boolean;
};

const DECLARATIONS = ".d.ts";
const SCRIPT = /\.[cm]?[jt]s$/;
/** Most declaration files that are followed from the entries. */
const MAX_FILES = 2_000;
/** Most entries of a package, most files that an entry names, and most conditions within each other: limits on work. */
const MAX_ENTRIES = 500;
const MAX_TARGETS = 20;
const MAX_CONDITIONS = 8;
/** Most brackets within each other of a type that is looked through. */
const MAX_DEPTH = 20;

/**
 * The names that the entries of an npm package export, by its `package.json` and its `.d.ts` files, which are given by their path. Exports of
 * all entries count together, and `default` does not count. Null when no entry has declarations.
 */
export function listExports(files: ReadonlyMap<string, string>): PackageExports | null {
  const entries = entriesOf(files).map((targets) =>
    targets.flatMap((target) => declarationsAt(target, files)),
  );
  const seen = new Set(entries.flat());
  if (seen.size === 0) return null;
  // An entry without a `.d.ts` file has other declarations, which aren't held, or none.
  const found: PackageExports = { names: new Set(), isWhole: entries.every((paths) => paths.length > 0) };
  // A set that grows while it is gone through: files that are re-exported follow.
  for (const path of seen) {
    if (seen.size > MAX_FILES) return { ...found, isWhole: false };
    for (const { code } of listStatements(files.get(path)!)) {
      const star = /^export\s*\*\s*from\s*["']([^"']+)["']/.exec(code)?.[1];
      if (star === undefined) addNames(code, found);
      else {
        const target = resolve(path, star, files);
        if (target === null) found.isWhole = false;
        else seen.add(target);
      }
    }
  }
  return found;
}

function addNames(code: string, found: PackageExports): void {
  const open = code.indexOf("{");
  if (/^export\s*(?:type\s*)?\{/.test(code)) {
    const names = code.slice(open + 1, code.indexOf("}", open)).split(",");
    for (const name of names) addName(name.trim().split(/\s/).at(-1)!, found);
  } else if (/^export\s*\*\s*as\b/.test(code))
    addName(/^export\s*\*\s*as\s+([\w$]+)/.exec(code)?.[1] ?? "", found);
  // `export = x` has the members of x, and an ambient module has names of its own.
  else if (/^export\s*=|^export\s+as\s+namespace\b|^declare\s+(?:module|global)\b/.test(code))
    found.isWhole = false;
  else if (/^export\s+(?:declare\s+)?(?:const|let|var)\s+(?!enum\b)/.test(code))
    for (const variable of variablesOf(code)) addName(variable, found);
  else if (/^export\s+(?!default\b)/.test(code)) addName(declaredName(code) ?? "", found);
}

/** The names of `export declare const a: A, b: B`, whose types may have commas of their own. */
function variablesOf(code: string): string[] {
  let flat = code.replaceAll("=>", "");
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const inner = flat.replaceAll(/[({[<][^(){}[\]<>]*[)}\]>]/g, "");
    if (inner === flat) break;
    flat = inner;
  }
  const [, list = ""] = /^export\s+(?:declare\s+)?(?:const|let|var)\s+([^]*)/.exec(flat) ?? [];
  return list.split(",").map((one) => /^\s*([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(one)?.[1] ?? "");
}

function addName(name: string, { names }: PackageExports): void {
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && name !== "default") names.add(name);
}

/** The files that each entry of the package names: of `exports`, or without it `types`, `main` and the index. */
function entriesOf(files: ReadonlyMap<string, string>): string[][] {
  const { exports, types, typings, main } = readManifest(files.get("package.json"));
  if (exports === undefined)
    return [[types, typings, main, "index"].filter((one) => typeof one === "string")];
  const isByPath = isTable(exports) && Object.keys(exports).some((key) => key.startsWith("."));
  return (isByPath ? Object.values(exports) : [exports])
    .slice(0, MAX_ENTRIES)
    .map((entry) =>
      targetsOf(entry)
        .filter((target) => SCRIPT.test(target))
        .slice(0, MAX_TARGETS),
    )
    .filter((targets) => targets.length > 0);
}

type Manifest = Record<"exports" | "types" | "typings" | "main", unknown>;

function readManifest(text: string | undefined): Partial<Manifest> {
  try {
    const manifest: unknown = JSON.parse(text ?? "{}");
    return isTable(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Every file that `exports` names, under whatever condition. */
function targetsOf(exports: unknown, depth = 0): string[] {
  if (typeof exports === "string") return [exports];
  if (!isTable(exports) || depth === MAX_CONDITIONS) return [];
  return Object.values(exports).flatMap((one) => targetsOf(one, depth + 1));
}

/** The declarations of a target: the file itself, that of a script, or that of a folder; of a pattern, those of all files it matches. */
function declarationsAt(target: string, files: ReadonlyMap<string, string>): string[] {
  const path = withoutEnding(target.replace(/^\.\//, ""));
  const star = path.indexOf("*");
  if (star >= 0) {
    const [before, after] = [path.slice(0, star), path.slice(star + 1) + DECLARATIONS];
    return [...files.keys()].filter((file) => file.startsWith(before) && file.endsWith(after));
  }
  return [path + DECLARATIONS, `${path}/index${DECLARATIONS}`].filter((file) => files.has(file)).slice(0, 1);
}

/** A path without the ending of declarations or of a script. */
function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]s$/, "");
}

/** The declaration file that another one names; null for one that the package has not. */
function resolve(from: string, specifier: string, files: ReadonlyMap<string, string>): string | null {
  if (!specifier.startsWith(".")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return declarationsAt(parts.length === 0 ? "index" : parts.join("/"), files)[0] ?? null;
}
