import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { listSavings } from "./list-savings.ts";
import { storeTransactions } from "./repo.ts";
import type { TransactionRow } from "./repo.ts";

const db = connectDb(env.DB);

it("sums what was sent and what whole pages would have been, by month, person, key and source, for the owner alone", async () => {
  const [own, other] = await Promise.all([makeAccount(), makeAccount()]);
  let rows = 0;
  const row = (
    at: string,
    metadata: Record<string, unknown>,
    more: Partial<TransactionRow> = {},
  ): TransactionRow => ({
    id: `savings_${own.userId}_${(rows += 1)}`,
    ownerKind: "user",
    ownerId: own.userId,
    timestamp: new Date(at),
    source: "usage",
    amount: -1,
    tokensSent: 500,
    tokensOfFullPages: 9_000,
    metadata,
    ...more,
  });
  const laptop = { userId: own.userId, apiKeyName: "laptop", source: "Hono" };
  await storeTransactions(db, [
    row("2026-11-01T00:00:00Z", laptop),
    row("2026-11-30T23:59:59Z", laptop),
    row("2026-11-02T00:00:00Z", { ...laptop, source: "zod" }),
    // A refund of one call: a credit less, and no call of its own.
    row("2026-11-03T00:00:00Z", laptop, { amount: 1, tokensSent: null, tokensOfFullPages: null }),
    // A call paid by the member's own account.
    row("2026-10-31T23:59:59Z", { userId: own.userId }, { amount: 0, userAccountAmount: -1 }),
    row("2025-11-30T23:59:59Z", laptop),
    row("2026-11-05T00:00:00Z", laptop, { source: "purchase", amount: 1_000 }),
    row("2026-11-05T00:00:00Z", laptop, { ownerId: other.userId }),
  ]);
  const ctx = { ...ctxOf(own), now: () => new Date("2026-11-30T12:00:00Z") };
  const mine = { userId: own.userId, keyName: "laptop" };
  expect(await listSavings(ctx)).toEqual({
    groups: [
      {
        month: "2026-11",
        ...mine,
        source: "Hono",
        calls: 2,
        credits: 1,
        tokensSent: 1_000,
        tokensOfFullPages: 18_000,
      },
      {
        month: "2026-11",
        ...mine,
        source: "zod",
        calls: 1,
        credits: 1,
        tokensSent: 500,
        tokensOfFullPages: 9_000,
      },
      {
        month: "2026-10",
        userId: own.userId,
        keyName: null,
        source: null,
        calls: 1,
        credits: 1,
        tokensSent: 500,
        tokensOfFullPages: 9_000,
      },
    ],
    isCut: false,
  });
});
