import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { sources, teamMemberships } from "#schema/index.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { makeProbedTeam, makeTeamKey, probesOf } from "#tests/support/team-probes.workers.ts";
import type { ProbedTeam, Prober } from "#tests/support/team-probes.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";

/** The script for releases asks more often than a test can wait for. */
const PROBES = Number((env as { TENANT_PROBES?: string }).TENANT_PROBES ?? 200);
const MARKER = "zanzibar";
/** The ways of asking differ by who is named, with what, and of which id; so many are all of them. */
const WAYS = 60;
const READING = [
  "GET /api/api-keys",
  "GET /api/audit-events",
  "GET /api/credits/transactions",
  "GET /api/job-runs/:id",
  "GET /api/pdf-sets/:setId",
  "GET /api/teams/:teamId",
  "GET /api/v1/index-jobs",
  "POST /api/search",
  "POST /api/read",
  "tool docenda_search_documentation",
  "tool docenda_read_url",
];
const db = connectDb(env.DB);

let team: ProbedTeam;
let probers: Prober[];
let formerMember: Prober & { userId: string };

beforeAll(async () => {
  team = await makeProbedTeam(MARKER);
  formerMember = await makeFormerMember();
  probers = [await makeStranger(), await makeInvited(), await makeOwnerOfAnother(), formerMember];
}, 120_000);

async function person() {
  const { browser, userId, email } = await signedUp({ isVerified: true });
  const { key } = await createApiKey(systemCtx(userId), { name: "own" });
  return { browser, userId, email, apiKey: key, ownTeamId: null };
}

async function makeStranger() {
  return { name: "stranger", ...(await person()) };
}

async function makeInvited(): Promise<Prober> {
  const invited = await person();
  await invite(invited.email);
  return { name: "invited person", ...invited };
}

async function makeOwnerOfAnother(): Promise<Prober> {
  const { owner, key, teamId } = await makeProbedTeam("kilimanjaro");
  return { name: "owner of another team", browser: owner.browser, apiKey: key, ownTeamId: teamId };
}

/** Was in the team, has made a key for it, and was removed with it. */
async function makeFormerMember(): Promise<typeof formerMember> {
  const former = await person();
  await invite(former.email);
  await former.browser.post("/api/teams/respond-to-invite", { teamId: team.teamId, response: "accept" });
  const { key } = await makeTeamKey(former.browser, team.teamId, "of a member");
  const [row] = await db.select().from(teamMemberships).where(eq(teamMemberships.userId, former.userId));
  const path = `/api/teams/${team.teamId}/members/${row!.id}?revokeKeys=true`;
  const removed = await team.owner.browser.send("DELETE", path, undefined);
  expect(removed.body).toMatchObject({ success: true, revokedKeys: 1 });
  return { name: "former member", ...former, apiKey: key, ownTeamId: team.teamId };
}

async function invite(email: string): Promise<void> {
  const teamMembers = [{ email, role: "member" }];
  const invited = await team.owner.browser.post(`/api/teams/${team.teamId}/invite-members`, {
    teamName: `Team ${team.teamId}`,
    teamMembers,
  });
  expect(invited.status).toBe(200);
}

/** Which probes, of those with these names, give somebody the team's word in one of the ways of asking. */
async function givenTo(who: Prober, names: readonly string[]): Promise<string[]> {
  const given: string[] = [];
  for (const { name, ask } of (await probesOf(team)).filter((probe) => names.includes(probe.name)))
    for (let seed = 0; seed < WAYS && !given.includes(name); seed += 1)
      if ((await ask(who, seed)).includes(MARKER)) given.push(name);
  return given;
}

/** What of these people's calls was answered with the team's word. */
async function findLeaks(people: readonly Prober[], count: number): Promise<string[]> {
  const probes = await probesOf(team);
  const leaks: string[] = [];
  for (let seed = 0; seed < count; seed += 1) {
    const round = Math.floor(seed / probes.length);
    const { name, ask } = probes[seed % probes.length]!;
    const who = people[(seed + round) % people.length]!;
    if ((await ask(who, seed + 7 * round)).includes(MARKER)) leaks.push(`${who.name}: ${name} (${seed})`);
  }
  return leaks;
}

/** What the team has, without what tells only that somebody looked. */
async function everythingOfTheTeam(): Promise<unknown[]> {
  const headers = { "x-team-id": team.teamId };
  const paths = [
    "sources",
    "job-runs",
    "pdf-sets",
    "private-index",
    "api-keys",
    "credits",
    `teams/${team.teamId}`,
  ];
  const answers = await Promise.all(paths.map((path) => team.owner.browser.get(`/api/${path}`, headers)));
  return answers.map(({ status, body }) => ({ status, body }));
}

/** The same, once the queue has brought the history of the calls before: when nothing has come for a while. */
async function everythingAtRest(): ReturnType<typeof everythingOfTheTeam> {
  let seen = await everythingOfTheTeam();
  for (let same = 0; same < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const now = await everythingOfTheTeam();
    same = JSON.stringify(now) === JSON.stringify(seen) ? same + 1 : 0;
    seen = now;
  }
  return seen;
}

describe("what is a team's", () => {
  it("is there to be found: a member who may is given its word by these calls", async () => {
    const owner = { name: "owner", browser: team.owner.browser, apiKey: team.key, ownTeamId: team.teamId };
    expect((await givenTo(owner, READING)).toSorted()).toEqual(READING.toSorted());
  });

  it(
    `is given to none of four outsiders in ${PROBES} calls, and is changed by none`,
    { timeout: 3_600_000 },
    async () => {
      const before = await everythingAtRest();
      expect(await findLeaks(probers, PROBES)).toEqual([]);
      expect(await everythingAtRest()).toEqual(before);
    },
  );

  it("is found where a leak is planted: a row of the wrong owner, and a membership that did not end", async () => {
    const thief = await makeStranger();
    const isStolen = and(eq(sources.ownerId, team.teamId), eq(sources.name, "api"));
    const [stolen] = await db.select().from(sources).where(isStolen);
    await db
      .update(sources)
      .set({ ownerKind: "user", ownerId: thief.userId })
      .where(eq(sources.id, stolen!.id));
    const found = ["POST /api/search", "POST /api/read"];
    expect(await givenTo(thief, found)).toEqual(found);
    await db
      .update(sources)
      .set({ ownerKind: "team", ownerId: team.teamId })
      .where(eq(sources.id, stolen!.id));

    await db.insert(teamMemberships).values({
      id: newId("mem"),
      teamId: team.teamId,
      userId: formerMember.userId,
      email: "left@example.test",
      role: "member",
      state: "accepted",
      joinedAt: new Date(),
      acceptedAt: new Date(),
    });
    const seen = ["GET /api/api-keys", "GET /api/job-runs/:id", "GET /api/teams/:teamId"];
    expect((await givenTo(formerMember, seen)).toSorted()).toEqual(seen);
  });
});
