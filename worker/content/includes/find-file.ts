import type { FileNames } from "./source-files.ts";

/**
 * The file that an include means; null when there is none. Generators count paths from the page, from a folder of their
 * configuration, or from the root, and few say which: the page's own folder comes first, then the folders around, then the only
 * path (or the nearest of several) with the target as its end. A path never leads out of the repository.
 */
export function findFile(target: string, from: string, names: FileNames): string | null {
  const found = findExact(target, from, names);
  if (found !== null || /\.\w{1,10}$/.test(target)) return found;
  for (const ending of MODULE_ENDINGS) {
    const module = findExact(target.trim() + ending, from, names);
    if (module !== null) return module;
  }
  return null;
}

/** Endings that bundlers put behind the name of a module. */
const MODULE_ENDINGS = [
  ".tsx",
  ".ts",
  ".jsx",
  ".js",
  ".vue",
  ".svelte",
  "/index.tsx",
  "/index.ts",
  "/index.js",
];

function findExact(target: string, from: string, names: FileNames): string | null {
  const wanted = cleanTarget(target);
  if (wanted === null) return null;
  const folder = from.split("/").slice(0, -1);
  if (!wanted.isRooted) {
    const beside = joined(folder, wanted.path);
    if (beside !== null && names.has(beside)) return beside;
  }
  const rest = wanted.path.replace(/^(?:\.{0,2}\/)+/, "");
  if (rest === "" || rest.split("/").includes("..")) return null;
  for (let depth = folder.length; depth >= 0; depth -= 1) {
    const path = [...folder.slice(0, depth), rest].join("/");
    if (names.has(path)) return path;
  }
  return nearest(names.endingWith(rest), folder, rest.includes("/"));
}

/** Folders that generators write as a sign: the site's, the source's, the root. */
const ALIAS = /^(?:@site|@docs|@|~|\$\w+|<rootDir>)\//;

function cleanTarget(target: string): { path: string; isRooted: boolean } | null {
  // Formatters of markdown put a backslash before an underscore.
  const path = target
    .trim()
    .replace(/^["']|["']$/g, "")
    .replaceAll("\\_", "_");
  const known = afterVariables(path);
  if (known === "" || known.length > 500 || /^[a-z][a-z+.-]*:\/\//i.test(known) || known.includes("\0"))
    return null;
  return { path: known.replace(ALIAS, "/"), isRooted: known.startsWith("/") || ALIAS.test(known) };
}

/** The path behind the last variable of a path: an unknown variable stands for a folder. */
function afterVariables(path: string): string {
  const slash = path.lastIndexOf("/");
  const variable = slash === -1 ? -1 : Math.max(path.lastIndexOf("}", slash), path.lastIndexOf("$(", slash));
  return variable === -1 ? path : path.slice(path.indexOf("/", variable));
}

/** A relative path from a folder, without dots; null for a path that leaves the root. */
function joined(folder: string[], path: string): string | null {
  const parts = [...folder];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** The path nearest to a folder. A bare name may be anything's, so it counts only when there is a single path. */
function nearest(paths: string[], folder: string[], isPath: boolean): string | null {
  if (paths.length < 2 || !isPath) return paths.length === 1 ? (paths[0] ?? null) : null;
  const shared = (path: string) => {
    const parts = path.split("/");
    const differs = folder.findIndex((part, at) => parts[at] !== part);
    return differs === -1 ? folder.length : differs;
  };
  const [best] = paths.toSorted((a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1));
  return best ?? null;
}
