import type { PackageEcosystem } from "#schema/values.ts";
import { publicCatalog } from "./public-catalog.ts";
import type { CatalogEntry } from "./public-catalog.ts";

/** An entry of the catalog by one of its packages. */
export type PackageOfEntry = {
  /** Name of the entry. */
  name: string;
  /** Rank of the package in its entry: the lowest speaks for its version. From `UNCERTAIN_RANK` on packages may have own versions. */
  rank: number;
};

/**
 * Rank of a package not called like its entry: it may be a part of the entry, or a client with versions of its own, as `kafkajs` is of
 * Kafka.
 */
export const UNCERTAIN_RANK = 100;

/** The packages of the catalog; a package that two entries have means neither. */
export function indexPackages(
  entries: readonly CatalogEntry[],
): (ecosystem: PackageEcosystem, name: string) => PackageOfEntry | null {
  const found = new Map<string, PackageOfEntry | null>();
  for (const entry of entries) {
    const names = new Set([entry.name, ...entry.aliases].map(coreOf));
    for (const [at, id] of entry.packages.entries()) {
      const [, ecosystem = "", name = ""] = /^(\w+):(.+)$/.exec(id) ?? [];
      const isCalledLikeIt = spellingsOf(ecosystem, name).some((spelling) => names.has(coreOf(spelling)));
      const one = { name: entry.name, rank: isCalledLikeIt ? at : UNCERTAIN_RANK + at };
      const key = keyOf(ecosystem, name);
      const known = found.get(key);
      // Two packages of one entry may be the same but for the major version in the name.
      if (known === undefined) found.set(key, one);
      else if (known?.name !== entry.name) found.set(key, null);
    }
  }
  return (ecosystem, name) => found.get(keyOf(ecosystem, name)) ?? null;
}

/** The entry of the public catalog that has a package, or null. */
export function findPackageEntry(ecosystem: PackageEcosystem, name: string): PackageOfEntry | null {
  return (known ??= indexPackages(publicCatalog()))(ecosystem, name);
}

let known: ReturnType<typeof indexPackages> | null = null;

/** A package's name as its registry compares names, without the major version in the path of a Go module. */
function keyOf(ecosystem: string, name: string): string {
  const lower = name.toLowerCase();
  switch (ecosystem) {
    case "pypi":
    case "cargo":
      return `${ecosystem}:${lower.replace(/[-_.]+/g, "-")}`;
    case "go":
      return `${ecosystem}:${lower.replace(/[/.]v\d+$/, "")}`;
    default:
      return `${ecosystem}:${lower}`;
  }
}

/** The parts of a package's name that may be the name of a project: `@angular/core`, `github.com/gin-gonic/gin`. */
function spellingsOf(ecosystem: string, name: string): string[] {
  if (ecosystem !== "go") return [name, ...name.replace(/^@/, "").split("/")];
  const [, ...path] = name.replace(/[/.]v\d+$/, "").split("/");
  return [...path, path.at(-1)?.replace(/\.go$/, "") ?? ""];
}

/** The core of a name, without signs and without the word for its language: `Next.js` is called like `next`. */
function coreOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word !== "js" && word !== "py").join("");
}
