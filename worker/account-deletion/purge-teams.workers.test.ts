import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { apiKeys, auditEvents, jobRuns, pdfFiles, sources, teamMemberships, teams } from "#schema/index.ts";
import { ctxOf } from "#tests/support/accounts.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { makeTenant } from "#tests/support/tenant-probes.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { docsIndexName } from "#worker/services.ts";
import { moveSources } from "#worker/source-moves/move-sources.ts";
import { deletionCtx } from "./deletion-ctx.ts";
import { purgeTeams } from "./purge-teams.ts";

const DAY_MS = 86_400_000;

it("erases everything of a team 30 days after it was deleted, and nothing of anybody else", async () => {
  const tenant = await makeTenant("pangolin");
  const personal = ctxOf(tenant.account);
  const { db, services } = personal;
  const teamId = await makeTeam({ [tenant.account.userId]: "owner" });
  const team = { kind: "team", id: teamId } as const;
  await moveSources(personal, { from: personal.scope.owner, to: team });
  await createApiKey({ ...personal, scope: { owner: team } }, { name: "of the team" });
  await services.creditCounter(team).grant("g", 5, "purchase");
  const [moved] = await db.select().from(sources).where(eq(sources.ownerId, teamId));
  const left = () =>
    Promise.all([
      db.$count(teams, eq(teams.id, teamId)),
      db.$count(teamMemberships, eq(teamMemberships.teamId, teamId)),
      db.$count(sources, eq(sources.ownerId, teamId)),
      db.$count(jobRuns, eq(jobRuns.ownerId, teamId)),
      db.$count(apiKeys, eq(apiKeys.ownerId, teamId)),
      db.$count(pdfFiles, eq(pdfFiles.setId, tenant.pdfSetId)),
      db.$count(auditEvents, eq(auditEvents.ownerId, teamId)),
      services.files.list({ prefix: `t_${teamId}/` }).then(({ objects }) => objects.length),
      services
        .creditCounter(team)
        .balance()
        .then(({ available }) => available),
    ]);

  await db
    .update(teams)
    .set({ deletedAt: new Date(Date.now() - 29 * DAY_MS) })
    .where(eq(teams.id, teamId));
  await purgeTeams(deletionCtx(env, () => {}));
  expect(await left()).toEqual([1, 1, 4, 4, 1, 2, 1, 2, 5]);
  await db
    .update(teams)
    .set({ deletedAt: new Date(Date.now() - 31 * DAY_MS) })
    .where(eq(teams.id, teamId));
  // The purge dies on the way once: removed rows stay removed, and the team is there to go on with.
  const door = deletionCtx(env, () => {});
  const broken = {
    ...door.services,
    catalog: () => {
      throw new Error("the object is gone for a moment");
    },
  };
  await purgeTeams({ ...door, services: broken });
  expect((await left())[0]).toBe(1);
  await purgeTeams(deletionCtx(env, () => {}));
  expect(await left()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const address = {
    owner: team,
    indexId: "default",
    sourceId: moved!.id,
    homePrincipal: moved!.homePrincipal,
  };
  expect(docsIndexName(address)).toContain(`u_${tenant.account.userId}`);
  expect(await services.docsIndex(address).totals()).toMatchObject({ pages: 0 });
  await purgeTeams(deletionCtx(env, () => {}));
  // The private repository and the account stayed the person's own.
  expect(await db.$count(sources, eq(sources.ownerId, tenant.account.userId))).toBe(1);
  expect((await tenant.browser.get("/api/sources")).status).toBe(200);
});
