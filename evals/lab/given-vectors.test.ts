import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readGivenVectors } from "./given-vectors.ts";
import { openStorage } from "./sql-storage.ts";

it("gives each chunk and each question the vector that was made for it, and refuses those of other chunks", () => {
  const folder = mkdtempSync(join(tmpdir(), "docenda-vectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { sql } = openStorage(":memory:");
  sql.exec("CREATE TABLE page (id INTEGER, first_chunk_id INTEGER, chunk_count INTEGER)");
  // Pages are stored in any order; the vectors are in the order of the chunks.
  sql.exec("INSERT INTO page VALUES (1, 12, 1), (2, 10, 2)");
  const questions = ["north?", "east?"];
  writeFileSync(join(folder, "vectors.json"), JSON.stringify({ id: "compass", dims: 2, questions }));
  writeFileSync(join(folder, "questions.bin"), new Uint8Array(Float32Array.of(0, 1, 1, 0).buffer));
  writeFileSync(join(folder, "map.bin"), new Uint8Array(Int8Array.of(127, 0, 0, 127, -127, 0).buffer));
  writeFileSync(join(folder, "short.bin"), new Uint8Array(4));

  const given = readGivenVectors(folder);
  const vectors = given.load("map", sql)!;
  const east = given.questionVector("east?");
  expect([10, 11].map((chunkId) => vectors.cosine(east, 2, chunkId))).toEqual([1, 0]);
  expect(vectors.cosine(east, 1, 12)).toBe(-1);
  expect(vectors.nearest(given.questionVector("north?"), 1)).toEqual([{ chunkId: 11, cosine: 1 }]);
  expect(given.load("elsewhere", sql)).toBeNull();
  expect(() => given.load("short", sql)).toThrow("2 vectors for 3 chunks");
  expect(() => given.questionVector("west?")).toThrow("no vector for");
});
