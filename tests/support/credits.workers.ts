import { env } from "cloudflare:test";
import { asc, eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { creditTransactions } from "#schema/index.ts";
import { connectDb } from "#worker/platform/db.ts";
import type { PlanEvent } from "#worker/credits/credit-counter.ts";
import { newId } from "#worker/platform/ids.ts";

const db = connectDb(env.DB);

/** A user of its own, and what counts its credits. */
export function payer() {
  const userId = newId("usr");
  return { userId, counter: env.CREDIT_COUNTER.getByName(`u_${userId}`) };
}

let events = 0;

/** An allowance of any size from a plan that begins at a date, by an event that comes after those before it. */
export function allowanceOf(allowance: number, startDate: Date): PlanEvent {
  events += 1;
  return { tier: "Basic", seats: 0, allowance, startDate, eventId: `evt_${events}`, order: events };
}

/** Times are in a future year, since an alarm for a time that is over on the real clock rings at once. */
export function clockAt(time: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
}

/** The rows of the history, the oldest first. */
export async function history(userId: string) {
  const rows = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.ownerId, userId))
    .orderBy(asc(creditTransactions.timestamp), asc(creditTransactions.id));
  return rows;
}

/** Waits until the history has so many rows. */
export async function delivered(userId: string, rows: number) {
  await vi.waitFor(async () => expect(await history(userId)).toHaveLength(rows), { timeout: 5000 });
}
