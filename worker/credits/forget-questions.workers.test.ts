import { inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { creditTransactions } from "#schema/index.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { forgetQuestions } from "./forget-questions.ts";
import { storeTransactions } from "./repo.ts";

it("takes questions out of calls after thirteen months, at its hour, and leaves what balances are made of", async () => {
  const account = await makeAccount();
  const { db } = ctxOf(account);
  const call = (id: string, time: string) => ({
    id: `${account.userId}:${id}`,
    ownerKind: "user" as const,
    ownerId: account.userId,
    timestamp: new Date(time),
    amount: -1,
    details: "how do I rotate our secret",
    metadata: { args: { query: "how do I rotate our secret" }, apiKeyName: "laptop" },
  });
  await storeTransactions(db, [call("old", "2025-10-21T00:00:00Z"), call("new", "2025-10-23T00:00:00Z")]);
  const read = async () => {
    const rows = await db
      .select()
      .from(creditTransactions)
      .where(inArray(creditTransactions.id, [`${account.userId}:old`, `${account.userId}:new`]));
    return Object.fromEntries(rows.map((row) => [row.id.split(":")[1], row]));
  };
  await forgetQuestions({ db, now: () => new Date("2026-11-22T12:00:00Z") });
  expect((await read()).old?.details).not.toBeNull();
  for (let times = 0; times < 2; times++)
    await forgetQuestions({ db, now: () => new Date("2026-11-22T03:05:00Z") });
  const { old, new: recent } = await read();
  expect(old).toMatchObject({ amount: -1, details: null, metadata: { apiKeyName: "laptop" } });
  expect(JSON.stringify(old)).not.toContain("secret");
  expect(recent).toMatchObject({ metadata: { args: { query: "how do I rotate our secret" } } });
});
