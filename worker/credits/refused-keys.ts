/** Time for which refused keys are remembered: the door refuses a key as well, so only requests let in before matter here. */
const REMEMBER_MS = 86_400_000;

/** Revoked API keys and grants of MCP clients: calls that the door let in before the revocation reserve nothing. */
export class RefusedKeys {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Makes calls with this API key or grant reserve nothing from a moment on; the earliest moment ever given holds. */
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
