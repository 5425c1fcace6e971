import {
  abortAllDurableObjects,
  env,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { allowanceOf, payer, clockAt, history, delivered } from "#tests/support/credits.workers.ts";

import { users } from "#schema/index.ts";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import type { PlanEvent } from "./credit-counter.ts";

const NOTE = { details: "search", metadata: { args: { query: "how" } } };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Every order of some things. */
function* permutations<T>(things: T[]): Generator<T[]> {
  if (things.length === 0) yield [];
  for (const [at, first] of things.entries())
    for (const rest of permutations(things.toSpliced(at, 1))) yield [first, ...rest];
}

async function hasAlarm(counter: ReturnType<typeof payer>["counter"]) {
  return runInDurableObject(counter, async (_, state) => (await state.storage.getAlarm()) !== null);
}

describe("a charge", () => {
  it("is held, then posted, with a row in the history", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 10, "purchase");
    expect(await counter.reserve("op", 3)).toEqual({ outcome: "reserved", available: 7 });
    expect(await counter.balance()).toEqual({
      purchased: 10,
      debt: 0,
      tier: "Free",
      allowance: 0,
      allowanceUsed: 0,
      reserved: 3,
      available: 7,
      planStart: null,
    });
    expect(await counter.post("op", NOTE)).toEqual({ outcome: "done", available: 7 });
    expect(await counter.balance()).toMatchObject({ purchased: 7, reserved: 0, available: 7 });
    await delivered(userId, 2);
    expect((await history(userId)).find((row) => row.source === "usage")).toMatchObject({
      id: `u_${userId}:op`,
      ownerKind: "user",
      amount: -3,
      allowanceAmount: 0,
      details: "search",
      metadata: NOTE.metadata,
    });
  });

  it("takes the allowance first and what was bought after it", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.setPlan(allowanceOf(2, new Date("2066-01-10")));
    expect(await counter.reserve("op", 3)).toEqual({ outcome: "reserved", available: 4 });
    await counter.post("op", NOTE);
    expect(await counter.balance()).toMatchObject({ purchased: 4, allowanceUsed: 2, available: 4 });
    await delivered(userId, 2);
    expect((await history(userId)).find((row) => row.source === "usage")).toMatchObject({
      amount: -3,
      allowanceAmount: 2,
    });
  });

  it("is refused when there is too little, and leaves nothing behind", async () => {
    const { counter } = payer();
    await counter.grant("g", 2, "initial");
    expect(await counter.reserve("op", 3)).toEqual({ outcome: "insufficient", available: 2 });
    expect(await counter.post("op", NOTE)).toEqual({ outcome: "unknown", available: 2 });
    await counter.grant("more", 1, "purchase");
    expect(await counter.reserve("op", 3)).toEqual({ outcome: "reserved", available: 0 });
  });

  it("goes to exactly one of many who want the last credit (fault 10)", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 1, "initial");
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const stub = env.CREDIT_COUNTER.getByName(`u_${userId}`);
        const { outcome } = await stub.reserve(`op-${n}`, 1);
        if (outcome === "reserved") await stub.post(`op-${n}`, NOTE);
        return outcome;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === "reserved")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "insufficient")).toHaveLength(59);
    expect(await counter.balance()).toMatchObject({ purchased: 0, reserved: 0, available: 0 });
    await delivered(userId, 2);
  });
});

describe("a charge of less than what is held", () => {
  it("gives the rest back, what was purchased first", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.setPlan(allowanceOf(2, new Date("2066-01-10")));
    await counter.reserve("op", 6);
    expect(await counter.post("op", NOTE, 3)).toEqual({ outcome: "done", available: 4 });
    expect(await counter.balance()).toMatchObject({ purchased: 4, allowanceUsed: 2, reserved: 0 });
    await counter.reserve("small", 1);
    await delivered(userId, 2);
    expect((await history(userId)).find((row) => row.source === "usage")).toMatchObject({
      amount: -3,
      allowanceAmount: 2,
    });
  });

  it("of nothing leaves no row, and does not make the same call free", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("op", 2, { windowKey: "same" });
    expect(await counter.post("op", NOTE, 0)).toEqual({ outcome: "done", available: 5 });
    expect(await counter.reserve("again", 2, { windowKey: "same" })).toMatchObject({ outcome: "reserved" });
    await counter.post("again", NOTE);
    await delivered(userId, 2);
    expect((await history(userId)).map((row) => row.amount).toSorted()).toEqual([-2, 5]);
  });

  it("is refused where it is more, and leaves the reservation as it was", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("op", 2);
    await runInDurableObject(counter, async (instance) => {
      for (const credits of [3, -1, 0.5])
        await expect(instance.post("op", NOTE, credits)).rejects.toThrow(RangeError);
    });
    expect(await counter.post("op", NOTE, 1)).toEqual({ outcome: "done", available: 4 });
    expect(await counter.post("op", NOTE, 2)).toEqual({ outcome: "already-done", available: 4 });
    await delivered(userId, 2);
  });
});

describe("an adjustment", () => {
  it("adds and takes, once for an id, with its reason in the history", async () => {
    const { userId, counter } = payer();
    await counter.adjust("up", 10, "purchase", "goodwill");
    await counter.adjust("up", 10, "purchase", "goodwill");
    expect(await counter.adjust("down", -4, "purchase", "refunded by the bank")).toEqual({ available: 6 });
    expect(await counter.adjust("down", -4, "purchase", "refunded by the bank")).toEqual({ available: 6 });
    await delivered(userId, 2);
    const rows = await history(userId);
    expect(rows.find(({ amount }) => amount < 0)).toMatchObject({
      source: "purchase",
      amount: -4,
      details: "refunded by the bank",
    });
    expect(await counter.reserve("down", 1)).toMatchObject({ outcome: "already-posted" });
    expect(await counter.post("down", NOTE)).toMatchObject({ outcome: "unknown" });
  });

  it("below zero is a debt, which what is held and what is bought later pays first (fault 7)", async () => {
    const { counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("open", 3);
    expect(await counter.adjust("chargeback", -9, "purchase", "dispute")).toEqual({ available: 0 });
    expect(await counter.balance()).toMatchObject({ purchased: 3, reserved: 3, debt: 7, available: 0 });
    expect(await counter.void("open")).toMatchObject({ available: 0 });
    expect(await counter.balance()).toMatchObject({ purchased: 0, debt: 4 });
    expect(await counter.grant("more", 3, "purchase")).toEqual({ available: 0 });
    expect(await counter.grant("most", 3, "purchase")).toEqual({ available: 2 });
    expect(await counter.balance()).toMatchObject({ purchased: 2, debt: 0 });
  });
});

describe("a refund", () => {
  it("gives back what a charge took, in parts and never more, once for an id", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.setPlan(allowanceOf(2, new Date("2066-01-10")));
    await counter.reserve("op", 4);
    expect(await counter.refund("early", "op", "wrong page")).toMatchObject({ outcome: "unknown" });
    await counter.post("op", NOTE);
    expect(await counter.refund("r1", "op", "wrong page", 3)).toEqual({ outcome: "done", available: 6 });
    expect(await counter.refund("r1", "op", "wrong page", 3)).toEqual({
      outcome: "already-done",
      available: 6,
    });
    expect(await counter.balance()).toMatchObject({ purchased: 5, allowanceUsed: 1 });
    expect(await counter.refund("r2", "op", "wrong page", 2)).toMatchObject({ outcome: "exceeds" });
    expect(await counter.refund("r2", "op", "wrong page")).toEqual({ outcome: "done", available: 7 });
    expect(await counter.refund("r3", "op", "wrong page")).toMatchObject({ outcome: "exceeds" });
    expect(await counter.refund("r4", "g", "not a charge")).toMatchObject({ outcome: "unknown" });
    await delivered(userId, 4);
    const usage = (await history(userId)).filter((row) => row.source === "usage");
    expect(usage.reduce((sum, row) => sum + row.amount, 0)).toBe(0);
    expect(usage.reduce((sum, row) => sum + row.allowanceAmount, 0)).toBe(0);
    expect(usage.find((row) => row.amount === 3)).toMatchObject({
      details: "wrong page",
      metadata: { reason: "wrong page", refundOf: "op" },
    });
  });
});

function planEvent(order: number, eventId: string, allowance: number): PlanEvent {
  const tier = allowance > 2 ? "Pro" : "Basic";
  return { tier, seats: 0, allowance, startDate: new Date("2066-01-10"), eventId, order };
}

describe("a plan", () => {
  const events = [
    planEvent(1, "evt_a", 1),
    planEvent(2, "evt_c", 2),
    planEvent(2, "evt_b", 3),
    planEvent(3, "evt_d", 4),
    planEvent(4, "evt_e", 5),
  ];

  it("is that of the latest event, in whatever order and however often they come (fault 2)", async () => {
    let orders = 0;
    for (const order of permutations(events)) {
      const { counter } = payer();
      for (const event of [...order, order[0]!]) await counter.setPlan(event);
      expect(await counter.balance()).toMatchObject({ allowance: 5, tier: "Pro" });
      orders += 1;
    }
    expect(orders).toBe(120);
  });

  it("says what became of an event", async () => {
    const { counter } = payer();
    expect(await counter.setPlan(planEvent(2, "evt_b", 3))).toEqual({ outcome: "applied", available: 3 });
    expect(await counter.setPlan(planEvent(2, "evt_b", 3))).toEqual({
      outcome: "already-applied",
      available: 3,
    });
    expect(await counter.setPlan(planEvent(1, "evt_z", 9))).toEqual({ outcome: "older", available: 3 });
    expect(await counter.setPlan(planEvent(2, "evt_a", 9))).toEqual({ outcome: "older", available: 3 });
    expect(await counter.setPlan(planEvent(2, "evt_c", 2))).toEqual({ outcome: "applied", available: 2 });
  });

  it("is one truth: the tier in D1 is that of the counter, also after D1 was away", async () => {
    const { userId } = await makeAccount({ tier: "Pro" });
    const db = connectDb(env.DB);
    const tier = async () => (await db.select().from(users).where(eq(users.id, userId)).get())?.tier;
    const counter = env.CREDIT_COUNTER.getByName(`u_${userId}`);
    expect(await tier()).toBe("Pro");
    expect(await counter.balance()).toMatchObject({ tier: "Pro", allowance: 5000 });
    await env.DB.exec("ALTER TABLE users RENAME TO users_away");
    vi.spyOn(console, "error").mockReturnValue();
    expect(await counter.setPlan(planEvent(5, "evt_later", 1))).toMatchObject({ outcome: "applied" });
    expect(await counter.balance()).toMatchObject({ tier: "Basic", allowance: 1 });
    expect(await hasAlarm(counter)).toBe(true);
    await env.DB.exec("ALTER TABLE users_away RENAME TO users");
    expect(await tier()).toBe("Pro");
    await evictDurableObject(counter);
    await runDurableObjectAlarm(counter);
    expect(await tier()).toBe("Basic");
  });
});

it("takes over the tables of an object that is older than debts, refunds and plans by event (fault 50)", async () => {
  const { counter } = payer();
  await runInDurableObject(counter, (_, { storage }) => {
    storage.sql.exec("DROP TABLE account; DROP TABLE operations;");
    storage.sql.exec(`
      CREATE TABLE account (id INTEGER PRIMARY KEY CHECK (id = 1), purchased INTEGER NOT NULL DEFAULT 0,
        allowance INTEGER NOT NULL DEFAULT 0, allowance_used INTEGER NOT NULL DEFAULT 0, plan_start INTEGER, period_start INTEGER);
      INSERT INTO account (id, purchased) VALUES (1, 7);
      CREATE TABLE operations (op_id TEXT PRIMARY KEY, status TEXT NOT NULL, credits INTEGER NOT NULL,
        from_allowance INTEGER NOT NULL DEFAULT 0, period_start INTEGER, window_key TEXT, created_at INTEGER NOT NULL,
        expires_at INTEGER, settled_at INTEGER) WITHOUT ROWID;`);
  });
  await evictDurableObject(counter);
  await counter.reserve("op", 2);
  await counter.post("op", NOTE);
  await counter.refund("r", "op", "wrong page", 1);
  expect(await counter.adjust("down", -8, "purchase", "dispute")).toEqual({ available: 0 });
  expect(await counter.balance()).toMatchObject({ purchased: 0, debt: 2, tier: "Free" });
});

describe("an operation id", () => {
  it("is applied once, however often each step comes (fault 12)", async () => {
    const { userId, counter } = payer();
    await Promise.all(Array.from({ length: 20 }, () => counter.grant("g", 10, "purchase")));
    await Promise.all(Array.from({ length: 20 }, () => counter.reserve("op", 1)));
    expect(await counter.balance()).toMatchObject({ purchased: 10, reserved: 1 });
    const posts = await Promise.all(Array.from({ length: 20 }, () => counter.post("op", NOTE)));
    expect(posts.filter(({ outcome }) => outcome === "done")).toHaveLength(1);
    expect(posts.filter(({ outcome }) => outcome === "already-done")).toHaveLength(19);
    expect(await counter.reserve("op", 1)).toEqual({ outcome: "already-posted", available: 9 });
    expect(await counter.void("op")).toEqual({ outcome: "settled-otherwise", available: 9 });
    await delivered(userId, 2);
  });

  it("that was voided stays so (fault 12)", async () => {
    const { counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("op", 2);
    expect(await counter.void("op")).toEqual({ outcome: "done", available: 5 });
    expect(await counter.void("op")).toEqual({ outcome: "already-done", available: 5 });
    expect(await counter.post("op", NOTE)).toEqual({ outcome: "settled-otherwise", available: 5 });
    expect(await counter.reserve("op", 2)).toEqual({ outcome: "already-void", available: 5 });
  });

  it("that is voided before it is reserved holds nothing, and one never seen is unknown", async () => {
    const { counter } = payer();
    await counter.grant("g", 5, "purchase");
    expect(await counter.post("never", NOTE)).toEqual({ outcome: "unknown", available: 5 });
    expect(await counter.void("early")).toEqual({ outcome: "unknown", available: 5 });
    expect(await counter.reserve("early", 2)).toEqual({ outcome: "already-void", available: 5 });
    expect(await counter.post("g", NOTE)).toEqual({ outcome: "unknown", available: 5 });
    expect(await counter.void("g")).toEqual({ outcome: "unknown", available: 5 });
  });

  it("survives the object's end: what was answered is there, and the call again changes nothing (fault 8)", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("op", 2);
    await abortAllDurableObjects();
    const again = env.CREDIT_COUNTER.getByName(`u_${userId}`);
    expect(await again.reserve("op", 2)).toEqual({ outcome: "reserved", available: 3 });
    expect(await again.post("op", NOTE)).toEqual({ outcome: "done", available: 3 });
    await evictDurableObject(again);
    expect(await again.post("op", NOTE)).toEqual({ outcome: "already-done", available: 3 });
    await delivered(userId, 2);
  });
});

it("a debit whose object dies while the call is inside is applied once when it is sent again (fault 8)", async () => {
  const { userId, counter } = payer();
  await counter.grant("g", 20, "purchase");
  const stub = () => env.CREDIT_COUNTER.getByName(`u_${userId}`);
  for (let n = 0; n < 10; n += 1) {
    const opId = `op-${n}`;
    const cutOff = [stub().reserve(opId, 1), stub().post(opId, NOTE)];
    const ends = Promise.allSettled(cutOff);
    // The abort comes sometimes before the calls arrive, sometimes in between, sometimes when they are answered.
    if (n % 3 > 0) await new Promise((resolve) => setTimeout(resolve, n % 3));
    await abortAllDurableObjects();
    await ends;
    expect(["reserved", "already-posted"]).toContain((await stub().reserve(opId, 1)).outcome);
    expect(["done", "already-done"]).toContain((await stub().post(opId, NOTE)).outcome);
  }
  expect(await stub().balance()).toMatchObject({ purchased: 10, reserved: 0, available: 10 });
  await delivered(userId, 11);
});

describe("a reservation that nobody settles", () => {
  it("gives its credits back after 60 s, by alarm or when asked, and cannot be posted then (faults 11, 12)", async () => {
    clockAt("2066-05-01T12:00:00.000Z");
    const { counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("op", 2);
    expect(await hasAlarm(counter)).toBe(true);
    vi.setSystemTime(new Date("2066-05-01T12:00:59.999Z"));
    expect(await counter.balance()).toMatchObject({ reserved: 2, available: 3 });
    vi.setSystemTime(new Date("2066-05-01T12:01:00.000Z"));
    await runDurableObjectAlarm(counter);
    const open = await runInDurableObject(counter, (_, state) =>
      state.storage.sql.exec("SELECT status FROM operations WHERE op_id = 'op'").one(),
    );
    expect(open).toEqual({ status: "expired" });
    expect(await counter.post("op", NOTE)).toEqual({ outcome: "expired", available: 5 });
    expect(await counter.void("op")).toEqual({ outcome: "expired", available: 5 });
    expect(await counter.reserve("op", 2)).toEqual({ outcome: "already-void", available: 5 });
  });

  it("may have its own time, up to 15 minutes, beside others", async () => {
    clockAt("2066-05-01T12:00:00.000Z");
    const { counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("long", 2, { expiresInMs: 10 * 60_000 });
    await counter.reserve("short", 1);
    vi.setSystemTime(new Date("2066-05-01T12:01:00.000Z"));
    expect(await counter.balance()).toMatchObject({ reserved: 2, available: 3 });
    vi.setSystemTime(new Date("2066-05-01T12:09:59.999Z"));
    expect(await counter.balance()).toMatchObject({ reserved: 2 });
    vi.setSystemTime(new Date("2066-05-01T12:10:00.000Z"));
    expect(await counter.post("long", NOTE)).toEqual({ outcome: "expired", available: 5 });
    await runInDurableObject(counter, async (instance) => {
      for (const expiresInMs of [0, 15 * 60_000 + 1, Number.NaN])
        await expect(instance.reserve("bad", 1, { expiresInMs })).rejects.toThrow(RangeError);
    });
  });

  it("keeps an alarm until all are settled, also when it rings early", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await delivered(userId, 1);
    await counter.reserve("a", 1);
    await counter.reserve("b", 1);
    await runDurableObjectAlarm(counter);
    expect(await hasAlarm(counter)).toBe(true);
    expect(await counter.balance()).toMatchObject({ reserved: 2 });
    await counter.void("a");
    await counter.void("b");
    await runDurableObjectAlarm(counter);
    expect(await hasAlarm(counter)).toBe(false);
  });
});

describe("the same call within the window", () => {
  it("is charged once, then again when the window is over", async () => {
    clockAt("2066-05-01T12:00:00Z");
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("one", 1, { windowKey: "key:search:abc" });
    await counter.post("one", NOTE);
    expect(await counter.reserve("two", 1, { windowKey: "key:search:abc" })).toEqual({
      outcome: "already-posted",
      available: 4,
    });
    expect(await counter.reserve("other", 1, { windowKey: "key:search:xyz" })).toEqual({
      outcome: "reserved",
      available: 3,
    });
    await counter.void("other");
    vi.setSystemTime(new Date("2066-05-01T12:00:59.999Z"));
    expect((await counter.reserve("three", 1, { windowKey: "key:search:abc" })).outcome).toBe(
      "already-posted",
    );
    vi.setSystemTime(new Date("2066-05-01T12:01:00Z"));
    expect((await counter.reserve("four", 1, { windowKey: "key:search:abc" })).outcome).toBe("reserved");
    await counter.post("four", NOTE);
    await delivered(userId, 3);
  });

  it("running several times at once is charged once, by whoever is posted", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 5, "purchase");
    const ids = ["a", "b", "c", "d"];
    for (const id of ids)
      expect((await counter.reserve(id, 1, { windowKey: "key:search:abc" })).outcome).toBe("reserved");
    await counter.void("a");
    for (const id of ["b", "c", "d"]) expect((await counter.post(id, NOTE)).outcome).toBe("done");
    expect(await counter.balance()).toMatchObject({ purchased: 4, reserved: 0, available: 4 });
    await delivered(userId, 2);
  });

  it("is charged when the first did not come to an answer", async () => {
    const { counter } = payer();
    await counter.grant("g", 5, "purchase");
    await counter.reserve("a", 1, { windowKey: "key:search:abc" });
    await counter.void("a");
    expect((await counter.reserve("b", 1, { windowKey: "key:search:abc" })).outcome).toBe("reserved");
  });
});

describe("a month", () => {
  it.each([
    ["2066-01-31", "2066-02-27T23:59:59.999Z", "2066-02-28T00:00:00.000Z"],
    ["2066-01-31", "2068-02-28T23:59:59.999Z", "2068-02-29T00:00:00.000Z"],
    ["2066-01-30", "2066-04-29T23:59:59.999Z", "2066-04-30T00:00:00.000Z"],
    ["2065-12-29", "2066-12-28T23:59:59.999Z", "2066-12-29T00:00:00.000Z"],
    ["2065-12-01", "2065-12-31T23:59:59.999Z", "2066-01-01T00:00:00.000Z"],
  ])("that began on %s rolls between %s and %s, once (faults 16, 17)", async (startDate, last, first) => {
    clockAt(last);
    const { counter } = payer();
    await counter.setPlan(allowanceOf(10, new Date(startDate)));
    await counter.reserve("old", 4);
    await counter.post("old", NOTE);
    expect(await counter.balance()).toMatchObject({ allowanceUsed: 4, available: 6 });
    vi.setSystemTime(new Date(first));
    expect(await counter.balance()).toMatchObject({ allowanceUsed: 0, available: 10 });
    await counter.reserve("new", 3);
    await counter.post("new", NOTE);
    // A clock that goes back, or an isolate whose clock is behind, brings no second allowance.
    vi.setSystemTime(new Date(Date.parse(first) - 5 * 60_000));
    expect(await counter.balance()).toMatchObject({ allowanceUsed: 3, available: 7 });
    vi.setSystemTime(new Date(Date.parse(first) + 1000));
    expect(await counter.balance()).toMatchObject({ allowanceUsed: 3, available: 7 });
  });

  it("that ends while a reservation is open charges it to the month it began in", async () => {
    clockAt("2066-03-14T23:59:50Z");
    const { userId, counter } = payer();
    await counter.setPlan(allowanceOf(5, new Date("2066-01-15")));
    await counter.reserve("posted", 1);
    await counter.reserve("voided", 1);
    vi.setSystemTime(new Date("2066-03-15T00:00:10Z"));
    expect((await counter.post("posted", NOTE)).outcome).toBe("done");
    expect((await counter.void("voided")).outcome).toBe("done");
    expect(await counter.balance()).toMatchObject({ allowanceUsed: 0, reserved: 0, available: 5 });
    await delivered(userId, 1);
    const [row] = await history(userId);
    expect(row?.timestamp).toEqual(new Date("2066-03-14T23:59:50Z"));
  });

  it("goes on when the plan changes, and a smaller plan never makes a balance negative", async () => {
    clockAt("2066-03-20T12:00:00Z");
    const { counter } = payer();
    await counter.grant("g", 2, "purchase");
    await counter.setPlan(allowanceOf(10, new Date("2066-01-15")));
    await counter.reserve("used", 8);
    await counter.post("used", NOTE);
    await counter.reserve("open", 2);
    await counter.setPlan(allowanceOf(5, new Date("2066-01-15")));
    expect(await counter.balance()).toMatchObject({ allowance: 5, available: 2 });
    expect((await counter.post("open", NOTE)).outcome).toBe("done");
    expect(await counter.balance()).toMatchObject({ purchased: 2, allowanceUsed: 10, available: 2 });
    await counter.setPlan(allowanceOf(0, new Date("2066-01-15")));
    expect(await counter.balance()).toMatchObject({ available: 2 });
  });
});

describe("the history", () => {
  it("catches up after D1 was away, without a request failing and without a row twice (faults 14, 15)", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 100, "purchase");
    await delivered(userId, 1);
    await env.DB.exec("ALTER TABLE credit_transactions RENAME TO credit_transactions_away");
    const logged = vi.spyOn(console, "error").mockReturnValue();
    for (let n = 0; n < 30; n += 1) {
      expect((await counter.reserve(`op-${n}`, 1)).outcome).toBe("reserved");
      expect((await counter.post(`op-${n}`, NOTE)).outcome).toBe("done");
    }
    // Eight rings are more than a handler that throws would be given.
    for (let ring = 0; ring < 8; ring += 1) {
      await runDurableObjectAlarm(counter);
      expect(await hasAlarm(counter)).toBe(true);
    }
    expect(await counter.balance()).toMatchObject({ purchased: 70, reserved: 0 });
    expect(logged.mock.calls[0]?.[0]).toContain("credit history not written");
    await evictDurableObject(counter);
    await env.DB.exec("ALTER TABLE credit_transactions_away RENAME TO credit_transactions");
    await runDurableObjectAlarm(counter);
    await delivered(userId, 31);
    await counter.grant("g", 100, "purchase");
    const rows = await history(userId);
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(70);
    await runDurableObjectAlarm(counter);
    expect(await hasAlarm(counter)).toBe(false);
  });

  it("takes a row once that was stored before its answer was lost (fault 43)", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 3, "purchase");
    await delivered(userId, 1);
    const again = JSON.stringify({
      opId: "g",
      timestamp: 0,
      source: "purchase",
      amount: 3,
      allowanceAmount: 0,
      note: null,
    });
    await runInDurableObject(counter, (_, state) => {
      state.storage.sql.exec("INSERT INTO outbox (entry) VALUES (?)", again);
    });
    await counter.grant("h", 1, "purchase");
    await delivered(userId, 2);
    expect((await history(userId)).map((row) => row.amount).sort()).toEqual([1, 3]);
  });

  it("goes on behind a row that D1 refuses, which is parked and reported", async () => {
    const { userId, counter } = payer();
    await counter.grant("g", 100, "purchase");
    await delivered(userId, 1);
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const refused = { opId: "bad", timestamp: 0, source: "gift", amount: 3, allowanceAmount: 0, note: null };
    await runInDurableObject(counter, (_, state) => {
      state.storage.sql.exec("INSERT INTO outbox (entry) VALUES (?)", JSON.stringify(refused));
    });
    for (let n = 0; n < 5; n += 1) {
      await counter.reserve(`op-${n}`, 1);
      await counter.post(`op-${n}`, NOTE);
    }
    // Three failures together, then two alone.
    for (let ring = 0; ring < 6; ring += 1) await runDurableObjectAlarm(counter);
    await delivered(userId, 6);
    await runInDurableObject(counter, (_, { storage }) => {
      expect(storage.sql.exec("SELECT entry FROM outbox").toArray()).toEqual([]);
      const parked = storage.sql.exec<{ entry: string }>("SELECT entry FROM parked").toArray();
      expect(parked.map(({ entry }) => JSON.parse(entry))).toEqual([refused]);
    });
    expect(logged.mock.calls.join()).toContain("credit history refuses a row, which is parked");
    await counter.grant("h", 1, "purchase");
    await delivered(userId, 7);
  });
});
