import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Folder in which the local runtime keeps the databases of the class `DocsIndex`, one file an object. */
const OBJECTS = "state/v3/do/docenda-DocsIndex";

export type IndexImage = { hash: string; sizeBytes: number };

/**
 * The databases of all indexes as they stand, by file name. Two images of one database have the same hash only when nothing was
 * written in between, not even the same content again: each image is a copy whose journal has been folded in.
 */
export function indexImages(stateDir: string): Map<string, IndexImage> {
  const folder = join(stateDir, OBJECTS);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return new Map(names.map((name) => [name, imageOf(join(folder, name))]));
}

/** Names of the indexes that differ between two moments, new ones included. */
export function changedIndexes(before: Map<string, IndexImage>, after: Map<string, IndexImage>): string[] {
  return [...after].filter(([name, { hash }]) => before.get(name)?.hash !== hash).map(([name]) => name);
}

function imageOf(file: string): IndexImage {
  const folder = mkdtempSync(join(tmpdir(), "docenda-image-"));
  const copy = join(folder, "copy.sqlite");
  try {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const bytes = readFileSync(copy);
    return { hash: createHash("sha256").update(bytes).digest("hex"), sizeBytes: bytes.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
