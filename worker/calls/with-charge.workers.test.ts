import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { creditTransactions } from "#schema/index.ts";
import { revokeApiKey } from "#worker/api-keys/revoke-api-key.ts";
import { verifyApiKey } from "#worker/api-keys/verify-api-key.ts";
import { connectDb } from "#worker/platform/db.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import type { PaidOperation } from "./agent-tool.ts";
import { withCharge } from "./with-charge.ts";

const answer = (text: string) => ({ text, isBillable: true, tokens: { sent: 400, ofFullPages: 9000 } });
const found = (text: string) => async () => answer(text);
const search = (query: string, operation: PaidOperation = "search") => ({
  operation,
  price: 1,
  callId: `${operation} ${query}`,
  note: { details: "docenda_search_documentation", metadata: { args: { query } } },
});

async function charges({ userId }: Account, rows: number) {
  const db = connectDb(env.DB);
  const usage = and(eq(creditTransactions.ownerId, userId), eq(creditTransactions.source, "usage"));
  return vi.waitFor(async () => {
    const stored = await db.select().from(creditTransactions).where(usage);
    expect(stored).toHaveLength(rows);
    return stored;
  });
}

async function balanceOf({ userId }: Account) {
  return env.CREDIT_COUNTER.getByName(`u_${userId}`).balance();
}

describe("work that is paid for", () => {
  it("costs one credit and shows in the history with its arguments and its key", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    expect(await withCharge(ctx, search("hooks"), found("passage"))).toEqual({
      value: answer("passage"),
      creditsUsed: 1,
      creditsLeft: 199,
    });
    await ctx.settled();
    expect(await balanceOf(account)).toMatchObject({ purchased: 199, reserved: 0 });
    const [row] = await charges(account, 1);
    expect(row).toMatchObject({
      amount: -1,
      tokensSent: 400,
      tokensOfFullPages: 9000,
      details: "docenda_search_documentation",
      metadata: {
        operation: "search",
        args: { query: "hooks" },
        userId: account.userId,
        apiKeyName: "test key",
      },
    });
  });

  it("is free when it was not billable, and when it fails", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    expect(
      await withCharge(ctx, search("nothing"), async () => ({ ...answer("no passage"), isBillable: false })),
    ).toMatchObject({ value: { text: "no passage" }, creditsUsed: 0, creditsLeft: 200 });
    const broken = new Error("the index is away");
    await expect(withCharge(ctx, search("broken"), () => Promise.reject(broken))).rejects.toBe(broken);
    await ctx.settled();
    expect(await balanceOf(account)).toMatchObject({ purchased: 200, reserved: 0 });
    await charges(account, 0);
  });

  it("is free for the same call again, and not for another", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    await withCharge(ctx, search("hooks"), found("passage"));
    await ctx.settled();
    expect(await withCharge(ctx, search("hooks"), found("again"))).toEqual({
      value: answer("again"),
      creditsUsed: 0,
      creditsLeft: 199,
    });
    expect(await withCharge(ctx, search("hooks", "read"), found("page"))).toMatchObject({
      creditsUsed: 1,
      creditsLeft: 198,
    });
    expect(await withCharge(ctx, search("refs"), found("passage"))).toMatchObject({ creditsLeft: 197 });
    await ctx.settled();
    await charges(account, 3);
  });

  it("is not begun when the account has no credits left", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const counter = env.CREDIT_COUNTER.getByName(`u_${account.userId}`);
    await counter.reserve("all", 200);
    await counter.post("all", { details: "", metadata: {} });
    const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("begun")));
    await expect(withCharge(ctx, search("hooks"), work)).rejects.toMatchObject({
      code: "resource-exhausted",
      data: { required: 1, available: 0 },
    });
    expect(work).not.toHaveBeenCalled();
    await ctx.settled();
    await charges(account, 1);
  });

  it("is finished and charged once when its key is revoked meanwhile, and the key opens nothing more (fault 48)", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const work = async () => {
      await revokeApiKey(systemCtx(account.userId), { keyId: account.apiKeyId });
      return answer("passage");
    };
    expect(await withCharge(ctx, search("hooks"), work)).toMatchObject({ creditsUsed: 1, creditsLeft: 199 });
    await ctx.settled();
    await charges(account, 1);
    expect(await verifyApiKey(ctx, account.apiKey)).toEqual({ kind: "revoked" });
    expect(await balanceOf(account)).toMatchObject({ purchased: 199, reserved: 0 });
  });

  it("goes to one of many who spend the last credit at once (fault 10)", async () => {
    const account = await makeAccount();
    const ctx = ctxOf(account);
    const counter = env.CREDIT_COUNTER.getByName(`u_${account.userId}`);
    await counter.reserve("most", 199);
    await counter.post("most", { details: "", metadata: {} });
    const results = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => withCharge(ctx, search(`question ${n}`), found("passage"))),
    );
    await ctx.settled();
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balanceOf(account)).toMatchObject({ purchased: 0, reserved: 0, available: 0 });
    await charges(account, 2);
  });
});
