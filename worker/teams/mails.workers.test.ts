import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { jobRuns, sources, teamMemberships, teams } from "#schema/index.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { lastMail, ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { remindInvited } from "./remind-invited.ts";

const db = connectDb(env.DB);
const HOUR_MS = 3_600_000;

async function teamOfThree() {
  const [owner, admin, member] = [
    await signedUp({ isVerified: true }),
    await signedUp({ isVerified: true }),
    await signedUp({ isVerified: true }),
  ];
  const teamId = await makeTeam({
    [owner.userId]: "owner",
    [admin.userId]: "admin",
    [member.userId]: "member",
  });
  await db.update(teams).set({ name: "Kettles" }).where(eq(teams.id, teamId));
  const rows = await db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId));
  const pathOf = ({ userId }: { userId: string }) =>
    `/api/teams/${teamId}/members/${rows.find((row) => row.userId === userId)!.id}`;
  return { owner, admin, member, teamId, pathOf };
}

/** The mails that are sent off, as the queue gets them. */
function outgoing() {
  const ctx = systemCtx();
  const { mailQueue } = ctx.services;
  const send = vi.fn<typeof mailQueue.send>((mail) => mailQueue.send(mail));
  return { ctx: { ...ctx, services: { ...ctx.services, mailQueue: { ...mailQueue, send } } }, send };
}

it("tells a member of another role, of being removed and of the end of the team, and not who did it", async () => {
  const { owner, admin, member, teamId, pathOf } = await teamOfThree();
  await owner.browser.send("PUT", pathOf(member), { role: "admin" });
  expect(await lastMail(member.email, "team-role-changed")).toMatchObject({
    text: expect.stringContaining("You are now an admin of the team Kettles."),
  });
  expect((await owner.browser.send("DELETE", pathOf(member))).status).toBe(200);
  expect((await lastMail(member.email, "team-removed")).text).toContain("Kettles");
  const gone = await owner.browser.send("DELETE", `/api/teams/${teamId}?confirm=Kettles`);
  expect(gone.body).toEqual({ success: true });
  expect((await lastMail(admin.email, "team-deleted")).text).toContain("30 days");
  await expect(lastMail(owner.email, "team-deleted")).rejects.toThrow(/team-deleted/);
});

it("a role that stays, and a stranger who tries to change it, send nothing", async () => {
  const { owner, member, pathOf } = await teamOfThree();
  const stranger = await signedUp({ isVerified: true });
  expect((await stranger.browser.send("PUT", pathOf(member), { role: "admin" })).status).toBe(403);
  expect((await owner.browser.send("PUT", pathOf(member), { role: "member" })).status).toBe(200);
  await expect(lastMail(member.email, "team-role-changed")).rejects.toThrow(/team-role-changed/);
});

it("reminds of an invitation after three days under one id, and not of one that is answered or fresh", async () => {
  const { teamId } = await teamOfThree();
  const { ctx, send } = outgoing();
  const origin = "https://docenda.test";
  const config = { ...ctx.services.config, publicOrigin: origin };
  const at = (time: Date) => ({ ...ctx, services: { ...ctx.services, config }, now: () => time });
  const sentAt = new Date(Date.now() - 72 * HOUR_MS - 60_000);
  const invite = async (email: string, state: "invited" | "declined", lastInviteSentAt: Date) =>
    await db
      .insert(teamMemberships)
      .values({ id: newId("mem"), teamId, email, state, joinedAt: lastInviteSentAt, lastInviteSentAt });
  const name = newId("person");
  await invite(`${name}-late@example.test`, "invited", sentAt);
  await invite(`${name}-no@example.test`, "declined", sentAt);
  await invite(`${name}-new@example.test`, "invited", new Date());
  await remindInvited(at(new Date()));
  await remindInvited(at(new Date(Date.now() + 5 * 60_000)));
  const own = send.mock.calls.map(([mail]) => mail).filter(({ to }) => to.startsWith(name));
  expect(own.map(({ to }) => to)).toEqual([`${name}-late@example.test`, `${name}-late@example.test`]);
  expect(new Set(own.map(({ id }) => id)).size).toBe(1);
  await remindInvited(at(new Date(Date.now() + 2 * HOUR_MS)));
  expect(send.mock.calls.filter(([{ to }]) => to.startsWith(`${name}-late`))).toHaveLength(2);
  await remindInvited({ ...at(new Date()), services: ctx.services });
});

/** Invites an address long enough ago for a reminder. */
async function invited(email: string) {
  const lastInviteSentAt = new Date(Date.now() - 72 * HOUR_MS - 60_000);
  const teamId = await makeTeam({});
  await db.insert(teamMemberships).values({
    id: newId("mem"),
    teamId,
    email,
    state: "invited",
    joinedAt: lastInviteSentAt,
    lastInviteSentAt,
  });
}

/** Lets the clock remind, and counts the reminders to an address. */
async function remindersTo(email: string): Promise<number> {
  const { ctx, send } = outgoing();
  const config = { ...ctx.services.config, publicOrigin: ORIGIN };
  await remindInvited({ ...ctx, services: { ...ctx.services, config } });
  return send.mock.calls.filter(([{ to }]) => to === email).length;
}

const linkIn = ({ headers }: { headers?: Record<string, string> }) =>
  /^<(https:[^<>]+)>$/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";

describe("the link that stops reminders", () => {
  it("works with one click, without a session, for every team, and changes nothing when it is opened", async () => {
    const email = `${newId("person").toLowerCase()}@example.test`;
    await invited(email);
    expect(await remindersTo(email)).toBe(1);
    const mail = await lastMail(email, "team-invitation-reminder");
    expect(mail.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const link = linkIn(mail);
    expect(mail.text).toContain(link);
    expect(link).not.toContain(email.split("@")[0]);
    const opened = await SELF.fetch(link);
    expect(await opened.text()).toContain("<button>Stop reminders</button>");
    expect(await remindersTo(email)).toBe(1);
    // A mail box of another origin posts a form, without cookies (RFC 8058, section 3.2); the second time is like the first.
    for (const time of ["first", "second"]) {
      const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
      const stopped = await SELF.fetch(link, {
        method: "POST",
        body,
        headers: { origin: "https://mail.example" },
      });
      expect([time, stopped.status, await stopped.text()]).toEqual([
        time,
        200,
        expect.stringContaining("Reminders stopped"),
      ]);
      await invited(email);
      expect(await remindersTo(email)).toBe(0);
    }
  });

  it("stops nothing for a stranger, who has another's link or one that was not signed", async () => {
    const [email, other] = ["a", "b"].map((name) => `${name}-${newId("person").toLowerCase()}@example.test`);
    await invited(email!);
    await invited(other!);
    expect([await remindersTo(email!), await remindersTo(other!)]).toEqual([1, 1]);
    const link = linkIn(await lastMail(email!, "team-invitation-reminder"));
    const token = link.split("/").at(-1)!;
    const [ownHash, signature] = token.split(".");
    const otherToken = linkIn(await lastMail(other!, "team-invitation-reminder"))
      .split("/")
      .at(-1)!;
    const mixed = `${otherToken.split(".")[0]}.${signature}`;
    for (const bad of [mixed, `${ownHash}.${"0".repeat(64)}`, ownHash, `${token}0`, "x".repeat(5000)]) {
      expect((await SELF.fetch(`${ORIGIN}/stop-reminders/${bad}`, { method: "POST" })).status).toBe(404);
      expect((await SELF.fetch(`${ORIGIN}/stop-reminders/${bad}`)).status).toBe(404);
    }
    expect(await remindersTo(email!)).toBe(1);
    expect(await remindersTo(other!)).toBe(1);
    expect((await SELF.fetch(link, { method: "POST" })).status).toBe(200);
    expect(await remindersTo(other!)).toBe(1);
  });
});

it("a team that is deleted while it is being indexed ends the run", async () => {
  const { owner, teamId } = await teamOfThree();
  const [sourceId, runId, now] = [newId("src"), newId("run"), new Date()];
  const ownedBy = { ownerKind: "team", ownerId: teamId } as const;
  const url = "https://busy.test/";
  await db
    .insert(sources)
    .values({ id: sourceId, ...ownedBy, kind: "site", name: "busy", url, createdAt: now, updatedAt: now });
  await db.insert(jobRuns).values({
    id: runId,
    ...ownedBy,
    sourceId,
    generation: 1,
    status: "CRAWLING",
    url,
    displayName: "busy",
    startTime: now,
  });
  await owner.browser.send("DELETE", `/api/teams/${teamId}?confirm=Kettles`);
  const [run] = await db.select().from(jobRuns).where(eq(jobRuns.id, runId));
  expect(run).toMatchObject({ status: "FAILED", error: "Cancelled." });
});
