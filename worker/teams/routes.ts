import { Hono } from "hono";
import type { Context } from "hono";
import { publicOrigin } from "#worker/http/request-origin.ts";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { acceptInvite, acceptInviteInput, respondToInvite, respondToInviteInput } from "./accept-invite.ts";
import { createTeam, createTeamInput } from "./create-team.ts";
import { deleteTeam, deleteTeamInput } from "./delete-team.ts";
import { inviteMembers, inviteMembersInput } from "./invite-members.ts";
import { getTeam, listTeams } from "./list-teams.ts";
import {
  leaveTeam,
  removeMember,
  removeMemberInput,
  updateMemberRole,
  updateRoleInput,
} from "./manage-members.ts";
import { manageSeats, manageSeatsInput } from "./manage-seats.ts";
import { addressOfStopToken } from "./reminder-address.ts";
import { resendInvite } from "./resend-invite.ts";
import { stopReminders } from "./stop-reminders.ts";
import { STOP_REMINDERS_CSP, stopRemindersPage } from "./stop-reminders-page.ts";
import { memberLimitsInput, setLimits } from "./set-limits.ts";

/** Routes of the specification's team calls (section 7), mounted at `/api/teams`. The team of a path is the scope of its request. */
export const teamRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json(await listTeams(c.var.ctx)))
  .post("/", validated("json", createTeamInput), async (c) =>
    c.json(await createTeam(c.var.ctx, c.req.valid("json"), doorOf(c))),
  )
  .post("/respond-to-invite", validated("json", respondToInviteInput), async (c) =>
    c.json(await respondToInvite(c.var.ctx, c.req.valid("json"))),
  )
  .post("/accept-invite", validated("json", acceptInviteInput), async (c) =>
    c.json(await acceptInvite(c.var.ctx, c.req.valid("json"))),
  )
  .get("/:teamId", async (c) => c.json(await getTeam(c.var.ctx)))
  .delete("/:teamId", validated("query", deleteTeamInput), async (c) =>
    c.json(await deleteTeam(c.var.ctx, c.req.valid("query"))),
  )
  .post("/:teamId/invite-members", validated("json", inviteMembersInput), async (c) =>
    c.json(await inviteMembers(c.var.ctx, c.req.valid("json"), doorOf(c))),
  )
  .put("/:teamId/manage-seats", validated("json", manageSeatsInput), async (c) =>
    c.json(await manageSeats(c.var.ctx, c.req.valid("json"))),
  )
  .put("/:teamId/members/:membershipId", validated("json", updateRoleInput), async (c) =>
    c.json(
      await updateMemberRole(c.var.ctx, {
        ...c.req.valid("json"),
        membershipId: c.req.param("membershipId"),
      }),
    ),
  )
  .put("/:teamId/members/:membershipId/limits", validated("json", memberLimitsInput), async (c) =>
    c.json(await setLimits(c.var.ctx, { ...c.req.valid("json"), membershipId: c.req.param("membershipId") })),
  )
  .delete("/:teamId/members/:membershipId", validated("query", removeMemberInput), async (c) =>
    c.json(
      await removeMember(c.var.ctx, {
        membershipId: c.req.param("membershipId"),
        revokeKeys: c.req.valid("query").revokeKeys === "true",
      }),
    ),
  )
  .post("/:teamId/members/:membershipId/resend-invite", async (c) =>
    c.json(await resendInvite(c.var.ctx, { membershipId: c.req.param("membershipId") }, doorOf(c))),
  )
  .post("/:teamId/members/:membershipId/leave", async (c) =>
    c.json(await leaveTeam(c.var.ctx, { membershipId: c.req.param("membershipId") })),
  );

/**
 * The link of a reminder that ends reminders, mounted at `/stop-reminders`; it needs no account and no cookie. Mail boxes open links by
 * themselves, so that only a POST, of the page's button or of the mail box's own (RFC 8058), changes something.
 */
export const stopRemindersRoutes = new Hono<AppEnv>()
  .use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", STOP_REMINDERS_CSP);
    c.header("Referrer-Policy", "no-referrer");
  })
  .get("/:token", async (c) => {
    const isKnown = (await addressOfStopToken(requestContext(c), c.req.param("token"))) !== null;
    return c.html(stopRemindersPage(isKnown ? "asks" : "unknown"), isKnown ? 200 : 404);
  })
  .post("/:token", async (c) => {
    const isKnown = await stopReminders(requestContext(c), c.req.param("token"));
    return c.html(stopRemindersPage(isKnown ? "stopped" : "unknown"), isKnown ? 200 : 404);
  });

function doorOf(c: Context<AuthenticatedEnv>): { origin: string } {
  return { origin: publicOrigin(c.var.ctx, c.req.url) };
}
