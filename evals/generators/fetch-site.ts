import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSite } from "./build-site.ts";
import type { Site } from "./sites.ts";

export type FetchedSite = { folder: string; version: string };

/**
 * The folder of a site below `cacheDir`, fetched with the ordinary client of its registry unless the folder is there.
 * Registries drop old versions: where the version of the list is gone, the newest is taken.
 */
export function fetchSite(site: Site, cacheDir: string): FetchedSite {
  const home = join(cacheDir, site.name);
  const folder = join(home, "files", site.root);
  const stamp = join(home, "version");
  if (existsSync(stamp)) return { folder, version: readFileSync(stamp, "utf8") };
  rmSync(home, { recursive: true, force: true });
  if (site.kind === "built") {
    buildSite(site, join(home, "building"), join(home, "files"));
    writeFileSync(stamp, site.version);
    return { folder, version: site.version };
  }
  const download = join(home, "download");
  mkdirSync(download, { recursive: true });
  let version = site.version;
  try {
    clients[site.kind](site.package, version, download);
  } catch {
    version = "newest";
    clients[site.kind](site.package, null, download);
  }
  const [archive] = readdirSync(download);
  if (archive === undefined) throw new Error(`${site.package}: the client left no file`);
  if (version === "newest") version = archive;
  const files = join(home, "unpacking");
  mkdirSync(files);
  unpack(join(download, archive), files, site.root);
  rmSync(download, { recursive: true });
  renameSync(files, join(home, "files"));
  if (!existsSync(join(folder, site.entry)))
    throw new Error(`${site.name}: no ${site.entry} in ${site.root}`);
  writeFileSync(stamp, version);
  return { folder, version };
}

type Client = (name: string, version: string | null, folder: string) => void;

const clients: Record<Exclude<Site["kind"], "built">, Client> = {
  deb: (name, version, folder) =>
    run(folder, "apt-get", ["-qq", "download", version ? `${name}=${version}` : name]),
  npm: (name, version, folder) => run(folder, "npm", ["pack", "--silent", `${name}@${version ?? "latest"}`]),
  pypi: (name, version, folder) =>
    run(folder, "pip", ["download", "-q", "--no-deps", "-d", ".", version ? `${name}==${version}` : name]),
  maven: (name, version, folder) => {
    const [group, artifact, ...rest] = name.split(":");
    const coordinates = [group, artifact, version ?? "LATEST", ...rest].join(":");
    run(folder, "mvn", [
      "-q",
      "-B",
      "dependency:copy",
      `-Dartifact=${coordinates}`,
      `-DoutputDirectory=${resolve(folder)}`,
    ]);
  },
};

function unpack(archive: string, folder: string, root: string): void {
  const below = root === "" ? "." : root;
  if (archive.endsWith(".deb"))
    run(folder, "sh", [
      "-c",
      'dpkg-deb --fsys-tarfile "$1" | tar -x --wildcards "./$2"',
      "sh",
      resolve(archive),
      below,
    ]);
  else if (archive.endsWith("gz")) run(folder, "tar", ["-xzf", resolve(archive), below]);
  else
    run(folder, "unzip", [
      "-q",
      "-o",
      resolve(archive),
      ...(root === "" ? [] : [`${root}/*`]),
      "-x",
      "META-INF/*",
    ]);
}

function run(folder: string, command: string, args: string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
}
