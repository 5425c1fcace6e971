import assert from "node:assert/strict";
import { openStorage } from "#evals/lab/sql-storage.ts";
import { seededRandom } from "#evals/random.ts";
import { Ledger } from "#worker/credits/ledger.ts";
import { Outbox } from "#worker/credits/outbox.ts";
import { ALLOWANCE, LedgerModel } from "#worker/credits/ledger-model.ts";
import type { Command } from "#worker/credits/ledger-model.ts";

const NOTE = { details: "search", metadata: {} };
/** Posts and reserves come more often than others, so that there is something to settle. */
const KINDS: readonly Command["kind"][] = [
  ...Array.from<"reserve">({ length: 6 }).fill("reserve"),
  ...Array.from<"post">({ length: 6 }).fill("post"),
  "void",
  "void",
  "grant",
  "adjust",
  "refund",
  "refund",
  "expire",
];
/** So few ids that most are used again, in every state that they can be in. */
const IDS_PER_OPERATION = 0.2;
const START = Date.UTC(2066, 4, 1, 12);

/**
 * Does so many operations, drawn from a seed, to the real ledger over SQLite and to the model, and compares them after each: outcome,
 * balance, and what is never below zero. At the end the history adds up to the balance. Throws with the seed at the first difference.
 */
export function runLedgerModel(seed: number, operations: number): void {
  const storage = openStorage(":memory:") as unknown as ConstructorParameters<typeof Ledger>[0];
  const outbox = new Outbox(storage.sql);
  const ledger = new Ledger(storage, outbox);
  let now = START;
  const plan = {
    tier: "Basic",
    seats: 0,
    allowance: ALLOWANCE,
    startDate: new Date(Date.UTC(2066, 3, 20)),
  } as const;
  ledger.setPlan({ ...plan, eventId: "evt_1", order: 1 }, now);
  const model = new LedgerModel();
  const draw = seededRandom(seed);
  const below = (count: number) => Math.floor(draw() * count);
  const ids = Math.max(4, Math.round(operations * IDS_PER_OPERATION));
  for (let step = 0; step < operations; step += 1) {
    const drawn: Command = {
      kind: KINDS[below(KINDS.length)]!,
      op: `op-${below(ids)}`,
      of: `op-${below(ids)}`,
      credits: 1 + below(4),
      change: [-6, -5, -4, -3, -2, -1, 1, 2, 3, 4][below(10)]!,
    };
    const command = { ...drawn, credits: model.within(drawn) };
    if (command.kind === "expire") now += 60_000;
    const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`;
    assert.equal(perform(ledger, command, now), model.apply(command), where);
    compare(ledger, model, now, where);
  }
  compareHistory(ledger, outbox, now, `seed ${seed}, history`);
}

function perform(ledger: Ledger, { kind, op, of, credits, change }: Command, now: number): string {
  switch (kind) {
    case "reserve":
      return ledger.reserve(op, credits, now).outcome;
    case "post":
      return ledger.post(op, NOTE, now, credits).outcome;
    case "void":
      return ledger.void(op, now).outcome;
    case "grant":
      ledger.grant(op, credits, "purchase", now);
      return "applied";
    case "adjust":
      ledger.adjust(op, change, "purchase", "correction", now);
      return "applied";
    case "refund":
      return ledger.refund(op, of, "wrong page", now, credits).outcome;
    case "expire":
      return "expired";
    default:
      return kind satisfies never;
  }
}

function compare(ledger: Ledger, model: LedgerModel, now: number, where: string): void {
  const { purchased, debt, allowanceUsed, reserved, available } = ledger.balance(now);
  assert.ok(Math.min(purchased, debt, allowanceUsed, reserved, available) >= 0, where);
  assert.equal(available, model.free(), where);
  assert.equal(available, purchased + ALLOWANCE - allowanceUsed - reserved, where);
  assert.equal(purchased - debt, model.bought + model.held("bought"), where);
  assert.equal(ALLOWANCE - allowanceUsed, model.allowance + model.held("allowed"), where);
}

function compareHistory(ledger: Ledger, outbox: Outbox, now: number, where: string): void {
  const rows = outbox.oldest(Number.MAX_SAFE_INTEGER).map(({ entry }) => entry);
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const { purchased, debt, allowanceUsed } = ledger.balance(now);
  assert.equal(
    total((row) => row.amount + row.allowanceAmount),
    purchased - debt,
    where,
  );
  assert.equal(
    total((row) => row.allowanceAmount),
    allowanceUsed,
    where,
  );
}
