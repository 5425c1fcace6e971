import { DurableObject } from "cloudflare:workers";
import { analyzeText } from "#worker/docs-index/terms.ts";
import { quote, SourceScores } from "./source-scores.ts";

/** A source in the catalog, with enough text to tell which questions the source can answer. */
export type CatalogSource = {
  sourceId: string;
  name: string;
  description: string | null;
  /** Titles and headings of the source's pages, one a line. */
  outline: string;
};

/** Most characters of a stored outline: the titles and headings of some 2,000 pages. */
export const MAX_OUTLINE_CHARACTERS = 200_000;

/** Limit on a question's cost in a large catalog: each term counts once for every source that has the term. */
const MAX_POSTINGS = 1_000;
const MIN_TERMS = 2;
const MAX_CACHED_TERMS = 5_000;

/** The sources of one principal (or the public ones), searchable by their subjects. */
export class Catalog extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  /** Number of sources with a term, until the next write. */
  readonly #frequencies = new Map<string, number>();
  readonly #scores = new SourceScores();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#createTables();
  }

  /** Forgets all sources, as when the owner is deleted, and leaves nothing in the full-text index. */
  async clear(): Promise<void> {
    this.#forget();
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

  /** Stores or replaces a source. */
  putSource(entry: CatalogSource): void {
    this.#forget();
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

  /** Forgets a source; a missing source is no error. */
  removeSource(sourceId: string): void {
    this.#forget();
    this.#sql.exec("DELETE FROM about WHERE rowid IN (SELECT id FROM source WHERE source_id = ?)", sourceId);
    this.#sql.exec("DELETE FROM source WHERE source_id = ?", sourceId);
  }

  /** Ids of the sources that the terms of a question are most about, best first. */
  findSources(terms: string[], limit: number): string[] {
    const rows = this.#scores.best(this.#sql, this.#telling(terms), limit);
    const found = this.#sql.exec<{ id: number; source_id: string }>(
      "SELECT id, source_id FROM source WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(rows),
    );
    const sourceIds = new Map(Array.from(found, (row) => [row.id, row.source_id]));
    return rows.map((row) => sourceIds.get(row)!);
  }

  /**
   * The rarest of the terms that any source has, at least two. A term costs some microseconds for every source with the term, the first
   * time, and a term of most sources tells nothing.
   */
  #telling(terms: string[]): string[] {
    let postings = 0;
    return terms
      .map((term) => ({ term, sources: this.#frequencyOf(term) }))
      .filter(({ sources }) => sources > 0)
      .sort((a, b) => a.sources - b.sources)
      .filter(({ sources }, i) => (postings += sources) <= MAX_POSTINGS || i < MIN_TERMS)
      .map(({ term }) => term);
  }

  #forget(): void {
    this.#frequencies.clear();
    this.#scores.clear();
  }

  #frequencyOf(term: string): number {
    let frequency = this.#frequencies.get(term);
    if (frequency === undefined) {
      const found = this.#sql.exec<{ n: number }>(
        "SELECT count(*) AS n FROM about WHERE about MATCH ?",
        quote(term),
      );
      frequency = found.one().n;
      if (this.#frequencies.size >= MAX_CACHED_TERMS) this.#frequencies.clear();
      this.#frequencies.set(term, frequency);
    }
    return frequency;
  }
}

function stream(text: string): string {
  return analyzeText(text).join(" ");
}
