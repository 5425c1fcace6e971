import { and, desc, eq, gte, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { creditTransactions, teams, users } from "#schema/index.ts";
import type { Tier, TransactionSource } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

export type TransactionRow = typeof creditTransactions.$inferInsert;
export type StoredTransaction = typeof creditTransactions.$inferSelect;

/** D1 takes 100 bound parameters a statement, and a row has thirteen. */
const ROWS_PER_STATEMENT = 7;

/** Adds rows to the history. A row whose id is there already is left as it is; all are stored, or none. */
export async function storeTransactions(db: Db, rows: TransactionRow[]): Promise<void> {
  const inserts = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    inserts.push(
      db
        .insert(creditTransactions)
        .values(rows.slice(from, from + ROWS_PER_STATEMENT))
        .onConflictDoNothing({ target: creditTransactions.id }),
    );
  }
  const [first, ...rest] = inserts;
  if (first) await db.batch([first, ...rest]);
}

/** Copies the tier and the seats that a payer's CreditCounter holds to the payer's row. */
export async function storePlan(
  db: Db,
  owner: Owner,
  { tier, seats }: { tier: Tier; seats: number },
): Promise<void> {
  if (owner.kind === "user") await db.update(users).set({ tier }).where(eq(users.id, owner.id));
  else await db.update(teams).set({ tier, numberOfPaidSeats: seats }).where(eq(teams.id, owner.id));
}

/** Takes the arguments out of calls before a time, at most so many; says of how many. Without an index: once a day at most. */
export async function forgetArguments(db: Db, before: Date, most: number): Promise<number> {
  const args = sql`json_extract(${creditTransactions.metadata}, '$.args')`;
  const old = db
    .select({ id: creditTransactions.id })
    .from(creditTransactions)
    .where(and(lt(creditTransactions.timestamp, before), isNotNull(args)))
    .limit(most);
  const changed = await db
    .update(creditTransactions)
    .set({ details: null, metadata: sql`json_remove(${creditTransactions.metadata}, '$.args')` })
    .where(inArray(creditTransactions.id, old))
    .returning({ id: creditTransactions.id });
  return changed.length;
}

/** Whether the history can be written at all: throws what D1 answers when it cannot even be read. */
export async function probeTransactions(db: Db): Promise<void> {
  await db.select({ id: creditTransactions.id }).from(creditTransactions).limit(1);
}

export type TransactionFilter = {
  source: TransactionSource | null;
  /** Both inclusive. */
  from: Date | null;
  to: Date | null;
};

/** Newest first. By index `credit_transactions_owner_time`. */
export async function listTransactionRows(
  db: Db,
  owner: Owner,
  { source, from, to }: TransactionFilter,
  limit: number,
): Promise<StoredTransaction[]> {
  const { timestamp, id } = creditTransactions;
  return await db
    .select()
    .from(creditTransactions)
    .where(
      and(
        ownedBy(owner),
        source === null ? undefined : eq(creditTransactions.source, source),
        from === null ? undefined : gte(timestamp, from),
        to === null ? undefined : lte(timestamp, to),
      ),
    )
    .orderBy(desc(timestamp), desc(id))
    .limit(limit);
}

export type UsageOfDay = {
  /** `2026-11-21`, in UTC. */
  day: string;
  credits: number;
  /** How many of the credits came out of the allowance. */
  allowanceCredits: number;
  calls: number;
  tokensSent: number;
  tokensOfFullPages: number;
};

/** Usage from `from` on and before `before`, by day; days without any are not there. By index `credit_transactions_owner_time`. */
export async function sumUsageByDay(db: Db, owner: Owner, from: Date, before: Date): Promise<UsageOfDay[]> {
  const table = creditTransactions;
  const day = sql<string>`date(${table.timestamp} / 1000, 'unixepoch')`;
  return await db
    .select({
      day,
      credits: sql<number>`-sum(${table.amount})`,
      allowanceCredits: sql<number>`sum(${table.allowanceAmount})`,
      calls: sql<number>`count(*) filter (where ${table.amount} < 0 or ${table.userAccountAmount} < 0)`,
      tokensSent: sql<number>`coalesce(sum(${table.tokensSent}), 0)`,
      tokensOfFullPages: sql<number>`coalesce(sum(${table.tokensOfFullPages}), 0)`,
    })
    .from(table)
    .where(
      and(ownedBy(owner), eq(table.source, "usage"), gte(table.timestamp, from), lt(table.timestamp, before)),
    )
    .groupBy(day)
    .orderBy(day);
}

export type UsageOfKeyAndDay = {
  keyId: string | null;
  /** Of rows that do not know the key's id, and of these alone. */
  keyName: string | null;
  /** `2026-11-21`, in UTC. */
  day: string;
  calls: number;
};

/** Calls with a key from `from` on, by key and by day. By index `credit_transactions_owner_time`. */
export async function sumUsageByKey(db: Db, owner: Owner, from: Date): Promise<UsageOfKeyAndDay[]> {
  const table = creditTransactions;
  const keyId = table.apiKeyId;
  const keyName = sql<
    string | null
  >`iif(${keyId} is null, json_extract(${table.metadata}, '$.apiKeyName'), null)`;
  const hasKey = or(isNotNull(keyId), isNotNull(keyName));
  const day = sql<string>`date(${table.timestamp} / 1000, 'unixepoch')`;
  return await db
    .select({ keyId, keyName, day, calls: sql<number>`count(*)` })
    .from(table)
    .where(and(ownedBy(owner), eq(table.source, "usage"), gte(table.timestamp, from), hasKey))
    .groupBy(keyId, keyName, day);
}

function ownedBy(owner: Owner) {
  return and(eq(creditTransactions.ownerKind, owner.kind), eq(creditTransactions.ownerId, owner.id));
}
