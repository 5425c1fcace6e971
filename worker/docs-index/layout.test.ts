import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { chunkIdAt, placesOf, readLayout } from "./layout.ts";

function layoutOf(pages: [id: number, first: number, count: number][]) {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE page (id, first_chunk_id, chunk_count)");
  for (const page of pages) db.prepare("INSERT INTO page VALUES (?, ?, ?)").run(...page);
  return readLayout({
    exec: (text: string) => ({ toArray: () => db.prepare(text).all() }),
  } as unknown as SqlStorage);
}

it("numbers chunks without gaps, whatever ids were given and taken away", () => {
  const layout = layoutOf([
    [3, 100, 2],
    [1, 7, 3],
    [4, 102, 0],
    [2, 102, 1],
  ]);
  expect([...layout.pageIds]).toEqual([1, 3, 2]);
  expect(Array.from({ length: 6 }, (_, place) => chunkIdAt(layout, place))).toEqual([7, 8, 9, 100, 101, 102]);
  expect([...layout.slots]).toEqual([0, 0, 0, 1, 1, 2]);
  expect([...placesOf(layout, [1, 7, 9, 10, 99, 101, 102, 103])]).toEqual([0, 2, 4, 5]);
});

it("has no places without pages", () => {
  const layout = layoutOf([]);
  expect([...layout.slots]).toEqual([]);
  expect([...placesOf(layout, [1, 2])]).toEqual([]);
});
