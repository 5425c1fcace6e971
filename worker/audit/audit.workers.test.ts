import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditEvents } from "#schema/index.ts";
import { testCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser, signedUp } from "#tests/support/browser.workers.ts";
import type { Owner } from "#worker/context.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { recordEvent } from "./record-event.ts";
import type { AuditEventRow } from "./repo.ts";
import { verifyChain } from "./verify-chain.ts";

const db = connectDb(env.DB);

function sessionCtx(userId = newId("usr")) {
  const ctx = testCtx(
    { kind: "session", userId, sessionId: "ses_1", isEmailVerified: true, signedInAt: new Date() },
    { kind: "user", id: userId },
  );
  return { ...ctx, caller: { ...ctx.caller, ipAddress: "203.0.113.7", country: "DE" } };
}

async function chainOf(owner: Owner): Promise<AuditEventRow[]> {
  return db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.ownerKind, owner.kind), eq(auditEvents.ownerId, owner.id)))
    .orderBy(auditEvents.sequence);
}

/** A chain of events of several kinds. */
async function makeChain(length: number) {
  const ctx = sessionCtx();
  const { owner } = ctx.scope;
  for (let n = 1; n <= length; n += 1)
    await recordEvent(ctx, owner, { type: "api-key.created", details: { keyId: `key_${n}`, name: `n${n}` } });
  return { ctx, owner };
}

describe("recording", () => {
  it("keeps who did what from where, in a chain that starts at 1", async () => {
    const ctx = sessionCtx();
    const { owner } = ctx.scope;
    await recordEvent(ctx, owner, { type: "signed-in", details: { method: "password" } });
    await recordEvent(ctx, owner, { type: "signed-out", details: {} });
    const [first, second] = await chainOf(owner);
    expect(first).toMatchObject({
      sequence: 1,
      type: "signed-in",
      actorKind: "session",
      actorId: owner.id,
      details: { method: "password" },
      ipAddress: "203.0.113.7",
      previousHash: "0".repeat(64),
    });
    expect(second).toMatchObject({ sequence: 2, previousHash: first?.hash });
    expect(await verifyChain(ctx, owner)).toEqual({ kind: "intact", length: 2, headHash: second?.hash });
  });

  it("50 at once make a chain without gaps", async () => {
    const ctx = sessionCtx();
    const { owner } = ctx.scope;
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        recordEvent(ctx, owner, { type: "signed-in", details: { method: `m${n}` } }),
      ),
    );
    const chain = await chainOf(owner);
    expect(chain.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(new Set(chain.map(({ details }) => details.method)).size).toBe(50);
    expect(await verifyChain(ctx, owner)).toMatchObject({ kind: "intact", length: 50 });
  });

  it("under an id of its own is done once, also when two do it at once (fault 43)", async () => {
    const ctx = sessionCtx();
    const { owner } = ctx.scope;
    const record = () =>
      recordEvent(
        ctx,
        owner,
        { type: "signed-up", details: { method: "password" } },
        { id: `up_${owner.id}` },
      );
    await Promise.all([record(), record()]);
    await record();
    expect(await chainOf(owner)).toHaveLength(1);
  });
});

/** One change to each column, of another kind for each type of value. */
const TAMPERINGS: {
  [Column in keyof AuditEventRow]: (row: AuditEventRow, word: string) => AuditEventRow[Column];
} = {
  id: (row, word) => `${row.id}${word}`,
  ownerKind: () => "team",
  ownerId: (row, word) => `${row.ownerId}${word}`,
  sequence: (row) => row.sequence + 1000,
  type: (row, word) => `${row.type}${word}`,
  actorKind: (row, word) => `${row.actorKind}${word}`,
  actorId: (_, word) => word,
  details: (row, word) => ({ ...row.details, name: word }),
  ipAddress: (_, word) => word,
  createdAt: (row) => new Date(row.createdAt.getTime() + 1),
  previousHash: (row, word) => `${row.previousHash.slice(1)}${word}`,
  hash: (row, word) => `${row.hash.slice(1)}${word}`,
};

describe("verifying", () => {
  it("finds any single field that was changed, in any event", async () => {
    const { ctx, owner } = await makeChain(6);
    const chain = await chainOf(owner);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(TAMPERINGS) as (keyof AuditEventRow)[])),
        // The last event has no successor that could miss it: see the next test.
        fc.integer({ min: 0, max: 4 }),
        fc
          .string({ minLength: 1, maxLength: 8 })
          .map((text) => `x${encodeURIComponent(text.toWellFormed())}`),
        async (column, index, word) => {
          const row = chain[index]!;
          const value = TAMPERINGS[column](row, word);
          await db
            .update(auditEvents)
            .set({ [column]: value })
            .where(eq(auditEvents.hash, row.hash));
          const verdict = await verifyChain(ctx, owner);
          await db
            .delete(auditEvents)
            .where(eq(auditEvents.id, column === "id" ? `${row.id}${word}` : row.id));
          await db.insert(auditEvents).values(row);
          expect({ column, kind: verdict.kind }).toEqual({ column, kind: "broken" });
        },
      ),
      { numRuns: 150 },
    );
    expect(await verifyChain(ctx, owner)).toMatchObject({ kind: "intact", length: 6 });
  });

  it("finds a changed field of the newest event too", async () => {
    const { ctx, owner } = await makeChain(2);
    const last = (await chainOf(owner))[1]!;
    for (const column of ["type", "details", "ipAddress", "createdAt", "hash", "actorId"] as const) {
      const value = TAMPERINGS[column](last, "x");
      await db
        .update(auditEvents)
        .set({ [column]: value })
        .where(eq(auditEvents.id, last.id));
      expect(await verifyChain(ctx, owner)).toMatchObject({ kind: "broken", sequence: 2 });
      await db.update(auditEvents).set(last).where(eq(auditEvents.id, last.id));
    }
  });

  it("finds events that are missing, swapped, or rewritten with a hash of their own", async () => {
    const { ctx, owner } = await makeChain(4);
    const [, second, third] = await chainOf(owner);
    await db.delete(auditEvents).where(eq(auditEvents.id, second!.id));
    expect(await verifyChain(ctx, owner)).toEqual({ kind: "broken", sequence: 2, because: "missing" });
    // The gap closed by moving the next one up.
    await db.update(auditEvents).set({ sequence: 2 }).where(eq(auditEvents.id, third!.id));
    expect(await verifyChain(ctx, owner)).toMatchObject({
      kind: "broken",
      sequence: 2,
      because: "not-linked",
    });
    await db.update(auditEvents).set({ sequence: 3 }).where(eq(auditEvents.id, third!.id));
    await db.insert(auditEvents).values(second!);
    expect(await verifyChain(ctx, owner)).toMatchObject({ kind: "intact" });
  });

  it("tells by its length and head that the newest events were cut off", async () => {
    const { ctx, owner } = await makeChain(3);
    const before = await verifyChain(ctx, owner);
    await db.delete(auditEvents).where(eq(auditEvents.id, (await chainOf(owner))[2]!.id));
    expect(await verifyChain(ctx, owner)).not.toEqual(before);
    expect(await verifyChain(ctx, { kind: "user", id: "nobody" })).toMatchObject({
      kind: "intact",
      length: 0,
    });
  });
});

describe("listing", () => {
  it("is of the scope's owner alone, newest first, in parts, without the hashes", async () => {
    const { ctx } = await makeChain(5);
    const first = await listAuditEvents(ctx, { limit: 2 });
    expect(first.events.map(({ sequence }) => sequence)).toEqual([5, 4]);
    expect(Object.keys(first.events[0]!)).not.toContain("hash");
    const second = await listAuditEvents(ctx, { limit: 3, before: first.next! });
    expect(second.events.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect(second.next).toBeNull();
    expect(await listAuditEvents(sessionCtx(), { limit: 50 })).toEqual({ events: [], next: null });
  });

  it("over HTTP is for the person who is signed in", async () => {
    expect((await newBrowser().get("/api/audit-events")).status).toBe(401);
    const { browser, userId } = await signedUp();
    const { body } = await browser.get("/api/audit-events?limit=100");
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual(["signed-in", "signed-up"]);
    expect(body.events[0]).toMatchObject({
      actorKind: "session",
      actorId: userId,
      ipAddress: browser.ipAddress,
    });
    expect((await browser.get("/api/audit-events?limit=9999")).status).toBe(400);
  });
});
