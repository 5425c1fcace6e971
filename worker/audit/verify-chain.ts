import type { Ctx } from "#worker/context.ts";
import type { AuditOwner } from "./audit-event.ts";
import { FIRST_PREVIOUS_HASH, hashEvent } from "./event-hash.ts";
import { listEventsAfter } from "./repo.ts";

const ROWS_PER_PART = 500;

/** Verdict on a chain. `headHash` is of the newest event: who keeps it can tell later whether the end of the chain was cut off. */
export type ChainVerdict =
  | { kind: "intact"; length: number; headHash: string }
  /** A chain that does not hold; `sequence` is the first such place. */
  | { kind: "broken"; sequence: number; because: "missing" | "not-linked" | "changed" };

/**
 * Whether the owner's events are those that were recorded, all of them and in their order. Events that were cut off at the end leave a
 * chain that is whole, only shorter: compare `length` and `headHash` with earlier values.
 */
export async function verifyChain(ctx: Pick<Ctx, "db">, owner: AuditOwner): Promise<ChainVerdict> {
  let length = 0;
  let headHash = FIRST_PREVIOUS_HASH;
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await listEventsAfter(ctx.db, owner, after, ROWS_PER_PART);
    for (const row of rows) {
      const sequence = length + 1;
      if (row.sequence !== sequence) return { kind: "broken", sequence, because: "missing" };
      if (row.previousHash !== headHash) return { kind: "broken", sequence, because: "not-linked" };
      if (row.hash !== (await hashEvent(row))) return { kind: "broken", sequence, because: "changed" };
      length = sequence;
      headHash = row.hash;
      after = row.sequence;
    }
    if (rows.length < ROWS_PER_PART) return { kind: "intact", length, headHash };
  }
}
