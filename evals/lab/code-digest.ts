import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * A digest that changes with every file of a module: itself, the modules that it imports, at first or later, and the lockfile,
 * which speaks for the packages among them. A file that is imported for its types alone does not count.
 */
export function digestOfCode(file: string, lockfile: string): string {
  const digest = createHash("sha256");
  for (const path of [...listModules(file), lockfile]) {
    const bytes = readFileSync(path);
    digest.update(`${bytes.length} `).update(bytes);
  }
  return digest.digest("hex");
}

/** The files of a module and of all its imports in the repository, the module first, each once. */
export function listModules(file: string): string[] {
  const found = new Set([file]);
  for (const path of found) {
    if (!path.endsWith(".ts")) continue;
    const { resolve } = createRequire(path);
    for (const specifier of importsOf(readFileSync(path, "utf8")))
      found.add(resolve(specifier.replace(/\?url$/, "")));
  }
  return [...found];
}

const IMPORT =
  /^(?:import|export)\s(?!type\s)[^"';]*?from\s*"([#.][^"]+)"|^import\s*"([#.][^"]+)"|\bimport\("([#.][^"]+)"\)/gm;

/** The imports of a text that are no packages. */
function importsOf(text: string): string[] {
  return Array.from(text.matchAll(IMPORT), ([, from, alone, later]) => (from ?? alone ?? later)!);
}
