/** The one row about the payer. `purchased` and what `allowance_used` leaves are what is free: holds are taken off already. */
export type Account = {
  purchased: number;
  allowance: number;
  allowance_used: number;
  plan_start: number | null;
  period_start: number | null;
};
/** A charge or a grant. */
export type Operation = {
  op_id: string;
  status: "reserved" | "posted" | "voided" | "expired" | "granted";
  credits: number;
  from_allowance: number;
  period_start: number | null;
  window_key: string | null;
  created_at: number;
};

export function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS account (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      purchased INTEGER NOT NULL DEFAULT 0 CHECK (purchased >= 0),
      allowance INTEGER NOT NULL DEFAULT 0 CHECK (allowance >= 0),
      allowance_used INTEGER NOT NULL DEFAULT 0 CHECK (allowance_used >= 0),
      plan_start INTEGER,
      period_start INTEGER
    );
    INSERT OR IGNORE INTO account (id) VALUES (1);
    CREATE TABLE IF NOT EXISTS operations (
      op_id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      credits INTEGER NOT NULL,
      from_allowance INTEGER NOT NULL DEFAULT 0,
      period_start INTEGER,
      window_key TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      settled_at INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS operations_open ON operations (expires_at) WHERE status = 'reserved';
    CREATE INDEX IF NOT EXISTS operations_window ON operations (window_key) WHERE window_key IS NOT NULL;
    CREATE INDEX IF NOT EXISTS operations_settled ON operations (settled_at) WHERE settled_at IS NOT NULL;
  `);
}
