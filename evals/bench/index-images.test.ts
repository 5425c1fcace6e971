import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { changedIndexes, indexImages } from "./index-images.ts";

it("sees a write to an index that is open, and none where there was none", () => {
  const stateDir = mkdtempSync(join(tmpdir(), "docenda-images-"));
  expect(indexImages(stateDir).size).toBe(0);
  const folder = join(stateDir, "state/v3/do/docenda-DocsIndex");
  mkdirSync(folder, { recursive: true });
  const open = (name: string) => {
    const database = new DatabaseSync(join(folder, name));
    database.exec(
      "PRAGMA journal_mode = WAL; CREATE TABLE pages (url TEXT PRIMARY KEY); INSERT INTO pages VALUES ('a')",
    );
    return database;
  };
  const one = open("one.sqlite");
  const two = open("two.sqlite");
  open("metadata.sqlite").close();
  const before = indexImages(stateDir);
  expect([...before.keys()].sort()).toEqual(["one.sqlite", "two.sqlite"]);

  one.prepare("SELECT url FROM pages").all();
  expect(changedIndexes(before, indexImages(stateDir))).toEqual([]);
  two.exec("REPLACE INTO pages VALUES ('a')");
  expect(changedIndexes(before, indexImages(stateDir))).toEqual(["two.sqlite"]);
  // Folding the journal into the database is no write.
  one.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  one.close();
  two.close();
  expect(changedIndexes(before, indexImages(stateDir))).toEqual(["two.sqlite"]);
});
