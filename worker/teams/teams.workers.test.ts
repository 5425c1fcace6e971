import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { creditTransactions, teamMemberships, teams } from "#schema/index.ts";
import type { TeamRole } from "#schema/values.ts";
import { testCtx } from "#tests/support/accounts.workers.ts";
import { lastMail, signedUp } from "#tests/support/browser.workers.ts";
import { use } from "#worker/api-keys/test-key.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";

const db = connectDb(env.DB);

type Person = Awaited<ReturnType<typeof signedUp>>;

async function person(): Promise<Person> {
  return await signedUp({ isVerified: true });
}

async function tokenOf(email: string): Promise<string> {
  const { text } = await lastMail(email, "team-invitation");
  return /\/accept\/([0-9A-Za-z]+)/.exec(text)?.[1] ?? "";
}

async function newTeam(owner: Person, others: [Person, TeamRole][] = []) {
  const made = await owner.browser.post("/api/teams", { teamName: "Kettles" });
  const teamId = made.body.teamId as string;
  const now = new Date();
  for (const [{ userId, email }, role] of others)
    await db.insert(teamMemberships).values({
      id: newId("mem"),
      teamId,
      userId,
      email,
      role,
      state: "accepted",
      joinedAt: now,
      acceptedAt: now,
    });
  return teamId;
}

async function membershipOf(teamId: string, { email }: Pick<Person, "email">) {
  const rows = await db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId));
  return rows.find((row) => row.email === email)!;
}

const inTeam = (teamId: string) => ({ "x-team-id": teamId });

it("is made, invites by mail, and is joined by the link, once, by whom it was sent to (fault 19)", async () => {
  const [owner, guest, stranger] = await Promise.all([person(), person(), person()]);
  const made = await owner.browser.post("/api/teams", {
    teamName: " Kettles ",
    teamMembers: [guest.email.toUpperCase()],
    shouldMigrateIndex: false,
  });
  expect(made).toMatchObject({ status: 200, body: { success: true, invited: [{ outcome: "invited" }] } });
  const { teamId } = made.body;
  expect((await guest.browser.get("/api/teams")).body).toMatchObject({
    teams: [],
    invitations: [{ teamId, teamName: "Kettles", role: "member", memberCount: 1 }],
  });
  expect((await guest.browser.get(`/api/teams/${teamId}`)).status).toBe(403);

  const token = await tokenOf(guest.email);
  const row = await membershipOf(teamId, guest);
  expect(JSON.stringify(row)).not.toContain(token);
  const accept = (who: Person, sent = token) => who.browser.post("/api/teams/accept-invite", { token: sent });
  expect(await accept(guest, "nonsense")).toMatchObject({ status: 404, body: { success: false } });
  expect(await accept(stranger)).toMatchObject({
    status: 403,
    body: { success: false, error: expect.stringContaining("another email address") },
  });
  const both = await Promise.all([accept(guest), accept(guest)]);
  expect(both.map(({ body }) => body)).toEqual([
    { success: true, teamId },
    { success: true, teamId },
  ]);
  expect((await guest.browser.get(`/api/teams/${teamId}`)).body).toMatchObject({
    name: "Kettles",
    members: [
      { email: owner.email, role: "owner", state: "accepted" },
      { email: guest.email, role: "member", state: "accepted" },
    ],
  });
});

it("an invitation ends after seven days, with a new link, with a withdrawal and when it is declined (fault 19)", async () => {
  const [owner, guest] = await Promise.all([person(), person()]);
  const teamId = await newTeam(owner);
  const invite = () =>
    owner.browser.post(`/api/teams/${teamId}/invite-members`, { teamMembers: [guest.email] });
  expect((await invite()).body).toMatchObject({ invited: [{ outcome: "invited" }] });
  const first = await tokenOf(guest.email);
  const { id } = await membershipOf(teamId, guest);
  const path = `/api/teams/${teamId}/members/${id}`;
  expect(await owner.browser.post(`${path}/resend-invite`)).toMatchObject({ status: 429 });
  await db.update(teamMemberships).set({ lastInviteSentAt: new Date(0) });
  expect((await owner.browser.post(`${path}/resend-invite`)).body).toMatchObject({ success: true });
  const second = await vi.waitFor(async () => {
    const token = await tokenOf(guest.email);
    expect(token).not.toBe(first);
    return token;
  });
  const accept = (token: string) => guest.browser.post("/api/teams/accept-invite", { token });
  expect((await accept(first)).status).toBe(404);
  await db.update(teamMemberships).set({ inviteExpiresAt: new Date() }).where(eq(teamMemberships.id, id));
  expect(await accept(second)).toMatchObject({ status: 409, body: { success: false } });
  const decline = await guest.browser.post("/api/teams/respond-to-invite", { teamId, response: "decline" });
  expect(decline.body).toMatchObject({ success: true });
  expect((await guest.browser.get("/api/teams")).body.invitations).toEqual([]);
  const again = await guest.browser.post("/api/teams/respond-to-invite", { teamId, response: "accept" });
  expect(again.status).toBe(409);
  expect((await invite()).body).toMatchObject({ invited: [{ outcome: "invited" }] });
  await owner.browser.send("DELETE", path);
  const gone = await guest.browser.post("/api/teams/respond-to-invite", { teamId, response: "accept" });
  expect(gone.status).toBe(404);
});

it("of two who accept and withdraw at once exactly one wins (fault 19)", async () => {
  const [owner, guest] = await Promise.all([person(), person()]);
  const teamId = await newTeam(owner);
  for (let round = 0; round < 20; round += 1) {
    const id = newId("mem");
    const row = { id, teamId, email: guest.email, state: "invited" as const, joinedAt: new Date() };
    await db.insert(teamMemberships).values(row);
    const [accepted, withdrawn] = await Promise.all([
      guest.browser.post("/api/teams/respond-to-invite", { teamId, response: "accept" }),
      owner.browser.send("DELETE", `/api/teams/${teamId}/members/${id}`),
    ]);
    // A member who has joined a moment before is removed as well.
    expect(withdrawn.status).toBe(200);
    expect([200, 404, 409]).toContain(accepted.status);
    const left = await db.select().from(teamMemberships).where(eq(teamMemberships.id, id));
    expect(left).toEqual([]);
  }
});

describe("roles", () => {
  it("nobody raises above their own, and the last owner stays one", async () => {
    const [owner, admin, member] = await Promise.all([person(), person(), person()]);
    const teamId = await newTeam(owner, [
      [admin, "admin"],
      [member, "member"],
    ]);
    const idOf = async (who: Person) => (await membershipOf(teamId, who)).id;
    const set = async (by: Person, whom: Person, role: string) =>
      (await by.browser.send("PUT", `/api/teams/${teamId}/members/${await idOf(whom)}`, { role })).status;
    expect(await set(member, admin, "member")).toBe(403);
    expect(await set(admin, member, "owner")).toBe(403);
    expect(await set(admin, owner, "member")).toBe(403);
    expect(await set(admin, member, "chief")).toBe(400);
    expect(await set(admin, member, "admin")).toBe(200);
    expect(await set(owner, owner, "admin")).toBe(409);
    const leave = async (who: Person) =>
      (await who.browser.post(`/api/teams/${teamId}/members/${await idOf(who)}/leave`)).status;
    expect(await leave(owner)).toBe(409);
    expect((await owner.browser.call("deleteUserCallable")).error.message).toContain("only owner");
    expect(await set(owner, member, "owner")).toBe(200);
    // Both at once: one owner is left.
    const both = await Promise.all([set(owner, owner, "member"), set(member, member, "member")]);
    expect(both.toSorted()).toEqual([200, 409]);
  });

  it("what a member removed has, ends at the next request; the team's keys stay unless they are to end (fault 20)", async () => {
    const [owner, member] = await Promise.all([person(), person()]);
    const teamId = await newTeam(owner, [[member, "member"]]);
    const own = await member.browser.call("createApiKeyCallableV2", { name: "own" });
    const made = await member.browser.send(
      "POST",
      "/api/functions/createApiKeyCallableV2",
      { data: { name: "team key", teamId } },
      inTeam(teamId),
    );
    const { key } = made.body.result;
    expect((await use(key)).status).toBe(200);
    expect((await owner.browser.get("/api/api-keys", inTeam(teamId))).body.apiKeys).toMatchObject([
      { name: "team key", teamId, userId: member.userId },
    ]);
    expect((await member.browser.get("/api/sources", inTeam(teamId))).status).toBe(200);
    const { id } = await membershipOf(teamId, member);
    const path = `/api/teams/${teamId}/members/${id}?revokeKeys=true`;
    expect((await owner.browser.send("DELETE", path)).body).toEqual({ success: true, revokedKeys: 1 });
    expect((await member.browser.get("/api/sources", inTeam(teamId))).status).toBe(403);
    expect((await member.browser.get("/api/sources")).status).toBe(200);
    expect((await use(key)).status).toBe(401);
    expect((await use(own.key)).status).toBe(200);
  });

  it("a role that was lowered has its own rights alone at the next request (fault 20)", async () => {
    const [owner, admin, member] = await Promise.all([person(), person(), person()]);
    const teamId = await newTeam(owner, [
      [admin, "admin"],
      [member, "member"],
    ]);
    const asAdmin = async () => {
      const invited = { teamMembers: [`${newId("guest").toLowerCase()}@example.test`] };
      const { id } = await membershipOf(teamId, member);
      return Promise.all([
        admin.browser.post(`/api/teams/${teamId}/invite-members`, invited),
        admin.browser.send("PUT", `/api/teams/${teamId}/members/${id}`, { role: "member" }),
        admin.browser.send("PUT", `/api/teams/${teamId}/manage-seats`, { paidSeatMembershipIds: [] }),
      ]).then((answers) => answers.map(({ status }) => status));
    };
    expect(await asAdmin()).toEqual([200, 200, 200]);
    const { id } = await membershipOf(teamId, admin);
    const lowered = await owner.browser.send("PUT", `/api/teams/${teamId}/members/${id}`, { role: "member" });
    expect(lowered.status).toBe(200);
    expect(await asAdmin()).toEqual([403, 403, 403]);
    expect((await admin.browser.get("/api/sources", inTeam(teamId))).status).toBe(200);
  });

  it("a member who is removed while a call runs gets its answer, and nothing after it (fault 20)", async () => {
    const [owner, member] = await Promise.all([person(), person()]);
    const teamId = await newTeam(owner, [[member, "member"]]);
    const { id } = await membershipOf(teamId, member);
    await db.update(teamMemberships).set({ hasPaidSeat: true }).where(eq(teamMemberships.id, id));
    const session = { sessionId: "s", isEmailVerified: true, signedInAt: new Date() };
    const ctx = testCtx({ kind: "session", userId: member.userId, ...session }, { kind: "team", id: teamId });
    const credits = ctx.services.creditCounter(ctx.scope.owner);
    await credits.grant("g", 1, "purchase");
    const charge = {
      operation: "search",
      price: 1,
      callId: "runs",
      note: { details: "q", metadata: {} },
    } as const;
    const running = await withCharge(ctx, charge, async () => {
      const removed = await owner.browser.send("DELETE", `/api/teams/${teamId}/members/${id}`);
      expect(removed.status).toBe(200);
      expect((await member.browser.get("/api/sources", inTeam(teamId))).status).toBe(403);
      return { isBillable: true, tokens: { sent: 1, ofFullPages: 2 } };
    });
    expect(running).toMatchObject({ creditsUsed: 1, creditsLeft: 0 });
    await ctx.settled();
    expect(await credits.balance()).toMatchObject({ purchased: 0, reserved: 0 });
  });
});

it("has never more members with a paid seat than seats (fault 18)", async () => {
  const [owner, admin] = await Promise.all([person(), person()]);
  const teamId = await newTeam(owner, [[admin, "admin"]]);
  await db.update(teams).set({ numberOfPaidSeats: 1 }).where(eq(teams.id, teamId));
  const ids = await Promise.all([owner, admin].map(async (who) => (await membershipOf(teamId, who)).id));
  const assign = async (paidSeatMembershipIds: string[]) =>
    (await owner.browser.send("PUT", `/api/teams/${teamId}/manage-seats`, { paidSeatMembershipIds })).status;
  expect(await assign(ids)).toBe(409);
  expect(await assign(["mem_of_nobody"])).toBe(409);
  const answers = await Promise.all(ids.map((id) => assign([id])));
  expect(answers).toEqual([200, 200]);
  const flags = (await db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId))).filter(
    ({ hasPaidSeat }) => hasPaidSeat,
  );
  expect(flags).toHaveLength(1);
  expect(await assign([])).toBe(200);
});

it("pays for members with a seat; the others and an empty team leave it to the member's own account", async () => {
  const owner = await person();
  const teamId = await newTeam(owner);
  const ctx = testCtx(
    {
      kind: "session",
      userId: owner.userId,
      sessionId: "s",
      isEmailVerified: true,
      signedInAt: new Date(),
    },
    { kind: "team", id: teamId },
  );
  const team = ctx.services.creditCounter({ kind: "team", id: teamId });
  const own = ctx.services.creditCounter({ kind: "user", id: owner.userId });
  const ask = async (callId: string) => {
    const charge = { operation: "search", price: 1, callId, note: { details: "q", metadata: {} } } as const;
    const tokens = { sent: 1, ofFullPages: 2 };
    const { creditsLeft } = await withCharge(ctx, charge, async () => ({ isBillable: true, tokens }));
    await ctx.settled();
    return creditsLeft;
  };
  await team.grant("g", 1, "purchase");
  expect(await ask("without a seat")).toBe(199);
  await db.update(teamMemberships).set({ hasPaidSeat: true }).where(eq(teamMemberships.teamId, teamId));
  expect(await ask("with a seat")).toBe(0);
  expect(await ask("the team is empty")).toBe(198);
  expect(await own.balance()).toMatchObject({ purchased: 198, reserved: 0 });
  await vi.waitFor(async () => {
    const rows = await db.select().from(creditTransactions).where(eq(creditTransactions.ownerId, teamId));
    const usage = rows.filter(({ source }) => source === "usage");
    expect(usage.map(({ amount, userAccountAmount }) => [amount, userAccountAmount]).toSorted()).toEqual([
      [-1, null],
      [0, -1],
      [0, -1],
    ]);
  });
});

it("is deleted by an owner who types its name and gives up what is left; nobody is in it then", async () => {
  const [owner, admin] = await Promise.all([person(), person()]);
  const teamId = await newTeam(owner, [[admin, "admin"]]);
  const ctx = testCtx({ kind: "system" }, { kind: "team", id: teamId });
  await ctx.services.creditCounter(ctx.scope.owner).grant("g", 5, "purchase");
  const remove = (who: Person, query: string) => who.browser.send("DELETE", `/api/teams/${teamId}${query}`);
  expect((await remove(admin, "?confirm=Kettles&forfeitCredits=true")).status).toBe(403);
  expect((await remove(owner, "")).status).toBe(400);
  expect(await remove(owner, "?confirm=Kettles")).toMatchObject({
    status: 409,
    body: { data: { credits: 5 } },
  });
  expect((await remove(owner, "?confirm=Kettles&forfeitCredits=true")).body).toEqual({ success: true });
  expect((await owner.browser.get("/api/teams")).body.teams).toEqual([]);
  expect((await owner.browser.get(`/api/teams/${teamId}`)).status).toBe(403);
});
