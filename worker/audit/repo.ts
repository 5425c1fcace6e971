import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import { auditEvents } from "#schema/index.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";
import type { AuditOwner } from "./audit-event.ts";

export type AuditEventRow = typeof auditEvents.$inferSelect;

/** The newest event of a chain, by the index `audit_events_chain`; null when there is none. */
export async function findLastEvent(db: Db, owner: AuditOwner): Promise<AuditEventRow | null> {
  const [row] = await db
    .select()
    .from(auditEvents)
    .where(ownedBy(auditEvents, owner))
    .orderBy(desc(auditEvents.sequence))
    .limit(1);
  return row ?? null;
}

/** Inserts an event. False when its id or its place in the chain is taken. */
export async function insertEvent(db: Db, event: AuditEventRow): Promise<boolean> {
  const rows = await db
    .insert(auditEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: auditEvents.id });
  return rows.length > 0;
}

export async function hasEvent(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: auditEvents.id }).from(auditEvents).where(eq(auditEvents.id, id));
  return rows.length > 0;
}

/** Events before a place in the chain, newest first. By the index `audit_events_chain`. */
export async function listEventsBefore(
  db: Db,
  owner: AuditOwner,
  before: number,
  limit: number,
): Promise<AuditEventRow[]> {
  return db
    .select()
    .from(auditEvents)
    .where(and(ownedBy(auditEvents, owner), lt(auditEvents.sequence, before)))
    .orderBy(desc(auditEvents.sequence))
    .limit(limit);
}

/** Events after a place in the chain, oldest first. By the index `audit_events_chain`. */
export async function listEventsAfter(
  db: Db,
  owner: AuditOwner,
  after: number,
  limit: number,
): Promise<AuditEventRow[]> {
  return db
    .select()
    .from(auditEvents)
    .where(and(ownedBy(auditEvents, owner), gt(auditEvents.sequence, after)))
    .orderBy(asc(auditEvents.sequence))
    .limit(limit);
}
