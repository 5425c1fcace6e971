import { Hono } from "hono";
import type { Context } from "hono";
import { publicOrigin } from "#worker/http/request-origin.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
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
import { resendInvite } from "./resend-invite.ts";
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

function doorOf(c: Context<AuthenticatedEnv>): { origin: string } {
  return { origin: publicOrigin(c.var.ctx, c.req.url) };
}
