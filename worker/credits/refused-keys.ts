/** A key is refused at the door as well; this holds for requests that were let in before. */
const REMEMBER_MS = 86_400_000;

/** API keys and grants of MCP clients that were revoked, so that calls which the door let in before reserve nothing. */
export class RefusedKeys {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** From a moment on calls with this API key or grant reserve nothing; the earliest moment that was ever said holds. */
  add(id: string, from: number): void {
    this.#sql.exec(
      `INSERT INTO refused_keys (id, refused_from) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET refused_from = min(refused_from, excluded.refused_from)`,
      id,
      from,
    );
  }

  has(id: string | undefined, now: number): boolean {
    if (id === undefined) return false;
    const refused = this.#sql.exec("SELECT 1 FROM refused_keys WHERE id = ? AND refused_from <= ?", id, now);
    return refused.toArray().length > 0;
  }

  tidy(now: number): void {
    this.#sql.exec("DELETE FROM refused_keys WHERE refused_from < ?", now - REMEMBER_MS);
  }
}
