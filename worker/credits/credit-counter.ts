import { DurableObject } from "cloudflare:workers";
import type { TransactionSource } from "#schema/values.ts";

export type Balance = {
  purchased: number;
  allowance: number;
  allowanceUsed: number;
  reserved: number;
  available: number;
};
export type ReserveOutcome = "reserved" | "insufficient" | "already-posted";
export type SettleOutcome = "done" | "already-done" | "expired" | "unknown";
/** What the history row of a charge says besides the amount. */
export type ChargeNote = { details: string; metadata: Record<string, unknown> };

/** The balance of one payer. An operation id is applied at most once. */
export class CreditCounter extends DurableObject<Env> {
  reserve(_opId: string, _credits: number): Promise<{ outcome: ReserveOutcome; available: number }> {
    throw new Error("not there yet");
  }
  post(_opId: string, _note: ChargeNote): Promise<{ outcome: SettleOutcome; available: number }> {
    throw new Error("not there yet");
  }
  void(_opId: string): Promise<{ outcome: SettleOutcome; available: number }> {
    throw new Error("not there yet");
  }
  grant(_opId: string, _credits: number, _source: TransactionSource): Promise<{ available: number }> {
    throw new Error("not there yet");
  }
  balance(): Promise<Balance> {
    throw new Error("not there yet");
  }
}
