import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { ALLOWANCE, LedgerModel } from "./ledger-model.ts";
import type { Command } from "./ledger-model.ts";
import { allowanceOf, payer, clockAt, history, delivered } from "#tests/support/credits.workers.ts";

const NOTE = { details: "search", metadata: { args: { query: "how" } } };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Stub = ReturnType<typeof payer>["counter"];

async function perform(counter: Stub, { kind, op, of, credits, change }: Command): Promise<string> {
  switch (kind) {
    case "reserve":
      return (await counter.reserve(op, credits)).outcome;
    case "post":
      return (await counter.post(op, NOTE, credits)).outcome;
    case "void":
      return (await counter.void(op)).outcome;
    case "grant":
      await counter.grant(op, credits, "purchase");
      return "applied";
    case "adjust":
      await counter.adjust(op, change, "purchase", "correction");
      return "applied";
    case "refund":
      return (await counter.refund(op, of, "wrong page", credits)).outcome;
    case "expire":
      vi.setSystemTime(Date.now() + 60_000);
      return "expired";
  }
}

it("agrees with a model over any sequence, is never negative, and adds up in the history", async () => {
  clockAt("2066-05-01T12:00:00Z");
  const commands = fc.array(
    fc.record({
      kind: fc.constantFrom<Command["kind"][]>(
        "reserve",
        "reserve",
        "post",
        "post",
        "void",
        "post",
        "grant",
        "adjust",
        "refund",
        "expire",
      ),
      op: fc.integer({ min: 0, max: 7 }).map((n) => `op-${n}`),
      of: fc.integer({ min: 0, max: 7 }).map((n) => `op-${n}`),
      credits: fc.integer({ min: 1, max: 4 }),
      change: fc.integer({ min: -6, max: 4 }).filter((change) => change !== 0),
    }),
    { minLength: 10, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { userId, counter } = payer();
      await counter.setPlan(allowanceOf(ALLOWANCE, new Date("2066-04-20")));
      const model = new LedgerModel();
      for (const drawn of sequence) {
        const command = { ...drawn, credits: model.within(drawn) };
        expect(await perform(counter, command)).toBe(model.apply(command));
        const balance = await counter.balance();
        const numbers = [
          balance.purchased,
          balance.debt,
          balance.allowanceUsed,
          balance.reserved,
          balance.available,
        ];
        const { purchased, debt, allowanceUsed, reserved, available } = balance;
        expect(available).toBe(model.free());
        expect(available).toBe(purchased + ALLOWANCE - allowanceUsed - reserved);
        expect(purchased - debt).toBe(model.bought + model.held("bought"));
        expect(ALLOWANCE - allowanceUsed).toBe(model.allowance + model.held("allowed"));
        expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      }
      const settled = [...model.ops.values()].filter(
        ({ state }) => state === "posted" || state === "at once",
      );
      await delivered(userId, settled.length);
      const rows = await history(userId);
      const { purchased, debt, allowanceUsed, available, reserved } = await counter.balance();
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0);
      expect(total((row) => row.amount)).toBe(available + reserved - debt - ALLOWANCE);
      expect(total((row) => row.amount + row.allowanceAmount)).toBe(purchased - debt);
      expect(total((row) => row.allowanceAmount)).toBe(allowanceUsed);
    }),
    { numRuns: 20 },
  );
});
