import { DurableObject } from "cloudflare:workers";
import { analyzeText } from "#worker/docs-index/terms.ts";

/** What the catalog knows of a source: enough to tell which questions it can answer. */
export type CatalogEntry = {
  sourceId: string;
  name: string;
  description: string | null;
  /** Titles and headings of its pages, one a line. */
  outline: string;
};

/** Most characters of an outline that are kept: the titles and headings of some 2,000 pages. */
export const MAX_OUTLINE_CHARACTERS = 200_000;

/** The sources of one principal (or the public ones), searchable by what they are about. */
export class Catalog extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#createTables();
  }

  /** Forgets all sources, as when the owner goes, and leaves nothing of them in the full-text index. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#createTables();
  }

  #createTables(): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS source (id INTEGER PRIMARY KEY, source_id TEXT NOT NULL UNIQUE)`,
    );
    // The columns receive streams of analysed terms, so the tokenizer has nothing left to decide.
    this.#sql.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS about USING fts5(name, description, outline, tokenize = "unicode61 remove_diacritics 0 tokenchars '._$@:/-#+'")`,
    );
  }

  /** Stores or replaces what is known of a source. */
  putSource(entry: CatalogEntry): void {
    this.ctx.storage.transactionSync(() => {
      this.removeSource(entry.sourceId);
      const { id } = this.#sql
        .exec<{ id: number }>("INSERT INTO source (source_id) VALUES (?) RETURNING id", entry.sourceId)
        .one();
      this.#sql.exec(
        "INSERT INTO about (rowid, name, description, outline) VALUES (?, ?, ?, ?)",
        id,
        stream(entry.name),
        stream(entry.description ?? ""),
        stream(entry.outline.slice(0, MAX_OUTLINE_CHARACTERS)),
      );
    });
  }

  /** Forgets a source; one that is not there is no error. */
  removeSource(sourceId: string): void {
    this.#sql.exec("DELETE FROM about WHERE rowid IN (SELECT id FROM source WHERE source_id = ?)", sourceId);
    this.#sql.exec("DELETE FROM source WHERE source_id = ?", sourceId);
  }

  /** Ids of the sources that the terms of a question are most about, best first. */
  findSources(terms: string[], limit: number): string[] {
    if (terms.length === 0) return [];
    const match = terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" OR ");
    return this.#sql
      .exec<{ source_id: string }>(
        `SELECT source_id FROM about JOIN source ON source.id = about.rowid
         WHERE about MATCH ? AND rank MATCH 'bm25(10.0, 3.0, 1.0)' ORDER BY rank LIMIT ?`,
        match,
        limit,
      )
      .toArray()
      .map((row) => row.source_id);
  }
}

function stream(text: string): string {
  return analyzeText(text).join(" ");
}
