import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { teamMemberships } from "#schema/index.ts";
import { testCtx } from "#tests/support/accounts.workers.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { verifyApiKey } from "#worker/api-keys/verify-api-key.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import type { Actor, Owner } from "#worker/context.ts";
import { connectDb } from "#worker/platform/db.ts";
import { makeSource } from "#worker/sources/make-source.ts";

const db = connectDb(env.DB);

/** A team with an owner and a member who has a paid seat, and credits of its own. */
async function teamWithSeat() {
  const [owner, member] = [await signedUp({ isVerified: true }), await signedUp({ isVerified: true })];
  const teamId = await makeTeam({ [owner.userId]: "owner", [member.userId]: "member" });
  await db
    .update(teamMemberships)
    .set({ hasPaidSeat: true })
    .where(eq(teamMemberships.userId, member.userId));
  const [row] = await db.select().from(teamMemberships).where(eq(teamMemberships.userId, member.userId));
  const team: Owner = { kind: "team", id: teamId };
  const actor: Actor = {
    kind: "session",
    userId: member.userId,
    sessionId: "s",
    isEmailVerified: true,
    signedInAt: new Date(),
  };
  const ctx = testCtx(actor, team);
  const counter = ctx.services.creditCounter(team);
  await counter.grant("g", 100, "purchase");
  return { owner, member, teamId, team, ctx, counter, membershipId: row!.id };
}

let calls = 0;

async function ask(ctx: ReturnType<typeof testCtx>): Promise<number> {
  const note = { details: "q", metadata: {} };
  const charge = { operation: "search", price: 1, callId: `call ${(calls += 1)}`, note } as const;
  const paid = await withCharge(ctx, charge, async () => ({
    isBillable: true,
    tokens: { sent: 1, ofFullPages: 2 },
  }));
  await ctx.settled();
  return paid.creditsLeft;
}

it("a member who has used what an admin allows goes on with their own account", async () => {
  const { owner, member, teamId, ctx, counter, membershipId } = await teamWithSeat();
  const path = `/api/teams/${teamId}/members/${membershipId}/limits`;
  const limits = { monthlyCredits: 2, maxSources: null };
  expect((await member.browser.send("PUT", path, limits)).status).toBe(403);
  expect((await owner.browser.send("PUT", path, { monthlyCredits: -1, maxSources: null })).status).toBe(400);
  expect((await owner.browser.send("PUT", path, limits)).body).toEqual({ success: true });
  expect((await owner.browser.send("PUT", path, limits)).body).toEqual({ success: true });
  const { members } = (await owner.browser.get(`/api/teams/${teamId}`)).body;
  expect(members).toContainEqual(expect.objectContaining({ membershipId, monthlyCreditLimit: 2 }));

  expect([await ask(ctx), await ask(ctx), await ask(ctx)]).toEqual([99, 98, 199]);
  expect(await counter.balance()).toMatchObject({ available: 98 });
  await owner.browser.send("PUT", path, { monthlyCredits: null, maxSources: null });
  expect(await ask(ctx)).toBe(97);
});

it("what counts for a limit is told to the team, and an agent hears of a limit when nobody else pays", async () => {
  const { owner, member, teamId, ctx, membershipId } = await teamWithSeat();
  const stranger = await signedUp({ isVerified: true });
  const headers = { "x-team-id": teamId };
  expect((await owner.browser.get("/api/credits/spending", headers)).body.spenders).toEqual([]);
  await ask(ctx);
  const spenders = [{ kind: "member", id: member.userId, credits: 1 }];
  for (const { browser } of [owner, member])
    expect((await browser.get("/api/credits/spending", headers)).body).toMatchObject({ spenders });
  expect((await stranger.browser.get("/api/credits/spending", headers)).status).toBe(403);
  expect((await owner.browser.get("/api/credits/spending")).body.spenders).toEqual([]);

  const limits = { monthlyCredits: 1, maxSources: null };
  await owner.browser.send("PUT", `/api/teams/${teamId}/members/${membershipId}/limits`, limits);
  const own = ctx.services.creditCounter({ kind: "user", id: member.userId });
  await own.adjust("nothing left", -200, "usage", "spent elsewhere");
  await expect(ask(ctx)).rejects.toMatchObject({
    message: expect.stringMatching(/^You have reached the limit of 1 credit per month.*account has 0 left/),
    data: { reason: "out-of-credits", memberLimit: { credits: 1 } },
  });
});

it("a limit is of that team alone: an owner of another cannot set it", async () => {
  const [one, other] = [await teamWithSeat(), await teamWithSeat()];
  const limits = { monthlyCredits: 0, maxSources: 0 };
  const path = `/members/${one.membershipId}/limits`;
  const own = await other.owner.browser.send("PUT", `/api/teams/${other.teamId}${path}`, limits);
  expect(own.status).toBe(404);
  const theirs = await other.owner.browser.send("PUT", `/api/teams/${one.teamId}${path}`, limits);
  expect(theirs.status).toBe(403);
  expect(await ask(one.ctx)).toBe(99);
});

it("a key that has used what it may is refused, whoever else could pay", async () => {
  const { owner, teamId, team } = await teamWithSeat();
  const headers = { "x-team-id": teamId };
  const data = { name: "limited", teamId };
  const made = await owner.browser.send("POST", "/api/functions/createApiKeyCallableV2", { data }, headers);
  const { id, key } = made.body.result;
  await db.update(teamMemberships).set({ hasPaidSeat: true }).where(eq(teamMemberships.teamId, teamId));
  const limit = (monthlyCredits: number | null) =>
    owner.browser.send("PUT", `/api/api-keys/${id}/limit`, { monthlyCredits }, headers);
  expect((await owner.browser.send("PUT", `/api/api-keys/${id}/limit`, { monthlyCredits: 1 })).status).toBe(
    404,
  );
  expect((await limit(1)).body).toEqual({ id, monthlyCredits: 1 });

  const system = testCtx({ kind: "system" }, team);
  const verdict = await verifyApiKey(system, key);
  if (verdict.kind !== "valid") throw new Error("the key is good");
  const { owner: _owner, kind: _kind, firstReads: _reads, ...of } = verdict;
  const ctx = testCtx({ kind: "api-key", ...of }, team);
  expect(of.monthlyCreditLimit).toBe(1);
  expect(await ask(ctx)).toBe(99);
  await expect(ask(ctx)).rejects.toMatchObject({
    code: "resource-exhausted",
    message: expect.stringMatching(/limit of 1 credit per month.* resets on \w{3} \d+, \d{4} .*\/keys/),
    data: { reason: "key-limit", limit: 1 },
  });
  const spending = await owner.browser.get("/api/credits/spending", headers);
  expect(spending.body.spenders).toContainEqual({ kind: "key", id, credits: 1 });
  expect(await system.services.creditCounter({ kind: "user", id: owner.userId }).balance()).toMatchObject({
    available: 200,
  });
});

it("a member adds as many sources as an admin allows", async () => {
  const { owner, teamId, ctx, membershipId } = await teamWithSeat();
  const path = `/api/teams/${teamId}/members/${membershipId}/limits`;
  await owner.browser.send("PUT", path, { monthlyCredits: null, maxSources: 1 });
  const add = (name: string) =>
    makeSource(ctx, { kind: "site", name, url: `https://${name}.test/`, description: null });
  await add("first");
  await expect(add("second")).rejects.toMatchObject({
    code: "resource-exhausted",
    data: { reason: "member-limit", limit: 1, current: 1 },
  });
  await owner.browser.send("PUT", path, { monthlyCredits: null, maxSources: 2 });
  await add("second");
  const { members } = (await owner.browser.get(`/api/teams/${teamId}`)).body;
  expect(members).toContainEqual(expect.objectContaining({ membershipId, maxSources: 2, sourcesAdded: 2 }));
  expect(members).toContainEqual(expect.objectContaining({ role: "owner", sourcesAdded: 0 }));
});
