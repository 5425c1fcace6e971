import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { quote, SourceScores } from "./source-scores.ts";

const WORDS = ["route", "hook", "state", "query", "index", "worker", "cache", "token", "page", "build"];

it("chooses as the full-text table does for all terms at once, the first time and again", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE about USING fts5(name, description, outline)");
  const insert = database.prepare(
    "INSERT INTO about (rowid, name, description, outline) VALUES (?, ?, ?, ?)",
  );
  const random = numbers(7);
  const text = (length: number) =>
    Array.from({ length }, () => WORDS[Math.floor(random() ** 2 * WORDS.length)]).join(" ");
  // Some rows are equal, so that ties are decided too.
  for (let row = 1; row <= 300; row++)
    insert.run(
      row * 3,
      text(1),
      text(3),
      row % 4 === 0 ? "cache token" : text(1 + Math.floor(random() * 40)),
    );
  const sql = storageOf(database);
  const scores = new SourceScores();
  for (let round = 0; round < 40; round++) {
    const terms = WORDS.filter(() => random() < 0.3);
    const limit = 1 + Math.floor(random() * 30);
    expect(scores.best(sql, terms, limit)).toEqual(bestByTable(database, terms, limit));
  }
  expect(scores.best(sql, ["nowhere"], 5)).toEqual([]);
});

function bestByTable(database: DatabaseSync, terms: string[], limit: number): unknown[] {
  if (terms.length === 0) return [];
  return database
    .prepare(
      `SELECT rowid FROM about WHERE about MATCH ? AND rank MATCH 'bm25(10.0, 3.0, 1.0)' ORDER BY rank, rowid LIMIT ?`,
    )
    .all(terms.map(quote).join(" OR "), limit)
    .map(({ rowid }) => rowid);
}

/** The used part of SqlStorage. */
function storageOf(database: DatabaseSync): SqlStorage {
  const exec = (query: string, ...values: string[]) => ({
    raw: () =>
      database
        .prepare(query)
        .all(...values)
        .map((row) => Object.values(row))
        .values(),
  });
  return { exec } as unknown as SqlStorage;
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
}
