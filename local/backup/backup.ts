import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { refuseSecondServer } from "../claim.ts";

const MANIFEST = "manifest.json";
const FORMAT = 1;
/**
 * What a backup leaves out of a copy's folder: the build, the logs, and the claim and registry of a running server, which every start
 * makes anew, and the simulator's HTTP cache.
 */
const LEFT_OUT = ["build/", "log/", "registry/", "server.json", "state/v3/cache/"];
/** Files beside a SQLite database that belong to its open connections. A copy of the database has their contents. */
const OF_CONNECTIONS = /\.sqlite-(?:wal|shm)$/u;

const manifestShape = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Every file of the backup, by its path below the copy's folder. */
  files: z.record(z.string(), z.object({ sizeBytes: z.number().int(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestShape>;

/**
 * Writes everything that a stopped copy keeps in `stateDir` (the database, every object, files, keys and secrets) into the new folder
 * `target`, readable by its owner only, with a checksum for each file. The manifest is written last, so a backup that was cut off has
 * none. Throws when a server runs on the data, when there is no data, and when `target` exists.
 */
export async function backUp(stateDir: string, target: string): Promise<Manifest> {
  refuseSecondServer(stateDir);
  if (!existsSync(join(stateDir, "state"))) throw new Error(`There is no data in ${stateDir}.`);
  if (existsSync(target)) throw new Error(`${target} exists. Back up into a new folder.`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const files: Manifest["files"] = {};
  for (const path of listFiles(stateDir)) {
    const copy = join(target, path);
    await copyFile(join(stateDir, path), copy);
    files[path] = { sizeBytes: statSync(copy).size, sha256: await sha256Of(copy) };
  }
  const manifest: Manifest = { format: FORMAT, madeAt: new Date().toISOString(), files };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}

/**
 * Puts a backup into `stateDir`, which must hold no data. Every checksum is compared before anything is written, and
 * the data gets its name last: a restore that was cut off leaves a folder without data, and can be run again. Throws with the damaged files.
 */
export async function restore(source: string, stateDir: string): Promise<Manifest> {
  refuseSecondServer(stateDir);
  const manifest = readManifest(source);
  if (existsSync(join(stateDir, "state"))) {
    throw new Error(
      `${stateDir} has data. Restore into an empty folder: DOCENDA_STATE=FOLDER npm run restore …`,
    );
  }
  const damaged = await damagedFiles(source, manifest);
  if (damaged.length > 0)
    throw new Error(`The backup is damaged: ${damaged.join(", ")}. Nothing was restored.`);
  const draft = join(stateDir, "state.restoring");
  rmSync(draft, { recursive: true, force: true });
  for (const path of Object.keys(manifest.files)) {
    const copy = join(stateDir, path.replace(/^state\//u, "state.restoring/"));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(source, path), copy);
  }
  renameSync(draft, join(stateDir, "state"));
  return manifest;
}

function readManifest(source: string): Manifest {
  const file = join(source, MANIFEST);
  if (!existsSync(file)) throw new Error(`${source} has no ${MANIFEST}, so it's no finished backup.`);
  return manifestShape.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Files that aren't what the manifest says, each with what is wrong. */
async function damagedFiles(source: string, { files }: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const [path, { sha256 }] of Object.entries(files)) {
    const file = join(source, path);
    if (path.split("/").includes("..")) damaged.push(`${path} (outside of the backup)`);
    else if (!existsSync(file)) damaged.push(`${path} (missing)`);
    else if ((await sha256Of(file)) !== sha256) damaged.push(`${path} (changed)`);
  }
  return damaged;
}

function listFiles(stateDir: string): string[] {
  return readdirSync(stateDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(stateDir.length + 1))
    .filter(
      (path) =>
        !OF_CONNECTIONS.test(path) && !LEFT_OUT.some((left) => path === left || path.startsWith(left)),
    )
    .toSorted();
}

/** Copies a file; a database by SQLite itself, with what its write-ahead log still holds. Throws for a damaged database. */
async function copyFile(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  if (from.endsWith(".sqlite")) {
    const database = new DatabaseSync(from);
    try {
      await copyDatabase(database, to);
      const check = database
        .prepare("PRAGMA quick_check")
        .all()
        .map(({ quick_check: found }) => found);
      if (check.join() !== "ok") throw new Error(`The database ${from} is damaged: ${check.join("; ")}`);
    } finally {
      database.close();
    }
  } else copyFileSync(from, to);
  chmodSync(to, 0o600);
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
