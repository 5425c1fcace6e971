/** Credits of the plan that the model is on. */
export const ALLOWANCE = 6;

/** One call of the ledger. */
export type Command = {
  kind: "reserve" | "post" | "void" | "grant" | "adjust" | "refund" | "expire";
  op: string;
  /** Id of the charge that a refund gives back. */
  of: string;
  credits: number;
  /** Amount of an adjustment, not 0. */
  change: number;
};

type Op = { state: string; bought: number; allowed: number };

/**
 * Model of the counter's promises, in the simplest form: the purchased credits and the allowance that each id holds or took; the purchased
 * credits left, one number that may be below zero; and the allowance left.
 */
export class LedgerModel {
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
  /** Credits of a command, cut to the held ones for a post: a larger post is refused, which has a test of its own. */
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
