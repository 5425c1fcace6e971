import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp, restore } from "./backup.ts";

let root = "";
let stateDir = "";
let folder = "";
let open: DatabaseSync | null = null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "docenda-backup-"));
  stateDir = join(root, "original");
  folder = join(root, "backup");
  write("secrets.json", "secret");
  write("log/server.log", "a line");
  write("build/worker.js", "code");
  write("state/v3/r2/files/blobs/1", "a file");
  // An open connection leaves its rows in the log beside the database, as a server that was killed does.
  open = new DatabaseSync(join(stateDir, "state/v3/d1.sqlite"));
  open.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (7)");
});

afterEach(() => {
  open?.close();
  rmSync(root, { recursive: true, force: true });
});

it("what was backed up is there after a restore, with rows that only the write-ahead log had", async () => {
  const { files } = await backUp(stateDir, folder);
  expect(Object.keys(files)).toEqual(["secrets.json", "state/v3/d1.sqlite", "state/v3/r2/files/blobs/1"]);
  const copy = join(root, "copy");
  await restore(folder, copy);
  expect(readFileSync(join(copy, "secrets.json"), "utf8")).toBe("secret");
  expect(readFileSync(join(copy, "state/v3/r2/files/blobs/1"), "utf8")).toBe("a file");
  const database = new DatabaseSync(join(copy, "state/v3/d1.sqlite"));
  expect(database.prepare("SELECT x FROM t").all()).toEqual([{ x: 7 }]);
  database.close();
});

it("a damaged backup is refused by name, and nothing is restored", async () => {
  await backUp(stateDir, folder);
  writeFileSync(join(folder, "state/v3/r2/files/blobs/1"), "another file");
  rmSync(join(folder, "secrets.json"));
  const copy = join(root, "copy");
  await expect(restore(folder, copy)).rejects.toThrow(
    "secrets.json (missing), state/v3/r2/files/blobs/1 (changed)",
  );
  expect(existsSync(copy)).toBe(false);
});

it("a manifest that names files outside of the backup is refused", async () => {
  await backUp(stateDir, folder);
  const file = join(folder, "manifest.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("secrets.json", "../secrets.json"));
  await expect(restore(folder, join(root, "copy"))).rejects.toThrow("outside of the backup");
});

it("data is never overwritten: neither a copy's by a restore, nor a backup by another one", async () => {
  await backUp(stateDir, folder);
  await expect(backUp(stateDir, folder)).rejects.toThrow("exists");
  await expect(restore(folder, stateDir)).rejects.toThrow("has data");
});

it("a backup that was cut off has no manifest and is refused", async () => {
  await backUp(stateDir, folder);
  rmSync(join(folder, "manifest.json"));
  await expect(restore(folder, join(root, "copy"))).rejects.toThrow("no finished backup");
});

it("a restore that was cut off is done again", async () => {
  await backUp(stateDir, folder);
  const copy = join(root, "copy");
  mkdirSync(join(copy, "state.restoring"), { recursive: true });
  writeFileSync(join(copy, "state.restoring/left-over"), "");
  await restore(folder, copy);
  expect(existsSync(join(copy, "state/left-over"))).toBe(false);
  expect(existsSync(join(copy, "state/v3/d1.sqlite"))).toBe(true);
});

function write(path: string, text: string): void {
  const file = join(stateDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
