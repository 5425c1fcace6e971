import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { payer, clockAt, history, delivered } from "#tests/support/credits.workers.ts";

const NOTE = { details: "search", metadata: { args: { query: "how" } } };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ALLOWANCE = 6;

type Command = {
  kind: "reserve" | "post" | "void" | "grant" | "expire";
  op: string;
  credits: number;
};

type Stub = ReturnType<typeof payer>["counter"];

/** What the counter promises, in its simplest form: a sum, and what became of each id. */
class Model {
  readonly ops = new Map<string, { credits: number; state: string }>();

  sum(state: string): number {
    return [...this.ops.values()]
      .filter((op) => op.state === state)
      .reduce((sum, { credits }) => sum + credits, 0);
  }
  free(): number {
    return ALLOWANCE + this.sum("granted") - this.sum("posted") - this.sum("reserved");
  }
  apply({ kind, op, credits }: Command): string {
    const known = this.ops.get(op);
    switch (kind) {
      case "reserve":
        if (known?.state === "reserved") return "reserved";
        if (known)
          return known.state === "posted" || known.state === "granted" ? "already-posted" : "already-void";
        if (this.free() < credits) return "insufficient";
        this.ops.set(op, { credits, state: "reserved" });
        return "reserved";
      case "post":
        return this.settle(op, "posted");
      case "void":
        if (!known) this.ops.set(op, { credits: 0, state: "voided" });
        return known ? this.settle(op, "voided") : "unknown";
      case "grant":
        if (!known) this.ops.set(op, { credits, state: "granted" });
        return "granted";
      case "expire":
        for (const open of this.ops.values()) if (open.state === "reserved") open.state = "expired";
        return "expired";
    }
  }
  settle(op: string, end: string): string {
    const known = this.ops.get(op);
    if (!known || known.state === "granted") return "unknown";
    if (known.state === "expired") return "expired";
    if (known.state === end) return "already-done";
    if (known.state !== "reserved") return "settled-otherwise";
    known.state = end;
    return "done";
  }
}

async function perform(counter: Stub, { kind, op, credits }: Command): Promise<string> {
  switch (kind) {
    case "reserve":
      return (await counter.reserve(op, credits)).outcome;
    case "post":
      return (await counter.post(op, NOTE)).outcome;
    case "void":
      return (await counter.void(op)).outcome;
    case "grant":
      await counter.grant(op, credits, "purchase");
      return "granted";
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
        "grant",
        "expire",
      ),
      op: fc.integer({ min: 0, max: 7 }).map((n) => `op-${n}`),
      credits: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 10, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { userId, counter } = payer();
      await counter.setPlan({ allowance: ALLOWANCE, startDate: new Date("2066-04-20") });
      const model = new Model();
      for (const command of sequence) {
        expect(await perform(counter, command)).toBe(model.apply(command));
        const balance = await counter.balance();
        const { purchased, allowanceUsed, reserved, available } = balance;
        expect(available).toBe(model.free());
        expect(available).toBe(purchased + ALLOWANCE - allowanceUsed - reserved);
        expect(Math.min(...Object.values(balance))).toBeGreaterThanOrEqual(0);
      }
      const settled = [...model.ops.values()].filter(
        ({ state }) => state === "posted" || state === "granted",
      );
      await delivered(userId, settled.length);
      const rows = await history(userId);
      const { purchased, allowanceUsed, available, reserved } = await counter.balance();
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0);
      expect(total((row) => row.amount)).toBe(available + reserved - ALLOWANCE);
      expect(total((row) => row.amount + row.allowanceAmount)).toBe(purchased);
      expect(total((row) => row.allowanceAmount)).toBe(allowanceUsed);
    }),
    { numRuns: 20 },
  );
});
