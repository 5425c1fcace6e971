import * as fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { allowanceOf, payer, clockAt, history, delivered } from "#tests/support/credits.workers.ts";

const NOTE = { details: "search", metadata: { args: { query: "how" } } };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ALLOWANCE = 6;

type Command = {
  kind: "reserve" | "post" | "void" | "grant" | "adjust" | "refund" | "expire";
  op: string;
  /** The charge of a refund. */
  of: string;
  credits: number;
  /** Of an adjustment: not 0. */
  change: number;
};

type Stub = ReturnType<typeof payer>["counter"];

type Op = { state: string; bought: number; allowed: number };

/**
 * What the counter promises, in its simplest form: what each id holds or took of the purchased credits and of the allowance, one number
 * that may be below zero for what was purchased, and one for what is left of the allowance.
 */
class Model {
  readonly ops = new Map<string, Op>();
  bought = 0;
  allowance = ALLOWANCE;

  free(): number {
    return Math.max(0, this.bought) + this.allowance;
  }
  held(kind: "bought" | "allowed"): number {
    return [...this.ops.values()]
      .filter(({ state }) => state === "reserved")
      .reduce((sum, op) => sum + op[kind], 0);
  }
  /** A post of more than what is held is refused, which has a test of its own. */
  within({ kind, op, credits }: Command): number {
    const held = this.ops.get(op);
    return kind === "post" && held?.state === "reserved"
      ? Math.min(credits, held.bought + held.allowed)
      : credits;
  }
  apply({ kind, op, of, credits, change }: Command): string {
    const known = this.ops.get(op);
    switch (kind) {
      case "reserve":
        if (known?.state === "reserved") return "reserved";
        if (known) return ["posted", "at once"].includes(known.state) ? "already-posted" : "already-void";
        if (this.free() < credits) return "insufficient";
        this.ops.set(op, { state: "reserved", ...this.take(credits) });
        return "reserved";
      case "post":
        return this.settle(op, "posted", credits);
      case "void":
        if (!known) this.ops.set(op, { state: "voided", bought: 0, allowed: 0 });
        return known ? this.settle(op, "voided", 0) : "unknown";
      case "grant":
      case "adjust":
        if (!known) {
          this.bought += kind === "grant" ? credits : change;
          this.ops.set(op, { state: "at once", bought: 0, allowed: 0 });
        }
        return "applied";
      case "refund": {
        const charge = this.ops.get(of);
        if (known) return "already-done";
        if (charge?.state !== "posted") return "unknown";
        if (credits > charge.bought + charge.allowed) return "exceeds";
        this.giveBack(charge, credits);
        this.ops.set(op, { state: "at once", bought: 0, allowed: 0 });
        return "done";
      }
      case "expire":
        for (const open of this.ops.values()) if (open.state === "reserved") this.end(open, "expired", 0);
        return "expired";
    }
  }
  take(credits: number) {
    const allowed = Math.min(credits, this.allowance);
    this.allowance -= allowed;
    this.bought -= credits - allowed;
    return { bought: credits - allowed, allowed };
  }
  giveBack(from: Op, credits: number) {
    for (let n = 0; n < credits; n += 1) {
      const kind = from.bought > 0 ? "bought" : "allowed";
      from[kind] -= 1;
      if (kind === "bought") this.bought += 1;
      else this.allowance += 1;
    }
  }
  end(op: Op, state: string, keep: number) {
    this.giveBack(op, op.bought + op.allowed - keep);
    op.state = state;
  }
  settle(op: string, end: string, credits: number): string {
    const known = this.ops.get(op);
    if (!known || known.state === "at once") return "unknown";
    if (known.state === "expired") return "expired";
    if (known.state === end) return "already-done";
    if (known.state !== "reserved") return "settled-otherwise";
    this.end(known, end, credits);
    return "done";
  }
}

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
      const model = new Model();
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
