import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { wordsOf } from "./keywords.ts";
import type { PageSection } from "./sections.ts";

export type FoundSection = PageSection & { file: string };

/** Number of sections that more than fills the largest budget. */
export const MOST_SECTIONS = 50;

/** Plain SQLite FTS5 over sections; the database keeps the text, so that no section stays in memory. An older `file` is replaced. */
export function fillFts5(sections: readonly FoundSection[], file: string): (query: string) => FoundSection[] {
  if (file !== ":memory:") rmSync(file, { force: true });
  const db = new DatabaseSync(file);
  db.exec(
    "CREATE VIRTUAL TABLE section USING fts5(title, heading, body, file UNINDEXED, tokenize = 'porter unicode61')",
  );
  const insert = db.prepare("INSERT INTO section(title, heading, body, file) VALUES (?, ?, ?, ?)");
  db.exec("BEGIN");
  for (const { title, heading, body, file: page } of sections) insert.run(title, heading, body, page);
  db.exec("COMMIT");
  const select = db.prepare(
    `SELECT title, heading, body, file FROM section WHERE section MATCH ? ORDER BY bm25(section), rowid LIMIT ${MOST_SECTIONS}`,
  );
  return (query) => {
    const match = [...new Set(wordsOf(query))].map((word) => `"${word}"`).join(" OR ");
    return match === "" ? [] : (select.all(match) as FoundSection[]);
  };
}
