import type { Tier } from "#schema/values.ts";

/**
 * The one row about the payer. Free are `purchased` and the part of `allowance` not in `allowance_used`: holds are subtracted already.
 * `debt` is the credits that an adjustment took beyond the purchased ones; the next purchased credits pay the debt first.
 */
export type Account = {
  purchased: number;
  debt: number;
  allowance: number;
  allowance_used: number;
  tier: Tier;
  seats: number;
  plan_start: number | null;
  plan_order: number | null;
  plan_event_id: string | null;
  /** Flag: 1 while D1 does not have the plan yet. */
  plan_is_pending: number;
  period_start: number | null;
};
/** A charge, or a change that took effect at once: a grant, an adjustment, a refund. */
export type Operation = {
  op_id: string;
  status: "reserved" | "posted" | "voided" | "expired" | "granted" | "adjusted" | "refunded";
  credits: number;
  from_allowance: number;
  /** Credits of a posted charge that were refunded, and the part of them that had come out of the allowance. */
  refunded: number;
  refunded_allowance: number;
  period_start: number | null;
  window_key: string | null;
  /** Spenders that the charge counts for: a JSON list of labels, in the month that began at `spent_since`. Null for no spender. */
  labels: string | null;
  spent_since: number | null;
  created_at: number;
};

export function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS account (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      purchased INTEGER NOT NULL DEFAULT 0 CHECK (purchased >= 0),
      debt INTEGER NOT NULL DEFAULT 0 CHECK (debt >= 0),
      allowance INTEGER NOT NULL DEFAULT 0 CHECK (allowance >= 0),
      allowance_used INTEGER NOT NULL DEFAULT 0 CHECK (allowance_used >= 0),
      tier TEXT NOT NULL DEFAULT 'Free',
      seats INTEGER NOT NULL DEFAULT 0,
      plan_start INTEGER,
      plan_order INTEGER,
      plan_event_id TEXT,
      plan_is_pending INTEGER NOT NULL DEFAULT 0,
      period_start INTEGER
    );
    INSERT OR IGNORE INTO account (id) VALUES (1);
    CREATE TABLE IF NOT EXISTS operations (
      op_id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      credits INTEGER NOT NULL,
      from_allowance INTEGER NOT NULL DEFAULT 0,
      refunded INTEGER NOT NULL DEFAULT 0,
      refunded_allowance INTEGER NOT NULL DEFAULT 0,
      period_start INTEGER,
      window_key TEXT,
      labels TEXT,
      spent_since INTEGER,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      settled_at INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS refused_keys (
      id TEXT PRIMARY KEY,
      refused_from INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS spending (
      label TEXT NOT NULL,
      since INTEGER NOT NULL,
      credits INTEGER NOT NULL,
      PRIMARY KEY (label, since)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS operations_open ON operations (expires_at) WHERE status = 'reserved';
    CREATE INDEX IF NOT EXISTS operations_window ON operations (window_key) WHERE window_key IS NOT NULL;
    CREATE INDEX IF NOT EXISTS operations_settled ON operations (settled_at) WHERE settled_at IS NOT NULL;
  `);
  for (const [table, column, definition] of LATER_COLUMNS) addColumn(sql, table, column, definition);
}

/** Columns added later, which older objects do not have yet. */
const LATER_COLUMNS = [
  ["account", "debt", "INTEGER NOT NULL DEFAULT 0 CHECK (debt >= 0)"],
  ["account", "tier", "TEXT NOT NULL DEFAULT 'Free'"],
  ["account", "seats", "INTEGER NOT NULL DEFAULT 0"],
  ["account", "plan_order", "INTEGER"],
  ["account", "plan_event_id", "TEXT"],
  ["account", "plan_is_pending", "INTEGER NOT NULL DEFAULT 0"],
  ["operations", "refunded", "INTEGER NOT NULL DEFAULT 0"],
  ["operations", "refunded_allowance", "INTEGER NOT NULL DEFAULT 0"],
  ["operations", "labels", "TEXT"],
  ["operations", "spent_since", "INTEGER"],
] as const;

function addColumn(sql: SqlStorage, table: string, column: string, definition: string): void {
  const there = sql.exec("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, column).toArray();
  if (there.length === 0) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
}
