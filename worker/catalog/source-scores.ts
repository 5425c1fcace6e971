/** Sources with a term, by row in ascending order, and the term's part of each score. */
type TermScores = { rows: Int32Array; scores: Float64Array };

/** Most scores in memory, some 12 bytes each. */
const MAX_SCORES = 400_000;

/**
 * Scores of single terms for the sources, in memory until the next write. BM25 adds up the terms of a question, so the scores of a
 * question are sums of these: the full-text table is asked for a term once.
 */
export class SourceScores {
  readonly #terms = new Map<string, TermScores>();
  #count = 0;

  clear(): void {
    this.#terms.clear();
    this.#count = 0;
  }

  /** Rows of the best sources for the terms, best first; of equal ones the older first. */
  best(sql: SqlStorage, terms: string[], limit: number): number[] {
    const sums = new Map<number, number>();
    for (const term of terms) {
      const { rows, scores } = this.#scoresOf(sql, term);
      for (let i = 0; i < rows.length; i++) sums.set(rows[i]!, (sums.get(rows[i]!) ?? 0) + scores[i]!);
    }
    return largest(sums, limit);
  }

  #scoresOf(sql: SqlStorage, term: string): TermScores {
    let known = this.#terms.get(term);
    if (!known) {
      known = readScores(sql, term);
      if (this.#count + known.rows.length > MAX_SCORES) this.clear();
      this.#terms.set(term, known);
      this.#count += known.rows.length;
    }
    return known;
  }
}

type Scored = { row: number; score: number };

/** The largest few of many sums: each sum is compared with the last kept one, and seldom gets further. */
function largest(sums: ReadonlyMap<number, number>, limit: number): number[] {
  const best: Scored[] = [];
  for (const [row, score] of sums) {
    const scored = { row, score };
    if (best.length >= limit && !isBetter(scored, best[limit - 1]!)) continue;
    const place = best.findIndex((other) => isBetter(scored, other));
    best.splice(place === -1 ? best.length : place, 0, scored);
    if (best.length > limit) best.pop();
  }
  return best.map(({ row }) => row);
}

function isBetter(a: Scored, b: Scored): boolean {
  return a.score > b.score || (a.score === b.score && a.row < b.row);
}

function readScores(sql: SqlStorage, term: string): TermScores {
  const query = "SELECT rowid, rank FROM about WHERE about MATCH ? AND rank MATCH 'bm25(10.0, 3.0, 1.0)'";
  const found = [...sql.exec(query, quote(term)).raw<[number, number]>()];
  return {
    rows: Int32Array.from(found, ([row]) => row),
    // A lower rank of FTS5 is better.
    scores: Float64Array.from(found, ([, rank]) => -rank),
  };
}

/** A term as a string of FTS5's query language, where only a quote has a meaning. */
export function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
