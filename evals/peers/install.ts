import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The rivals' newest versions in the registry when the bench was written. Rivals are never dependencies of the product. */
const RIVALS = { "@tobilu/qmd": "2.8.3", minisearch: "7.2.0" } as const;
export type Rival = keyof typeof RIVALS;

/**
 * Installs the rivals below `prefix` unless they are there. Without optional packages (graphics cards' builds of a model
 * runner, 660 MB) and without install scripts, which would compile that runner: there are no models to run.
 */
export function installRivals(prefix: string): void {
  const wanted = Object.entries(RIVALS);
  const isThere = wanted.every(([name, version]) => installedVersion(prefix, name) === version);
  if (isThere) return;
  console.log(`installing ${wanted.map(([name, version]) => `${name}@${version}`).join(" and ")} …`);
  mkdirSync(prefix, { recursive: true });
  const packages = wanted.map(([name, version]) => `${name}@${version}`);
  const flags = ["--save-exact", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--prefix", prefix, ...flags, "--loglevel=error", ...packages], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** The folder of a rival, with its version. */
export function rivalPackage(prefix: string, name: Rival): { folder: string; version: string } {
  return { folder: join(prefix, "node_modules", name), version: RIVALS[name] };
}

function installedVersion(prefix: string, name: string): string | null {
  const file = join(prefix, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : null;
}
