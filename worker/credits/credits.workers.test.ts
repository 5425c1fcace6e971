import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { apiKeys } from "#schema/index.ts";
import { allowanceOf } from "#tests/support/credits.workers.ts";
import { doorOf } from "#tests/support/door.workers.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { rollApiKey } from "#worker/api-keys/roll-api-key.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import { getCreditInfo, getCreditOverview } from "./get-credit-info.ts";
import { findMonthlyUsage } from "./get-monthly-usage.ts";
import { listTransactions, listTransactionsInput } from "./list-transactions.ts";
import { listUsageByKey } from "./list-usage-by-key.ts";
import { storeTransactions } from "./repo.ts";
import type { TransactionRow } from "./repo.ts";
import { creditRoutes } from "./routes.ts";

/** The account's Ctx at a moment of its own. */
function at(account: Account, time: string) {
  return { ...ctxOf(account), now: () => new Date(time) };
}

function counterOf({ userId }: Account) {
  return env.CREDIT_COUNTER.getByName(`u_${userId}`);
}

let rows = 0;
function usage(account: Account, timestamp: string, more: Partial<TransactionRow> = {}): TransactionRow {
  return {
    id: `u_${account.userId}:${(rows += 1)}`,
    ownerKind: "user",
    ownerId: account.userId,
    timestamp: new Date(timestamp),
    source: "usage",
    amount: -1,
    allowanceAmount: 1,
    tokensSent: 400,
    tokensOfFullPages: 9000,
    details: "how",
    metadata: { operation: "search", args: { query: "how" }, apiKeyName: "laptop" },
    ...more,
  };
}

const ALL = listTransactionsInput.parse({});
const USAGE = listTransactionsInput.parse({ type: "usage" });

/** The row of the initial credits is written after the answer. */
async function hasHistory(account: Account, length: number) {
  await vi.waitFor(async () => expect(await listTransactions(ctxOf(account), ALL)).toHaveLength(length), {
    timeout: 10_000,
  });
}

describe("what an owner has", () => {
  it("is the purchased credits without a plan, in a period of the account's own", async () => {
    const account = await makeAccount({ credits: 50 });
    const info = await getCreditInfo(ctxOf(account));
    expect(info).toMatchObject({
      purchasedCredits: 250,
      monthlyAllowance: 0,
      monthlyCreditsUsed: 0,
      monthlyCreditsRemaining: 0,
      totalCreditsAvailable: 250,
    });
    const now = Date.now();
    expect(info.periodStart.getTime()).toBeLessThanOrEqual(now);
    expect(info.periodEnd.getTime()).toBeGreaterThan(now);
  });

  it("is the rest of the allowance and the purchased credits with a plan", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    await counterOf(account).setPlan(allowanceOf(1000, new Date("2026-01-31T10:00:00Z")));
    await withCharge(
      ctx,
      {
        operation: "search",
        price: 1,
        callId: "q",
        note: { details: "q", metadata: { args: { query: "q" } } },
      },
      async () => ({ isBillable: true, tokens: { sent: 300, ofFullPages: 5000 } }),
    );
    await ctx.settled();
    expect(await getCreditInfo(ctx)).toMatchObject({
      purchasedCredits: 200,
      monthlyAllowance: 1000,
      monthlyCreditsUsed: 1,
      monthlyCreditsRemaining: 999,
      totalCreditsAvailable: 1199,
    });
    await hasHistory(account, 2);
    const { days } = await getCreditOverview(ctx);
    expect(days.at(-1)).toMatchObject({
      creditsUsed: 1,
      calls: 1,
      tokensSent: 300,
      tokensOfFullPages: 5000,
    });
  });

  it("comes with every day of the period, and no usage of others or of other periods", async () => {
    const account = await makeAccount();
    const stranger = await makeAccount();
    await counterOf(account).setPlan(allowanceOf(1000, new Date("2026-01-31T10:00:00Z")));
    const ctx = at(account, "2026-04-03T12:00:00Z");
    await storeTransactions(ctx.db, [
      usage(account, "2026-03-30T23:59:59.999Z"),
      usage(account, "2026-03-31T00:00:00Z"),
      usage(account, "2026-03-31T23:59:59.999Z", { tokensSent: null, tokensOfFullPages: null }),
      usage(account, "2026-04-02T08:00:00Z", { amount: -3 }),
      usage(account, "2026-04-02T08:00:00Z", { source: "purchase", amount: 100 }),
      usage(stranger, "2026-04-02T08:00:00Z"),
    ]);
    const { periodStart, periodEnd, days } = await getCreditOverview(ctx);
    expect([periodStart, periodEnd]).toEqual([
      new Date("2026-03-31T00:00:00Z"),
      new Date("2026-04-30T00:00:00Z"),
    ]);
    expect(days).toEqual([
      { day: "2026-03-31", creditsUsed: 2, calls: 2, tokensSent: 400, tokensOfFullPages: 9000 },
      { day: "2026-04-01", creditsUsed: 0, calls: 0, tokensSent: 0, tokensOfFullPages: 0 },
      { day: "2026-04-02", creditsUsed: 3, calls: 1, tokensSent: 400, tokensOfFullPages: 9000 },
      { day: "2026-04-03", creditsUsed: 0, calls: 0, tokensSent: 0, tokensOfFullPages: 0 },
    ]);
  });
});

describe("a monthly usage record", () => {
  it("is of a period that has begun on that day, and of the allowance alone", async () => {
    const account = await makeAccount();
    await counterOf(account).setPlan(allowanceOf(1000, new Date("2026-01-31T10:00:00Z")));
    const ctx = at(account, "2026-04-03T12:00:00Z");
    await storeTransactions(ctx.db, [
      usage(account, "2026-02-28T00:00:00Z", { amount: -5, allowanceAmount: 2 }),
      usage(account, "2026-03-30T23:59:59.999Z"),
      usage(account, "2026-03-31T00:00:00Z"),
    ]);
    const { userId } = account;
    expect(await findMonthlyUsage(ctx, { year: 2026, month: 2, day: 28 })).toEqual({
      ownerId: userId,
      year: 2026,
      month: 2,
      day: 28,
      creditsUsed: 3,
    });
    // The current period is counted by the object that decides, which has charged nothing here.
    expect(await findMonthlyUsage(ctx, { year: 2026, month: 3, day: 31 })).toMatchObject({ creditsUsed: 0 });
    for (const [month, day] of [
      [2, 27],
      [2, 31],
      [3, 1],
      [4, 30],
    ] as const)
      expect(await findMonthlyUsage(ctx, { year: 2026, month, day })).toBeNull();
  });
});

describe("the history", () => {
  it("is the owner's, newest first, by kind and by day, as much as is asked for", async () => {
    const account = await makeAccount();
    const stranger = await makeAccount();
    await hasHistory(account, 1);
    const ctx = ctxOf(account);
    await storeTransactions(ctx.db, [
      usage(account, "2026-03-01T00:00:00Z"),
      usage(account, "2026-03-01T23:59:59.999Z"),
      usage(account, "2026-03-02T00:00:00Z", { amount: -1, allowanceAmount: 0 }),
      usage(stranger, "2026-03-01T10:00:00Z"),
    ]);
    const list = (input: object) => listTransactions(ctx, listTransactionsInput.parse(input));
    const times = async (input: object) => (await list(input)).map((one) => one.timestamp.toISOString());

    expect(await times({ type: "usage" })).toEqual([
      "2026-03-02T00:00:00.000Z",
      "2026-03-01T23:59:59.999Z",
      "2026-03-01T00:00:00.000Z",
    ]);
    expect(await times({ type: "usage", limit: 1 })).toEqual(["2026-03-02T00:00:00.000Z"]);
    expect(await times({ from: "2026-03-01", to: "2026-03-01" })).toEqual([
      "2026-03-01T23:59:59.999Z",
      "2026-03-01T00:00:00.000Z",
    ]);
    expect(await times({ from: "2026-03-01T01:00:00+01:00", to: "2026-03-01T00:00:00Z" })).toEqual([
      "2026-03-01T00:00:00.000Z",
    ]);
    expect(await times({ type: "subscription" })).toEqual([]);
    expect(await list({ type: "initial" })).toMatchObject([{ amount: 200, metadata: null }]);
    const [newest, second] = await list({ type: "usage" });
    expect(newest).toMatchObject({ isFromMonthlyAllowance: false });
    expect(second).toEqual({
      id: expect.stringContaining(account.userId),
      userId: account.userId,
      teamId: null,
      timestamp: new Date("2026-03-01T23:59:59.999Z"),
      source: "usage",
      amount: -1,
      userAccountAmount: null,
      isFromMonthlyAllowance: true,
      details: "how",
      metadata: {
        operation: "search",
        args: { query: "how" },
        apiKeyName: "laptop",
        tokens: 400,
        pageTokens: 9000,
      },
    });
  });

  it("is asked for in words that are checked", async () => {
    const account = await makeAccount();
    const ask = doorOf(ctxOf(account), "/api/credits", creditRoutes);
    const answer = await ask("/api/credits/transactions?type=all&limit=500&from=2026-01-01");
    expect(await answer.json()).toMatchObject({ transactions: expect.any(Array) });
    for (const [query, words] of [
      ["limit=501", "limit: must be at most 500"],
      ["limit=0", "limit: must be at least 1"],
      ["limit=all", "limit: must be a number"],
      ["type=gift", "type: must be one of all, subscription, usage, initial, purchase"],
      ["from=yesterday", "from: must be a day such as 2026-11-21, or an ISO date and time"],
      ["to=2026-02-30", "to: must be a day such as 2026-11-21, or an ISO date and time"],
    ]) {
      const refusal = await ask(`/api/credits/transactions?${query}`);
      expect([refusal.status, await refusal.json()]).toMatchObject([
        400,
        { error: { code: "invalid-argument", message: words } },
      ]);
    }
    const overview = await ask("/api/credits");
    expect(await overview.json()).toMatchObject({ purchasedCredits: 200, days: expect.any(Array) });
  });
});

/** Clock of the tests of the use of keys, which is counted for the last 14 days. */
const NOW = "2026-05-20T12:00:00Z";
const TODAY = "2026-05-20T08:00:00Z";
function usedToday(id: string, calls: number) {
  return {
    id,
    calls: [...Array.from({ length: 13 }, () => 0), calls],
  };
}

/** A search that is charged, with its row in the history. */
async function charge(account: Account, query: string) {
  const ctx = ctxOf(account);
  const before = (await listTransactions(ctx, USAGE)).length;
  await withCharge(
    ctx,
    { operation: "search", price: 1, callId: query, note: { details: query, metadata: { args: { query } } } },
    async () => ({ isBillable: true, tokens: { sent: 300, ofFullPages: 5000 } }),
  );
  await ctx.settled();
  await vi.waitFor(async () => expect(await listTransactions(ctx, USAGE)).toHaveLength(before + 1), {
    timeout: 10_000,
  });
}

async function callsToday(account: Account): Promise<Record<string, number>> {
  const used = await listUsageByKey(ctxOf(account));
  return Object.fromEntries(used.map(({ id, calls }) => [id, calls.reduce((sum, day) => sum + day, 0)]));
}

/** Stores usage rows by a key's id and name; a row without an id is older than the column. */
function storeUse(
  account: Account,
  used: [time: string, apiKeyId: string | null, apiKeyName: string | null][],
) {
  const stored = used.map(([time, apiKeyId, apiKeyName]) =>
    usage(account, time, {
      apiKeyId,
      metadata: apiKeyName === null ? { operation: "read" } : { apiKeyName },
    }),
  );
  return storeTransactions(ctxOf(account).db, stored);
}

describe("the use of keys", () => {
  it("is counted by key and day for the last 14 days, today included", async () => {
    const account = await makeAccount();
    const laptop = account.apiKeyId;
    const runner = await createApiKey(ctxOf(account), { name: "runner" });
    const unused = await createApiKey(ctxOf(account), { name: "long ago" });
    await storeUse(account, [
      ["2026-05-20T00:00:00Z", laptop, "test key"],
      ["2026-05-20T11:59:59Z", laptop, "test key"],
      ["2026-05-07T00:00:00Z", laptop, "test key"],
      ["2026-05-06T23:59:59Z", laptop, "test key"],
      ["2026-05-19T08:00:00Z", runner.id, "runner"],
      ["2026-05-06T08:00:00Z", unused.id, "long ago"],
      // A question asked in the console itself has no key.
      [TODAY, null, null],
    ]);
    const used = await listUsageByKey(at(account, NOW));
    expect(used.toSorted((a, b) => b.calls.at(-1)! - a.calls.at(-1)!)).toEqual([
      { id: laptop, calls: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] },
      { id: runner.id, calls: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0] },
    ]);
  });

  it("is each key's own where two have one name, and stays with a key that is called something else", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const twin = await createApiKey(ctx, { name: "test key" });
    await storeUse(account, [
      [TODAY, account.apiKeyId, "test key"],
      [TODAY, account.apiKeyId, "test key"],
      [TODAY, twin.id, "test key"],
      // A name that two keys share says nothing about which key was used.
      [TODAY, null, "test key"],
    ]);
    const expected = expect.arrayContaining([usedToday(account.apiKeyId, 2), usedToday(twin.id, 1)]);
    expect(await listUsageByKey(at(account, NOW))).toEqual(expected);
    await ctx.db.update(apiKeys).set({ name: "renamed" }).where(eq(apiKeys.id, account.apiKeyId));
    const used = await listUsageByKey(at(account, NOW));
    expect(used).toEqual(expect.arrayContaining([usedToday(account.apiKeyId, 2), usedToday(twin.id, 2)]));
    expect(used).toHaveLength(2);
  });

  it("begins anew with the key that takes the place of a rolled one, whose own goes on", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    await charge(account, "before");
    const rolled = await rollApiKey(ctx, { keyId: account.apiKeyId, graceHours: 24 });
    expect(await callsToday(account)).toEqual({ [account.apiKeyId]: 1 });
    await charge({ ...account, apiKeyId: rolled.id }, "after");
    await charge(account, "somebody still has the old one");
    expect(await callsToday(account)).toEqual({ [account.apiKeyId]: 2, [rolled.id]: 1 });
  });

  it("of rows that know only a name is that of the one key that has it", async () => {
    const account = await makeAccount();
    await storeUse(account, [
      [TODAY, null, "test key"],
      [TODAY, account.apiKeyId, "test key"],
      [TODAY, null, "gone"],
    ]);
    expect(await listUsageByKey(at(account, NOW))).toEqual([usedToday(account.apiKeyId, 2)]);
  });

  it("is the owner's own business", async () => {
    const account = await makeAccount();
    await storeUse(account, [
      [TODAY, account.apiKeyId, "test key"],
      [TODAY, null, "test key"],
    ]);
    expect(await listUsageByKey(at(await makeAccount(), NOW))).toEqual([]);
  });
});
