import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import {
  billingCustomers,
  billingDifferences,
  creditPurchases,
  stripeEvents,
  subscriptions,
  teamMemberships,
  teams,
  users,
} from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";

export type CustomerRow = typeof billingCustomers.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type PurchaseRow = typeof creditPurchases.$inferSelect;
export type EventRow = typeof stripeEvents.$inferSelect;
export type DifferenceRow = typeof billingDifferences.$inferSelect;

/** The customer of an owner, by the index `billing_customers_owner`. */
export async function findCustomerOf(db: Db, { kind, id }: Owner): Promise<CustomerRow | null> {
  const isOwner = and(eq(billingCustomers.ownerKind, kind), eq(billingCustomers.ownerId, id));
  return (await db.select().from(billingCustomers).where(isOwner).get()) ?? null;
}

export async function findCustomer(db: Db, stripeCustomerId: string): Promise<CustomerRow | null> {
  const isIt = eq(billingCustomers.stripeCustomerId, stripeCustomerId);
  return (await db.select().from(billingCustomers).where(isIt).get()) ?? null;
}

/** True for a person with an account that is not being deleted. */
export async function isUser(db: Db, userId: string): Promise<boolean> {
  const isLiving = and(eq(users.id, userId), isNull(users.deletionStartedAt));
  return (await db.select({ id: users.id }).from(users).where(isLiving).get()) !== undefined;
}

/** The name of a team that is not deleted, with the addresses of its owners, the earliest member first; null without an owner. */
export async function findTeamContact(
  db: Db,
  teamId: string,
): Promise<{ name: string; emails: [string, ...string[]] } | null> {
  const rows = await db
    .select({ name: teams.name, email: users.email })
    .from(teams)
    .innerJoin(teamMemberships, eq(teamMemberships.teamId, teams.id))
    .innerJoin(users, eq(users.id, teamMemberships.userId))
    .where(
      and(
        eq(teams.id, teamId),
        isNull(teams.deletedAt),
        eq(teamMemberships.role, "owner"),
        eq(teamMemberships.state, "accepted"),
      ),
    )
    .orderBy(asc(teamMemberships.acceptedAt), asc(teamMemberships.id));
  const [first, ...others] = rows;
  return first ? { name: first.name, emails: [first.email, ...others.map(({ email }) => email)] } : null;
}

/** Stores the customer of an owner, unless the owner has a customer already; returns the stored one. */
export async function insertCustomerOnce(
  db: Db,
  owner: Owner,
  stripeCustomerId: string,
  now: Date,
): Promise<CustomerRow | null> {
  await db
    .insert(billingCustomers)
    .values({ stripeCustomerId, ownerKind: owner.kind, ownerId: owner.id, createdAt: now })
    .onConflictDoNothing();
  return findCustomerOf(db, owner);
}

/** Takes a ticket: greater than each earlier one of the customer, near the time in milliseconds; null for a missing customer. */
export async function takeTicket(db: Db, stripeCustomerId: string, now: Date): Promise<number | null> {
  const [row] = await db
    .update(billingCustomers)
    .set({ ticket: sql`max(${billingCustomers.ticket} + 1, ${now.getTime()})` })
    .where(eq(billingCustomers.stripeCustomerId, stripeCustomerId))
    .returning({ ticket: billingCustomers.ticket });
  return row?.ticket ?? null;
}

/** Claims a customer's seats until a time; false while another request has the claim. One statement, so only one of two gets it. */
export async function claimSeatChange(
  db: Db,
  stripeCustomerId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { changingUntil } = billingCustomers;
  const rows = await db
    .update(billingCustomers)
    .set({ changingUntil: until })
    .where(
      and(
        eq(billingCustomers.stripeCustomerId, stripeCustomerId),
        or(isNull(changingUntil), lt(changingUntil, now)),
      ),
    )
    .returning({ id: billingCustomers.stripeCustomerId });
  return rows.length > 0;
}

/** Ends the request's own claim, but not the claim of a request that took over. */
export async function endSeatChange(db: Db, stripeCustomerId: string, until: Date): Promise<void> {
  await db
    .update(billingCustomers)
    .set({ changingUntil: null })
    .where(
      and(eq(billingCustomers.stripeCustomerId, stripeCustomerId), eq(billingCustomers.changingUntil, until)),
    );
}

/** Stores the state read under a ticket; a row from a later ticket stays. All rows are stored, or none. */
export async function storeCustomerState(
  db: Db,
  stripeCustomerId: string,
  rows: { subscriptions: SubscriptionRow[]; purchases: PurchaseRow[] },
  now: Date,
): Promise<void> {
  await db.batch([
    db
      .update(billingCustomers)
      .set({ syncedAt: now })
      .where(eq(billingCustomers.stripeCustomerId, stripeCustomerId)),
    ...rows.subscriptions.map((row) =>
      db
        .insert(subscriptions)
        .values(row)
        .onConflictDoUpdate({
          target: subscriptions.id,
          set: row,
          setWhere: sql`excluded.ticket > ${subscriptions.ticket}`,
        }),
    ),
    ...rows.purchases.map((row) =>
      db
        .insert(creditPurchases)
        .values(row)
        .onConflictDoUpdate({
          target: creditPurchases.id,
          set: row,
          setWhere: sql`excluded.ticket > ${creditPurchases.ticket}`,
        }),
    ),
  ]);
}

/** Subscriptions of an owner, the newest first. By the index `subscriptions_owner`. */
export async function listSubscriptions(db: Db, { kind, id }: Owner): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerKind, kind), eq(subscriptions.ownerId, id)))
    .orderBy(desc(subscriptions.createdAt));
}

/** Purchases of an owner, the newest first. By the index `credit_purchases_owner`. */
export async function listPurchases(db: Db, { kind, id }: Owner): Promise<PurchaseRow[]> {
  return db
    .select()
    .from(creditPurchases)
    .where(and(eq(creditPurchases.ownerKind, kind), eq(creditPurchases.ownerId, id)))
    .orderBy(desc(creditPurchases.createdAt));
}

/** Notes an event unless it is noted already; returns the stored row. */
export async function noteEvent(
  db: Db,
  event: Pick<EventRow, "id" | "type" | "createdAt" | "receivedAt">,
): Promise<EventRow | null> {
  await db.insert(stripeEvents).values(event).onConflictDoNothing({ target: stripeEvents.id });
  return (await db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id)).get()) ?? null;
}

export async function settleEvent(
  db: Db,
  id: string,
  end: Pick<EventRow, "state" | "customerId" | "reason" | "handledAt">,
): Promise<void> {
  await db.update(stripeEvents).set(end).where(eq(stripeEvents.id, id));
}

/** Customers not compared with Stripe since `before`, the longest waiting first. By `billing_customers_reconciled`. */
export async function listUnreconciled(db: Db, before: Date, limit: number): Promise<CustomerRow[]> {
  return db
    .select()
    .from(billingCustomers)
    .where(or(isNull(billingCustomers.reconciledAt), lt(billingCustomers.reconciledAt, before)))
    .orderBy(asc(billingCustomers.reconciledAt))
    .limit(limit);
}

/**
 * Notes that a customer was compared, with the differences. An open difference that is found again keeps its first day; one that this
 * comparison did not find is resolved.
 */
export async function storeDifferences(
  db: Db,
  { stripeCustomerId, ownerKind, ownerId }: Pick<CustomerRow, "stripeCustomerId" | "ownerKind" | "ownerId">,
  rows: DifferenceRow[],
  now: Date,
): Promise<void> {
  const { id, foundAt, resolvedAt } = billingDifferences;
  const found = JSON.stringify(rows.map((row) => row.id));
  await db.batch([
    db
      .update(billingCustomers)
      .set({ reconciledAt: now })
      .where(eq(billingCustomers.stripeCustomerId, stripeCustomerId)),
    db
      .update(billingDifferences)
      .set({ resolvedAt: now })
      .where(
        and(
          eq(billingDifferences.ownerKind, ownerKind),
          eq(billingDifferences.ownerId, ownerId),
          isNull(resolvedAt),
          sql`${id} not in (select value from json_each(${found}))`,
        ),
      ),
    ...rows.map((row) =>
      db
        .insert(billingDifferences)
        .values(row)
        .onConflictDoUpdate({
          target: id,
          set: {
            atStripe: row.atStripe,
            here: row.here,
            foundAt: sql`case when ${resolvedAt} is null then ${foundAt} else excluded.found_at end`,
            resolvedAt: row.resolvedAt,
          },
        }),
    ),
  ]);
}

/** Differences of an owner, the newest first. By the index `billing_differences_owner`. */
export async function listDifferences(db: Db, { kind, id }: Owner): Promise<DifferenceRow[]> {
  return db
    .select()
    .from(billingDifferences)
    .where(and(eq(billingDifferences.ownerKind, kind), eq(billingDifferences.ownerId, id)))
    .orderBy(desc(billingDifferences.foundAt));
}

/**
 * Differences of all owners that are open or were resolved after a time, open ones first, with the person's address or the team's name.
 * Without an index: the table is small, and one person reads it.
 */
export async function listAllDifferences(
  db: Db,
  resolvedAfter: Date,
  limit: number,
): Promise<(DifferenceRow & { ownerName: string | null })[]> {
  const table = billingDifferences;
  const rows = await db
    .select({ difference: table, email: users.email, teamName: teams.name })
    .from(table)
    .leftJoin(users, and(eq(table.ownerKind, "user"), eq(users.id, table.ownerId)))
    .leftJoin(teams, and(eq(table.ownerKind, "team"), eq(teams.id, table.ownerId)))
    .where(or(isNull(table.resolvedAt), gt(table.resolvedAt, resolvedAfter)))
    .orderBy(sql`${table.resolvedAt} is not null`, desc(table.foundAt))
    .limit(limit);
  return rows.map(({ difference, email, teamName }) => ({ ...difference, ownerName: email ?? teamName }));
}

/** Deletes the rows of an owner who is gone; no later call needs their ids. */
export async function deleteBillingRows(db: Db, { kind, id }: Owner): Promise<void> {
  const tables = [subscriptions, creditPurchases, billingDifferences, billingCustomers] as const;
  for (const table of tables)
    await db.delete(table).where(and(inArray(table.ownerKind, [kind]), eq(table.ownerId, id)));
}
