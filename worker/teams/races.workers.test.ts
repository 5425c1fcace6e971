import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { teamMemberships, teams } from "#schema/index.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { acceptMembership, declineMembership, renewInvitation } from "./invitation-repo.ts";
import { deleteMembership, deleteOwnMembership, setPaidSeats, setRole } from "./membership-repo.ts";
import { markDeleted } from "./repo.ts";

const ROUNDS = 200;
const DAY_MS = 86_400_000;

const db = connectDb(env.DB);
let ada: string;
let bob: string;
let eve: string;

beforeAll(async () => {
  const people = await Promise.all([1, 2, 3].map(() => signedUp({ isVerified: true })));
  [ada, bob, eve] = people.map(({ userId }) => userId) as [string, string, string];
}, 60_000);

/** Runs something so many times; counts each result. */
async function rounds(one: (round: number) => Promise<string>): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const end = await one(round);
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}

async function invite(teamId: string): Promise<{ id: string; tokenHash: string }> {
  const [id, tokenHash, now] = [newId("mem"), newId("hash"), new Date()];
  await db.insert(teamMemberships).values({
    id,
    teamId,
    email: `${id}@example.test`,
    state: "invited",
    joinedAt: now,
    lastInviteSentAt: now,
    inviteTokenHash: tokenHash,
    inviteExpiresAt: new Date(now.getTime() + DAY_MS),
  });
  return { id, tokenHash };
}

async function stateOf(id: string): Promise<string> {
  const [row] = await db.select().from(teamMemberships).where(eq(teamMemberships.id, id));
  return row?.state ?? "gone";
}

async function membershipIds(teamId: string): Promise<Map<string | null, string>> {
  const rows = await db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId));
  return new Map(rows.map(({ userId, id }) => [userId, id]));
}

describe("of two at once, 200 times", () => {
  it("who accept one invitation, one joins (fault 19)", { timeout: 60_000 }, async () => {
    const ends = await rounds(async () => {
      const teamId = await makeTeam({ [ada]: "owner" });
      const { id, tokenHash } = await invite(teamId);
      const accept = (userId: string) =>
        acceptMembership(db, { membershipId: id, userId, tokenHash }, new Date());
      const joined = (await Promise.all([accept(bob), accept(eve)])).filter((row) => row !== null);
      const members = await db.$count(
        teamMemberships,
        and(eq(teamMemberships.teamId, teamId), eq(teamMemberships.state, "accepted")),
      );
      return `${joined.length} joined, ${members} members`;
    });
    expect(ends).toEqual({ "1 joined, 2 members": ROUNDS });
  });

  it("of which one accepts and the other withdraws, sends anew or declines, the first wins (fault 19)", async () => {
    const rivals = {
      withdraws: async (teamId: string, id: string) =>
        (await deleteMembership(db, { teamId, membershipId: id, actingUserId: ada })) !== null,
      "sends anew": (_: string, id: string) =>
        renewInvitation(
          db,
          id,
          {
            inviteTokenHash: newId("hash"),
            inviteExpiresAt: new Date(Date.now() + DAY_MS),
            lastInviteSentAt: new Date(),
          },
          new Date(),
        ),
      declines: (_: string, id: string) => declineMembership(db, id, new Date()),
    };
    for (const [rival, act] of Object.entries(rivals)) {
      const ends = await rounds(async (round) => {
        const teamId = await makeTeam({ [ada]: "owner" });
        const { id, tokenHash } = await invite(teamId);
        const accept = () => acceptMembership(db, { membershipId: id, userId: bob, tokenHash }, new Date());
        const both = round % 2 === 0 ? [accept(), act(teamId, id)] : [act(teamId, id), accept()];
        const answers = await Promise.all(both);
        const accepted = answers[round % 2] !== null;
        return `${accepted ? "accepted" : "refused"}, ${await stateOf(id)}`;
      });
      // A member who joined a moment before is removed as well; otherwise the second caller changed nothing.
      const allowed = {
        withdraws: ["accepted, gone", "refused, gone"],
        "sends anew": ["accepted, accepted", "refused, invited"],
        declines: ["accepted, accepted", "refused, declined"],
      }[rival];
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(ends)));
      expect(Object.keys(ends)).toHaveLength(2);
    }
  }, 120_000);

  it(
    "who give the only paid seat to different members, one seat is given (fault 18)",
    { timeout: 60_000 },
    async () => {
      const teamId = await makeTeam({ [ada]: "owner", [bob]: "admin", [eve]: "member" });
      await db.update(teams).set({ numberOfPaidSeats: 1 }).where(eq(teams.id, teamId));
      const ids = await membershipIds(teamId);
      const ends = await rounds(async () => {
        await Promise.all([
          setPaidSeats(db, teamId, [ids.get(bob)!]),
          setPaidSeats(db, teamId, [ids.get(eve)!]),
        ]);
        const flags = await db.$count(
          teamMemberships,
          and(eq(teamMemberships.teamId, teamId), eq(teamMemberships.hasPaidSeat, true)),
        );
        return `${flags} with a seat`;
      });
      expect(ends).toEqual({ "1 with a seat": ROUNDS });
    },
  );

  it("owners who step down or leave, the last one stays (fault 20)", { timeout: 60_000 }, async () => {
    const ends = await rounds(async (round) => {
      const teamId = await makeTeam({ [ada]: "owner", [bob]: "owner" });
      const ids = await membershipIds(teamId);
      const stepDown = (userId: string) => {
        const membershipId = ids.get(userId)!;
        return round % 2 === 0
          ? setRole(db, { teamId, membershipId, role: "member", actingUserId: userId })
          : deleteOwnMembership(db, { teamId, membershipId, userId });
      };
      await Promise.all([stepDown(ada), stepDown(bob)]);
      const owners = await db.$count(
        teamMemberships,
        and(eq(teamMemberships.teamId, teamId), eq(teamMemberships.role, "owner")),
      );
      return `${owners} owners`;
    });
    expect(ends).toEqual({ "1 owners": ROUNDS });
  });

  it("of which one deletes the team and the other joins it, nobody joins what is deleted, and it is deleted once", async () => {
    const ends = await rounds(async () => {
      const teamId = await makeTeam({ [ada]: "owner" });
      const { id, tokenHash } = await invite(teamId);
      const [deleted, again] = await Promise.all([
        markDeleted(db, teamId, new Date()),
        markDeleted(db, teamId, new Date()),
        acceptMembership(db, { membershipId: id, userId: bob, tokenHash }, new Date()),
      ]);
      const late = await acceptMembership(db, { membershipId: id, userId: eve, tokenHash }, new Date());
      return `${Number(deleted) + Number(again)} deleted, ${late === null ? "nobody" : "somebody"} joins later`;
    });
    expect(ends).toEqual({ "1 deleted, nobody joins later": ROUNDS });
  }, 60_000);
});
