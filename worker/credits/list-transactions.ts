import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { TRANSACTION_HISTORY_LIMIT, TRANSACTION_LIST_LIMIT, TRANSACTION_SOURCES } from "#schema/values.ts";
import type { TransactionSource } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { listTransactionRows } from "./repo.ts";
import type { StoredTransaction } from "./repo.ts";

const NOT_A_DATE = "must be a day such as 2026-11-21, or an ISO date and time";
const day = z.iso.date().max(10);
const instant = z.iso.datetime({ offset: true }).max(INPUT_LIMITS.name);
/** A day means the whole day, in UTC; a page whose days are of another time zone sends instants. */
const from = z.union([day, instant], { error: `from: ${NOT_A_DATE}` });
const to = z.union([day, instant], { error: `to: ${NOT_A_DATE}` });

export const listTransactionsInput = z.object({
  type: z.enum(["all", ...TRANSACTION_SOURCES]).default("all"),
  from: from.optional(),
  to: to.optional(),
  limit: z.coerce.number().int().min(1).max(TRANSACTION_HISTORY_LIMIT).default(TRANSACTION_LIST_LIMIT),
});
export type ListTransactions = z.infer<typeof listTransactionsInput>;

/** A credit transaction as callers see it (specification, section 3). */
export type CreditTransaction = {
  id: string;
  userId: string | null;
  teamId: string | null;
  timestamp: Date;
  source: TransactionSource;
  /** Signed amount: negative for usage. */
  amount: number;
  /** Credits of a team's usage taken from the member's own account. Null for personal transactions. */
  userAccountAmount: number | null;
  isFromMonthlyAllowance: boolean;
  details: string | null;
  /** Details of a usage: `operation`, `args`, who asked, and the o200k `tokens` sent beside the `pageTokens` of the full pages. */
  metadata: Record<string, unknown> | null;
};

/** The history of the scope's credits, newest first; `from` and `to` are inclusive. */
export async function listTransactions(
  ctx: Pick<Ctx, "db" | "scope">,
  input: ListTransactions,
): Promise<CreditTransaction[]> {
  const filter = {
    source: input.type === "all" ? null : input.type,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : endOf(input.to),
  };
  const rows = await listTransactionRows(ctx.db, ctx.scope.owner, filter, input.limit);
  return rows.map(toTransaction);
}

/** The instant itself, or the last millisecond of a day (specification, section 5). */
function endOf(text: string): Date {
  return new Date(day.safeParse(text).success ? `${text}T23:59:59.999Z` : text);
}

function toTransaction(row: StoredTransaction): CreditTransaction {
  const isTeam = row.ownerKind === "team";
  const asker = row.metadata?.userId;
  const { tokensSent: tokens, tokensOfFullPages: pageTokens } = row;
  return {
    id: row.id,
    userId: isTeam ? (typeof asker === "string" ? asker : null) : row.ownerId,
    teamId: isTeam ? row.ownerId : null,
    timestamp: row.timestamp,
    source: row.source,
    amount: row.amount,
    userAccountAmount: row.userAccountAmount,
    isFromMonthlyAllowance: row.allowanceAmount > 0,
    details: row.details,
    metadata: tokens === null ? row.metadata : { ...row.metadata, tokens, pageTokens },
  };
}
