import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../server.ts";

export type PackageSeed = {
  ecosystem: "npm" | "pypi";
  name: string;
  version: string;
  description?: string;
  /** Makes the gzipped tar, with one folder around everything. Called at each download. */
  archive: () => Promise<Uint8Array>;
};

export type Registries = {
  npmUrl: string;
  pypiUrl: string;
  /** Publishes a version of a package. The last published version is the newest. */
  addPackage(seed: PackageSeed): void;
  close(): Promise<void>;
};

/**
 * Registries for the product of `npm start`: those of the environment that it was started in, else npm's stand-in. PyPI's stand-in has
 * nothing that is installed, so there is rather none.
 */
export function registryVars({ npmUrl }: Registries): Record<string, string> {
  return { NPM_REGISTRY_URL: process.env.NPM_REGISTRY_URL || npmUrl, PYPI_URL: process.env.PYPI_URL || "" };
}

const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/**
 * The registries of npm and PyPI, as far as an index of documentation asks them, on 127.0.0.1. npm's has the packages of a `node_modules`
 * folder, each in the version that is installed; both have added packages, in memory.
 */
export async function startRegistries(options: { port: number; installedIn: string }): Promise<Registries> {
  const port = await freePort(options.port);
  const url = `http://127.0.0.1:${port}`;
  const added: PackageSeed[] = [];
  const find: Find = (ecosystem, name, version) => {
    const published = added.filter((one) => one.ecosystem === ecosystem && isSame(one, name));
    const installed = ecosystem === "npm" ? findInstalled(options.installedIn, name) : null;
    const all = installed ? [installed, ...published] : published;
    return all.findLast((one) => version === null || one.version === version) ?? null;
  };
  const server = createServer((request, response) => {
    const found = route(request.url ?? "/", find);
    if (found === null) return json(response, 404, { error: "Not found" });
    const { seed, isArchive } = found;
    if (!isArchive) return json(response, 200, describe(seed, archiveUrl(url, seed)));
    seed.archive().then(
      (bytes) => response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes),
      (error: unknown) => json(response, 500, { error: String(error) }),
    );
  });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", settle);
  });
  return {
    npmUrl: `${url}/npm`,
    pypiUrl: url,
    addPackage: (seed) => void added.push(seed),
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

type Ecosystem = PackageSeed["ecosystem"];
type Find = (ecosystem: Ecosystem, name: string, version: string | null) => PackageSeed | null;

const PATHS: { pattern: RegExp; ecosystem: Ecosystem; isArchive: boolean }[] = [
  { pattern: /^\/npm\/([^/]+)\/([^/]+)$/, ecosystem: "npm", isArchive: false },
  { pattern: /^\/pypi\/([^/]+)(?:\/([^/]+))?\/json$/, ecosystem: "pypi", isArchive: false },
  { pattern: /^\/archives\/npm\/([^/]+)\/([^/]+)$/, ecosystem: "npm", isArchive: true },
  { pattern: /^\/archives\/pypi\/([^/]+)\/([^/]+)$/, ecosystem: "pypi", isArchive: true },
];

function route(path: string, find: Find): { seed: PackageSeed; isArchive: boolean } | null {
  for (const { pattern, ecosystem, isArchive } of PATHS) {
    const [, name, version = "latest"] = pattern.exec(path) ?? [];
    if (name === undefined) continue;
    const seed = find(ecosystem, decoded(name), version === "latest" ? null : decoded(version));
    return seed && { seed, isArchive };
  }
  return null;
}

/** A part of a path, decoded; empty for text that cannot be decoded, which is no name of anything. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

function describe({ ecosystem, name, version, description = "" }: PackageSeed, archive: string): unknown {
  if (ecosystem === "npm") return { name, version, description, dist: { tarball: archive } };
  const filename = `${name}-${version}.tar.gz`;
  return {
    info: { name, version, summary: description, description: null, description_content_type: null },
    urls: [{ packagetype: "sdist", url: archive, filename }],
  };
}

function archiveUrl(url: string, { ecosystem, name, version }: PackageSeed): string {
  return `${url}/archives/${ecosystem}/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
}

/** Whether a name is this package's. PyPI takes `Some.Name` and `some-name` for one (PEP 503). */
function isSame(seed: PackageSeed, name: string): boolean {
  return seed.ecosystem === "npm" ? seed.name === name : normalised(seed.name) === normalised(name);
}

function normalised(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/** A package that is installed, packed at each request. */
function findInstalled(nodeModules: string, name: string): PackageSeed | null {
  if (!/^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/.test(name)) return null;
  const folder = join(nodeModules, name);
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) return null;
  const { version, description } = JSON.parse(readFileSync(manifest, "utf8"));
  return { ecosystem: "npm", name, version: String(version), description, archive: () => pack(folder) };
}

async function pack(folder: string): Promise<Uint8Array> {
  const options = ["--exclude=node_modules", "-czf", "-", "-C", dirname(folder), basename(folder)];
  const { stdout } = await promisify(execFile)("tar", options, {
    encoding: "buffer",
    maxBuffer: MAX_ARCHIVE_BYTES,
  });
  return stdout;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
