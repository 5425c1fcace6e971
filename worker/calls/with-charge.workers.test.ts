import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { creditTransactions, teamMemberships } from "#schema/index.ts";
import { revokeApiKey } from "#worker/api-keys/revoke-api-key.ts";
import { rollApiKey } from "#worker/api-keys/roll-api-key.ts";
import { verifyApiKey } from "#worker/api-keys/verify-api-key.ts";
import { connectDb } from "#worker/platform/db.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
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

  it("is not begun with a key that was revoked after the door had let it in (fault 48)", async () => {
    const account = await makeAccount();
    const letIn = ctxOf(account);
    const system = systemCtx(account.userId);
    await revokeApiKey(system, { keyId: account.apiKeyId });
    // A second revocation changes nothing.
    await revokeApiKey(system, { keyId: account.apiKeyId });
    const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("begun")));
    await expect(withCharge(letIn, search("hooks"), work)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(work).not.toHaveBeenCalled();
    expect(await balanceOf(account)).toMatchObject({ purchased: 200, reserved: 0 });
    // Another key of the same payer goes on.
    const other = { ...account, apiKeyId: "key_other" };
    expect(await withCharge(ctxOf(other), search("hooks"), found("passage"))).toMatchObject({
      creditsUsed: 1,
    });
  });

  it("is not begun with a key that was rolled at once, and goes on with one that has some time left (fault 48)", async () => {
    const account = await makeAccount();
    const system = { ...systemCtx(), ...ctxOf(account), actor: sessionOf(account) };
    await rollApiKey(system, { keyId: account.apiKeyId, graceHours: 1 });
    expect(await withCharge(ctxOf(account), search("hooks"), found("passage"))).toMatchObject({
      creditsUsed: 1,
    });
    const other = await makeAccount();
    await rollApiKey(
      { ...systemCtx(), ...ctxOf(other), actor: sessionOf(other) },
      { keyId: other.apiKeyId, graceHours: 0 },
    );
    await expect(withCharge(ctxOf(other), search("hooks"), found("passage"))).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  it("is given up when its client goes, costs nothing then, and is not begun for one that has gone (fault 49)", async () => {
    const account = await makeAccount();
    const client = new AbortController();
    const ctx = { ...ctxOf(account), signal: client.signal };
    const begun = Promise.withResolvers<void>();
    const call = withCharge(ctx, search("hooks"), () => {
      begun.resolve();
      return new Promise<never>(() => {});
    });
    await begun.promise;
    expect(await balanceOf(account)).toMatchObject({ reserved: 1 });
    client.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    await ctx.settled();
    expect(await balanceOf(account)).toMatchObject({ purchased: 200, reserved: 0 });
    const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("begun")));
    await expect(withCharge(ctx, search("other"), work)).rejects.toMatchObject({ code: "cancelled" });
    expect(work).not.toHaveBeenCalled();
    await ctx.settled();
    expect(await balanceOf(account)).toMatchObject({ purchased: 200, reserved: 0 });
    await charges(account, 0);
  });

  it("is charged once when its client goes after the answer was made (fault 49)", async () => {
    const account = await makeAccount();
    const client = new AbortController();
    const ctx = { ...ctxOf(account), signal: client.signal };
    expect(await withCharge(ctx, search("hooks"), found("passage"))).toMatchObject({ creditsUsed: 1 });
    client.abort();
    await ctx.settled();
    await charges(account, 1);
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

describe("work that a team and a member might pay for", () => {
  it("is paid by one of them, and the other's balance stays (fault 13)", async () => {
    const { account, team, ctx } = await seatedMember();
    await team.grant("one", 1, "purchase");
    expect(await withCharge(ctx, search("hooks"), found("passage"))).toMatchObject({ creditsUsed: 1 });
    await ctx.settled();
    expect([(await team.balance()).available, (await balanceOf(account)).available]).toEqual([0, 200]);
    // The team has no credits left: the member's own account pays, and the team's history says so.
    expect(await withCharge(ctx, search("refs"), found("passage"))).toMatchObject({ creditsUsed: 1 });
    await ctx.settled();
    expect([(await team.balance()).available, (await balanceOf(account)).available]).toEqual([0, 199]);
    await charges(account, 1);
  });

  it("is not begun, and holds nothing of either, when the second of them can't be asked (fault 13)", async () => {
    const { account, teamId, team, ctx } = await seatedMember();
    const { creditCounter } = ctx.services;
    const away: typeof creditCounter = (owner) => {
      if (owner.kind === "user") throw new Error("the object is away");
      return creditCounter(owner);
    };
    const broken = { ...ctx, services: { ...ctx.services, creditCounter: away } };
    const work = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("begun")));
    await expect(withCharge(broken, search("hooks"), work)).rejects.toMatchObject({ code: "unavailable" });
    expect(work).not.toHaveBeenCalled();
    await ctx.settled();
    expect(await team.balance()).toMatchObject({ available: 0, reserved: 0 });
    expect(await balanceOf(account)).toMatchObject({ purchased: 200, reserved: 0 });
    expect(await rowsOf(teamId)).toEqual([]);
  });

  it("is charged to neither when it fails, whoever held the credits (fault 13)", async () => {
    const { account, teamId, team, ctx } = await seatedMember();
    await team.grant("one", 1, "purchase");
    const broken = new Error("the index is away");
    const fail = () => Promise.reject(broken);
    await expect(withCharge(ctx, search("hooks"), fail)).rejects.toBe(broken);
    await ctx.settled();
    await team.reserve("all", 1);
    await expect(withCharge(ctx, search("refs"), fail)).rejects.toBe(broken);
    await ctx.settled();
    expect(await team.balance()).toMatchObject({ purchased: 1, reserved: 1 });
    expect(await balanceOf(account)).toMatchObject({ purchased: 200, reserved: 0 });
    expect((await rowsOf(teamId)).filter(({ source }) => source === "usage")).toEqual([]);
  });
});

function rowsOf(ownerId: string) {
  return connectDb(env.DB).select().from(creditTransactions).where(eq(creditTransactions.ownerId, ownerId));
}

function sessionOf({ userId }: Account) {
  const signedIn = { sessionId: "ses_test", isEmailVerified: true, signedInAt: new Date() };
  return { kind: "session", userId, ...signedIn } as const;
}

/** A team with credits, a member with a paid seat, and the member's context in the team. */
async function seatedMember() {
  const account = await makeAccount();
  const teamId = await makeTeam({ [account.userId]: "owner" });
  await connectDb(env.DB)
    .update(teamMemberships)
    .set({ hasPaidSeat: true })
    .where(eq(teamMemberships.teamId, teamId));
  const team = env.CREDIT_COUNTER.getByName(`t_${teamId}`);
  const ctx = { ...ctxOf(account), scope: { owner: { kind: "team", id: teamId } as const } };
  return { account, teamId, team, ctx };
}
