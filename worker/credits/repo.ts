import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, notInArray, or, sql } from "drizzle-orm";
import { creditTransactions, teamMemberships, teams, users } from "#schema/index.ts";
import type { Tier, TransactionSource } from "#schema/values.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type TransactionRow = typeof creditTransactions.$inferInsert;
export type StoredTransaction = typeof creditTransactions.$inferSelect;

/** Rows of one statement: D1 takes 100 bound parameters, and a row has thirteen. */
const ROWS_PER_STATEMENT = 7;

/** Adds rows to the history. A row whose id is there already stays unchanged; all rows are stored, or none. */
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

/**
 * Copies the tier and the seats that a payer's CreditCounter holds to the payer's row. Where a team has fewer seats than seated members,
 * the members who joined last lose their seats in the same transaction.
 */
export async function storePlan(
  db: Db,
  owner: Owner,
  { tier, seats }: { tier: Tier; seats: number },
): Promise<void> {
  if (owner.kind === "user") {
    await db.update(users).set({ tier }).where(eq(users.id, owner.id));
    return;
  }
  const seated = and(eq(teamMemberships.teamId, owner.id), eq(teamMemberships.hasPaidSeat, true));
  const kept = db
    .select({ id: teamMemberships.id })
    .from(teamMemberships)
    .where(seated)
    .orderBy(asc(teamMemberships.acceptedAt), asc(teamMemberships.id))
    .limit(seats);
  await db.batch([
    db.update(teams).set({ tier, numberOfPaidSeats: seats }).where(eq(teams.id, owner.id)),
    db
      .update(teamMemberships)
      .set({ hasPaidSeat: false })
      .where(and(seated, notInArray(teamMemberships.id, kept))),
  ]);
}

/** Removes the arguments from at most `most` calls older than `before`; returns how many. Without an index: once a day at most. */
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

/** Probe of the history: throws D1's error when the history cannot even be read. */
export async function probeTransactions(db: Db): Promise<void> {
  await db.select({ id: creditTransactions.id }).from(creditTransactions).limit(1);
}

export type TransactionFilter = {
  source: TransactionSource | null;
  /** `from` and `to` are inclusive. */
  from: Date | null;
  to: Date | null;
};

/** An owner's transactions, newest first. By index `credit_transactions_owner_time`. */
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
        ownedBy(creditTransactions, owner),
        source === null ? undefined : eq(creditTransactions.source, source),
        from === null ? undefined : gte(timestamp, from),
        to === null ? undefined : lte(timestamp, to),
      ),
    )
    .orderBy(desc(timestamp), desc(id))
    .limit(limit);
}

export type UsageOfDay = {
  /** Day such as `2026-11-21`, in UTC. */
  day: string;
  credits: number;
  /** Part of the credits that came out of the allowance. */
  allowanceCredits: number;
  calls: number;
  tokensSent: number;
  tokensOfFullPages: number;
};

/** Usage from `from` on and before `before`, by day; days without usage are absent. By index `credit_transactions_owner_time`. */
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
      and(
        ownedBy(creditTransactions, owner),
        eq(table.source, "usage"),
        gte(table.timestamp, from),
        lt(table.timestamp, before),
      ),
    )
    .groupBy(day)
    .orderBy(day);
}

export type UsageOfKeyAndDay = {
  keyId: string | null;
  /** Name of the key, only for rows that do not have the key's id. */
  keyName: string | null;
  /** Day such as `2026-11-21`, in UTC. */
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
    .where(
      and(ownedBy(creditTransactions, owner), eq(table.source, "usage"), gte(table.timestamp, from), hasKey),
    )
    .groupBy(keyId, keyName, day);
}

export type UsageOfUser = {
  userId: string;
  creditsUsed: number;
  memberCreditsUsed: number;
  calls: number;
  tokensSent: number;
  tokensOfFullPages: number;
};

/** Usage from `from` on, by the person who asked, as the row's metadata has the person. By index `credit_transactions_owner_time`. */
export async function sumUsageByUser(db: Db, owner: Owner, from: Date): Promise<UsageOfUser[]> {
  const table = creditTransactions;
  const userId = sql<string>`json_extract(${table.metadata}, '$.userId')`;
  return await db
    .select({
      userId,
      creditsUsed: sql<number>`-sum(${table.amount})`,
      memberCreditsUsed: sql<number>`-coalesce(sum(${table.userAccountAmount}), 0)`,
      calls: sql<number>`count(*)`,
      tokensSent: sql<number>`coalesce(sum(${table.tokensSent}), 0)`,
      tokensOfFullPages: sql<number>`coalesce(sum(${table.tokensOfFullPages}), 0)`,
    })
    .from(table)
    .where(
      and(
        ownedBy(creditTransactions, owner),
        eq(table.source, "usage"),
        gte(table.timestamp, from),
        isNotNull(userId),
      ),
    )
    .groupBy(userId);
}

export type UsageOfGroup = {
  /** Month such as `2026-11`, in UTC. */
  month: string;
  /** The person who asked; null for a team's key whose maker is gone. */
  userId: string | null;
  /** Name of the API key; null for calls without a key. */
  keyName: string | null;
  /** Source of the best passage or the page; null where no source has the page, and for calls before sources were noted. */
  source: string | null;
  calls: number;
  credits: number;
  tokensSent: number;
  tokensOfFullPages: number;
};

/** Usage from `from` on, by month, person, key and source: the newest `most` groups. By index `credit_transactions_owner_time`. */
export async function sumUsageByGroup(
  db: Db,
  owner: Owner,
  from: Date,
  most: number,
): Promise<UsageOfGroup[]> {
  const table = creditTransactions;
  const month = sql<string>`strftime('%Y-%m', ${table.timestamp} / 1000, 'unixepoch')`;
  const noted = (name: string) => sql<string | null>`json_extract(${table.metadata}, ${`$.${name}`})`;
  const groups = { month, userId: noted("userId"), keyName: noted("apiKeyName"), source: noted("source") };
  // A refund is a usage above zero, and is no call.
  const isCall = sql`${table.amount} < 0 or ${table.userAccountAmount} < 0`;
  return await db
    .select({
      ...groups,
      calls: sql<number>`count(*) filter (where ${isCall})`,
      credits: sql<number>`-sum(${table.amount} + coalesce(${table.userAccountAmount}, 0))`,
      tokensSent: sql<number>`coalesce(sum(${table.tokensSent}), 0)`,
      tokensOfFullPages: sql<number>`coalesce(sum(${table.tokensOfFullPages}), 0)`,
    })
    .from(table)
    .where(and(ownedBy(creditTransactions, owner), eq(table.source, "usage"), gte(table.timestamp, from)))
    // Grouped by position: the expressions have parameters, so SQLite does not see that they are the selected expressions.
    .groupBy(sql`1, 2, 3, 4`)
    .orderBy(desc(month), sql`5 desc`)
    .limit(most);
}

export type SavingsOfOwner = { owner: Owner; calls: number; tokensSent: number; tokensOfFullPages: number };

/**
 * Usage between two times of the owners whose answers were shorter than their pages, `most` of them, in the order of their ids, from the
 * one after `after` on. By index `credit_transactions_owner_time`, all of it in the end: for the clock, once a month.
 */
export async function sumSavingsByOwner(
  db: Db,
  { from, before, after, most }: { from: Date; before: Date; after: Owner | null; most: number },
): Promise<SavingsOfOwner[]> {
  const table = creditTransactions;
  const tokensSent = sql<number>`coalesce(sum(${table.tokensSent}), 0)`;
  const tokensOfFullPages = sql<number>`coalesce(sum(${table.tokensOfFullPages}), 0)`;
  const isCall = sql`${table.amount} < 0 or ${table.userAccountAmount} < 0`;
  const rows = await db
    .select({
      kind: sql<Owner["kind"]>`${table.ownerKind}`,
      id: table.ownerId,
      calls: sql<number>`count(*) filter (where ${isCall})`,
      tokensSent,
      tokensOfFullPages,
    })
    .from(table)
    .where(
      and(
        eq(table.source, "usage"),
        gte(table.timestamp, from),
        lt(table.timestamp, before),
        after ? sql`(${table.ownerKind}, ${table.ownerId}) > (${after.kind}, ${after.id})` : undefined,
      ),
    )
    .groupBy(table.ownerKind, table.ownerId)
    .having(sql`${tokensOfFullPages} > ${tokensSent}`)
    .orderBy(asc(table.ownerKind), asc(table.ownerId))
    .limit(most);
  return rows.map(({ kind, id, ...sums }) => ({ owner: { kind, id }, ...sums }));
}
