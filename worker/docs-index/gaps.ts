/** A question that an index had no sure answer to. */
export type Gap = {
  /** Id that is the same for the same question of the same asker on the same day, so that asking again counts once. */
  id: string;
  /** Code for the asker, which says nothing but that two questions have the same asker. */
  asker: string;
  /** Words of the question; null where they are not for others to read. */
  question: string | null;
  /** Terms of the question. */
  terms: string[];
  confidence: "nearest" | "absent";
  /** Page that came closest; null when none did. */
  nearestUrl: string | null;
  nearestTitle: string | null;
  /** Time of the question in milliseconds. */
  askedAt: number;
};

const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Limit on the questions kept, for a source that many ask. The oldest go first. */
const MAX_KEPT = 5_000;

/** Writes a question down, and forgets questions that are older than 30 days. */
export function noteGap(sql: SqlStorage, gap: Gap): void {
  const { terms, id, asker, question, confidence, nearestUrl, nearestTitle, askedAt } = gap;
  sql.exec(
    "INSERT OR IGNORE INTO gap VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    asker,
    question,
    JSON.stringify(terms),
    confidence,
    nearestUrl,
    nearestTitle,
    askedAt,
  );
  sql.exec(
    "DELETE FROM gap WHERE asked_at < ?1 OR id IN (SELECT id FROM gap ORDER BY asked_at DESC, id LIMIT -1 OFFSET ?2)",
    askedAt - KEPT_MS,
    MAX_KEPT,
  );
}

/** Questions of the last 30 days, the newest first. */
export function listGaps(sql: SqlStorage, now: number): Gap[] {
  return sql
    .exec<Omit<Gap, "terms"> & { terms: string }>(
      `SELECT id, asker, question, terms, confidence, nearest_url AS nearestUrl, nearest_title AS nearestTitle, asked_at AS askedAt
       FROM gap WHERE asked_at >= ? ORDER BY asked_at DESC, id`,
      now - KEPT_MS,
    )
    .toArray()
    .map((row) => ({ ...row, terms: JSON.parse(row.terms) as string[] }));
}
