import type { PackageEcosystem } from "#schema/values.ts";
import { compareVersions } from "#worker/public-catalog/versions.ts";

export type PinnedPackage = { ecosystem: PackageEcosystem; name: string; version: string };

/** File names of the lockfiles that are read. */
export const LOCKFILE_NAMES = [
  "package-lock.json",
  "pnpm-lock.yaml",
  "uv.lock",
  "go.mod",
  "Cargo.lock",
] as const;
export type LockfileName = (typeof LOCKFILE_NAMES)[number];

/**
 * The packages that a lockfile pins, each name once, in the order of names: of several versions the one that the project itself asks for,
 * else the newest. Links to folders and to repositories have no version and are left out. Throws SyntaxError for a file in another format
 * than its name says.
 */
export function readLockfile(fileName: LockfileName, text: string): PinnedPackage[] {
  switch (fileName) {
    case "package-lock.json":
      return oneOfEach("npm", readPackageLock(text));
    case "pnpm-lock.yaml":
      return oneOfEach("npm", readPnpmLock(text));
    case "uv.lock":
      return oneOfEach("pypi", readTomlPackages(text));
    case "Cargo.lock":
      return oneOfEach("cargo", readTomlPackages(text));
    case "go.mod":
      return oneOfEach("go", readGoMod(text));
    default:
      return fileName satisfies never;
  }
}

type Found = { name: string; version: string; isDirect: boolean };

function oneOfEach(ecosystem: PackageEcosystem, found: Found[]): PinnedPackage[] {
  const best = new Map<string, Found>();
  for (const one of found) {
    const known = best.get(one.name);
    const isBetter =
      !known ||
      (one.isDirect !== known.isDirect ? one.isDirect : compareVersions(one.version, known.version) > 0);
    if (isBetter) best.set(one.name, one);
  }
  return [...best.values()]
    .map(({ name, version }) => ({ ecosystem, name, version }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Packages of npm's lockfile: versions 2 and 3 of the format list folders; version 1 lists names. */
function readPackageLock(text: string): Found[] {
  const lock = JSON.parse(text) as {
    packages?: Record<string, { version?: unknown; link?: boolean; name?: unknown }>;
    dependencies?: Record<string, { version?: unknown }>;
  } | null;
  if (lock?.packages) {
    return Object.entries(lock.packages).flatMap(([folder, { version, link, name }]) => {
      const own = packageOf(folder);
      if (own === undefined || link || typeof version !== "string") return [];
      // An alias has its real package under `name`.
      return {
        name: typeof name === "string" ? name : own,
        version,
        isDirect: folder === `node_modules/${own}`,
      };
    });
  }
  if (!lock?.dependencies) throw new SyntaxError("no package-lock.json");
  return Object.entries(lock.dependencies).flatMap(([name, { version }]) =>
    typeof version === "string" && /^\d/.test(version) ? { name, version, isDirect: true } : [],
  );
}

/** The package of a folder: the part behind the last `node_modules/`. */
function packageOf(folder: string): string | undefined {
  const [, own] =
    /^(?:\/?node_modules\/)((?:@[^/]+\/)?[^/]+)$/.exec(
      folder.slice(folder.lastIndexOf("/node_modules/") + 1),
    ) ?? [];
  return own;
}

/** Packages of pnpm's lockfile. Those of the importers are direct; `packages:` lists all, as `name@1.0.0` or `/name/1.0.0` by version. */
function readPnpmLock(text: string): Found[] {
  if (!/^lockfileVersion:/m.test(text)) throw new SyntaxError("no pnpm-lock.yaml");
  const found: Found[] = [];
  let section = "";
  let asked: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const top = /^([\w-]+):/.exec(line)?.[1];
    if (top !== undefined) section = top;
    if (section === "packages") {
      const [, name, version] =
        /^ {2}['"]?\/?((?:@[^/@\s]+\/)?[^/@\s]+)[@/](\d[^('":\s_/]*)/.exec(line) ?? [];
      if (name !== undefined && version !== undefined && line.includes(":"))
        found.push({ name, version, isDirect: false });
    } else if (section === "importers" || /[dD]ependencies$/.test(section)) {
      const [, name, rest = ""] = /^ {2,8}['"]?((?:@[^/'"]+\/)?[^'":\s]+)['"]?:([^]*)$/.exec(line) ?? [];
      const value = rest.trim();
      if (name === "version" || /^\d/.test(value)) {
        const version = /^['"]?(\d[^('"\s_]*)/.exec(value)?.[1];
        const whose = name === "version" ? asked : name;
        if (whose && version) found.push({ name: whose, version, isDirect: true });
      } else if (name !== undefined && value === "") asked = name;
    }
  }
  return found;
}

/** Packages in the `[[package]]` tables of uv and cargo, which both write one key a line. The project itself has no registry. */
function readTomlPackages(text: string): Found[] {
  const tables = text.split(/^\[\[package\]\]\s*$/m).slice(1);
  if (tables.length === 0 && !/^version = \d+/m.test(text)) throw new SyntaxError("no lock file of packages");
  return tables.flatMap((table) => {
    const name = /^name = "([^"]+)"/m.exec(table)?.[1];
    const version = /^version = "([^"]+)"/m.exec(table)?.[1];
    const source = /^source = (.+)$/m.exec(table)?.[1] ?? "";
    const isOwn = source === "" || /\b(?:editable|virtual|directory)\b/.test(source);
    return name === undefined || version === undefined || isOwn ? [] : { name, version, isDirect: false };
  });
}

/** Modules of `require` lines and blocks; those that only others need are marked `// indirect`. */
function readGoMod(text: string): Found[] {
  if (!/^module\s+\S/m.test(text)) throw new SyntaxError("no go.mod");
  const found: Found[] = [];
  let isRequire = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(")")) isRequire = false;
    const isOne = /^require\s+[^(\s]/.test(line);
    const [, name, version] =
      isRequire || isOne ? (/^(?:require\s+)?(\S+)\s+v(\d\S*)/.exec(line.trim()) ?? []) : [];
    if (name !== undefined && version !== undefined)
      found.push({ name, version, isDirect: !/\/\/ indirect/.test(line) });
    if (/^require\s*\(/.test(line)) isRequire = true;
  }
  return found;
}
