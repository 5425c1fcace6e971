import type { TopUpStop } from "#schema/values.ts";

/** Time after which a purchase without a reported end is given out again, so that the caller asks Stripe whether it was paid. */
export const TOP_UP_RETRY_MS = 10 * 60_000;

/** Rules of a payer's automatic purchases: when, which pack, and the most to pay in a calendar month (UTC). */
export type AutoTopUpSettings = {
  /** A pack is bought at this many credits, or fewer. */
  thresholdCredits: number;
  packCredits: number;
  packCents: number;
  monthlyMaxCents: number;
};
export type AutoTopUpState = {
  isOn: boolean;
  /** The settings that were set last; null before the first time. */
  settings: AutoTopUpSettings | null;
  /** Cents spent this month, with the purchase that is under way. */
  spentCents: number;
  /** True while a purchase is under way. */
  isBuying: boolean;
  stoppedBecause: TopUpStop | null;
};
/** A purchase that the caller has to make now. */
export type TopUpPurchase = {
  /** Number of the purchase, counted for each payer; the same purchase has the same number however often it is given out. */
  number: number;
  credits: number;
  priceCents: number;
  /** Times that the purchase has been given out, this time included. */
  tries: number;
};

type Row = {
  is_on: number;
  threshold: number | null;
  pack_credits: number;
  pack_cents: number;
  monthly_max_cents: number;
  month: string;
  spent_cents: number;
  stopped_because: TopUpStop | null;
  number: number;
  open_credits: number | null;
  open_cents: number;
  begun_at: number;
  tries: number;
};

/** True when credits come without anybody's doing: a purchase is under way, or another pack fits in the month's maximum. */
export function willBuy({ isOn, settings, spentCents, isBuying }: AutoTopUpState): boolean {
  if (!isOn || settings === null) return false;
  return isBuying || spentCents + settings.packCents <= settings.monthlyMaxCents;
}

/**
 * Decides in the payer's object when credits are bought. One call of a burst is told to buy, because the decision and the claim on the
 * month's maximum are one synchronous step. The purchase is paid elsewhere, and its end is told here, once.
 */
export class AutoTopUp {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS auto_top_up (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        is_on INTEGER NOT NULL DEFAULT 0,
        threshold INTEGER,
        pack_credits INTEGER NOT NULL DEFAULT 0,
        pack_cents INTEGER NOT NULL DEFAULT 0,
        monthly_max_cents INTEGER NOT NULL DEFAULT 0,
        month TEXT NOT NULL DEFAULT '',
        spent_cents INTEGER NOT NULL DEFAULT 0 CHECK (spent_cents >= 0),
        stopped_because TEXT,
        number INTEGER NOT NULL DEFAULT 0,
        open_credits INTEGER,
        open_cents INTEGER NOT NULL DEFAULT 0,
        begun_at INTEGER NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0
      );
    `);
  }

  /** Turns auto top-up on or off. A purchase without an answer for long is given up; its possible cost stays counted. */
  set(settings: AutoTopUpSettings | null, now: number): void {
    this.#sql.exec("UPDATE auto_top_up SET open_credits = NULL WHERE begun_at <= ?", now - TOP_UP_RETRY_MS);
    if (settings === null) {
      this.#sql.exec("UPDATE auto_top_up SET is_on = 0, stopped_because = NULL");
      return;
    }
    this.#sql.exec("INSERT OR IGNORE INTO auto_top_up (id) VALUES (1)");
    this.#sql.exec(
      `UPDATE auto_top_up SET is_on = 1, stopped_because = NULL,
         threshold = ?, pack_credits = ?, pack_cents = ?, monthly_max_cents = ?`,
      settings.thresholdCredits,
      settings.packCredits,
      settings.packCents,
      settings.monthlyMaxCents,
    );
  }

  /** The purchase due at `available` credits; null with enough credits, during another purchase, and beyond the month's maximum. */
  due(available: number, now: number): TopUpPurchase | null {
    const row = this.#row();
    if (!row || row.is_on === 0 || row.threshold === null || available > row.threshold) return null;
    if (row.open_credits !== null)
      return row.begun_at <= now - TOP_UP_RETRY_MS ? this.#again(row, now) : null;
    const spent = spentIn(row, now);
    if (spent + row.pack_cents > row.monthly_max_cents) return null;
    this.#sql.exec(
      `UPDATE auto_top_up SET number = number + 1, open_credits = pack_credits, open_cents = pack_cents,
         begun_at = ?, tries = 1, month = ?, spent_cents = ? + pack_cents`,
      now,
      monthOf(now),
      spent,
    );
    return { number: row.number + 1, credits: row.pack_credits, priceCents: row.pack_cents, tries: 1 };
  }

  /** Ends a purchase. An unpaid one costs nothing and turns auto top-up off. False, and nothing changes, when already ended. */
  end(number: number, outcome: "paid" | TopUpStop): boolean {
    const row = this.#row();
    if (!row || row.open_credits === null || row.number !== number) return false;
    this.#sql.exec("UPDATE auto_top_up SET open_credits = NULL");
    if (outcome !== "paid")
      this.#sql.exec(
        "UPDATE auto_top_up SET is_on = 0, stopped_because = ?, spent_cents = spent_cents - open_cents",
        outcome,
      );
    return true;
  }

  state(now: number): AutoTopUpState {
    const row = this.#row();
    if (!row) return { isOn: false, settings: null, spentCents: 0, isBuying: false, stoppedBecause: null };
    return {
      isOn: row.is_on === 1,
      settings:
        row.threshold === null
          ? null
          : {
              thresholdCredits: row.threshold,
              packCredits: row.pack_credits,
              packCents: row.pack_cents,
              monthlyMaxCents: row.monthly_max_cents,
            },
      spentCents: spentIn(row, now),
      isBuying: row.open_credits !== null,
      stoppedBecause: row.stopped_because,
    };
  }

  #again({ number, open_credits, open_cents, tries }: Row, now: number): TopUpPurchase {
    this.#sql.exec("UPDATE auto_top_up SET begun_at = ?, tries = tries + 1", now);
    return { number, credits: open_credits ?? 0, priceCents: open_cents, tries: tries + 1 };
  }

  /** The one row; none before auto top-up was turned on for the first time. */
  #row(): Row | undefined {
    return this.#sql.exec<Row>("SELECT * FROM auto_top_up").toArray()[0];
  }
}

function spentIn({ month, spent_cents }: Row, now: number): number {
  return month === monthOf(now) ? spent_cents : 0;
}

/** Month such as `2026-11`, in UTC. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
