import { MAX_LIMIT } from "#schema/api/limits.ts";
import { formatDay } from "./dates.ts";

type Spender = { kind: "key" | "member"; id: string };
/** Credits that keys and members have used of their monthly limits; those that used nothing are not there. */
export type Spending = { resetsAt: string; spenders: readonly (Spender & { credits: number })[] };

/** A limit as a person types it; null for an empty field, which means no limit. Undefined for text that is no limit. */
export function readLimit(typed: string): number | null | undefined {
  const digits = typed.trim().replaceAll(",", "");
  if (digits === "") return null;
  if (!/^\d+$/.test(digits)) return undefined;
  const limit = Number(digits);
  return limit <= MAX_LIMIT ? limit : undefined;
}

export const NOT_A_LIMIT = `Enter a whole number from 0 to ${MAX_LIMIT.toLocaleString("en-US")}, or nothing.`;

/** The use of a limit in words, `2 of 10 sources`; null without a limit. */
export function limitWords(used: number, limit: number | null, noun: string): string | null {
  if (limit === null) return null;
  const most = limit.toLocaleString("en-US");
  return `${used.toLocaleString("en-US")} of ${most} ${limit === 1 ? noun : `${noun}s`}`;
}

/** Credits that a spender has used this month; 0 while it is not known. */
export function creditsOf(spending: Spending | undefined, { kind, id }: Spender): number {
  return spending?.spenders.find((one) => one.kind === kind && one.id === id)?.credits ?? 0;
}

/** The use of this month in words, `2 used this month. Resets Dec 1, 2026.`; empty while that is not known. */
export function usedWords(spending: Spending | undefined, spender: Spender): string {
  if (spending === undefined) return "";
  const used = creditsOf(spending, spender).toLocaleString("en-US");
  return `${used} used this month. Resets ${formatDay(spending.resetsAt)}.`;
}
