import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ClientResponse, InferResponseType } from "hono/client";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import type { TeamRole } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError, codeOfStatus, isRecord } from "#web/api/errors.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { FAILED } from "./copy.ts";

const routes = api.api.teams;

export type Teams = InferResponseType<(typeof routes)["$get"]>;
export type ListedTeam = Teams["teams"][number];
export type Team = InferResponseType<(typeof routes)[":teamId"]["$get"]>;
export type Member = Team["members"][number];

/** The teams that the person is in, and the teams that sent an invitation. */
export function useTeams() {
  return useQuery({ queryKey: ["memberships"], queryFn: () => answerOf(routes.$get()) });
}

/** A team with its members; only a member may ask. */
export function useTeam(teamId: string) {
  return useQuery({
    queryKey: ["memberships", teamId],
    queryFn: () => answerOf(routes[":teamId"].$get({ param: { teamId } })),
  });
}

/** The team that the console shows, with its members; nothing for a person's own account. */
export function useSelectedTeam() {
  const teamId = selectedTeamId();
  return useQuery({
    queryKey: ["memberships", teamId],
    queryFn: () => answerOf(routes[":teamId"].$get({ param: { teamId } })),
    enabled: teamId !== PERSONAL_SCOPE,
  });
}

/**
 * Whether a person may manage the scope's keys and sources: their own account, or a team of which they are owner or admin. Null
 * while that is not known.
 */
export function useMayManage(userId: string): boolean | null {
  const { data: team, isLoading } = useSelectedTeam();
  if (isLoading) return null;
  const role = team?.members.find((member) => member.userId === userId)?.role;
  return selectedTeamId() === PERSONAL_SCOPE || role === "owner" || role === "admin";
}

/** The members of a team; people who are only invited are left out. */
export function acceptedMembers({ members }: Team): { userId: string; email: string }[] {
  return members.flatMap(({ userId, email }) => (userId === null ? [] : [{ userId, email }]));
}

export function useReloadTeams(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["memberships"] });
}

/** A team call: `error` of a failure is the text to show, else the specification's own words. */
async function send<T>(pending: Promise<ClientResponse<T>>, words: (status: number) => string): Promise<T> {
  const response = (await pending) as unknown as Response;
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(body) && body.success === true) return body as T;
  const text = isRecord(body) && typeof body.error === "string" ? body.error : "";
  throw new ApiError(codeOfStatus(response.status), text || words(response.status), {
    requestId: response.headers.get("x-request-id"),
    data: isRecord(body) ? body.data : undefined,
  });
}

export function createTeam(teamName: string, teamMembers: string[], shouldMigrateIndex: boolean) {
  const members = teamMembers.map((email) => ({ email, role: "member" as const }));
  const json = { teamName, teamMembers: members, shouldMigrateIndex };
  return send(routes.$post({ json }), FAILED.create);
}

export function inviteMembers(team: Team, members: { email: string; role: TeamRole }[]) {
  const param = { teamId: team.teamId };
  const json = { teamName: team.name, teamMembers: members };
  return send(routes[":teamId"]["invite-members"].$post({ param, json }), FAILED.invite);
}

export function respondToInvite(teamId: string, response: "accept" | "decline") {
  return send(routes["respond-to-invite"].$post({ json: { teamId, response } }), (status) =>
    FAILED.respond(response, status),
  );
}

export function setRole(teamId: string, membershipId: string, role: TeamRole) {
  const call = routes[":teamId"].members[":membershipId"].$put({
    param: { teamId, membershipId },
    json: { role },
  });
  return send(call, FAILED.role);
}

export function setLimits(
  teamId: string,
  membershipId: string,
  limits: { monthlyCredits: number | null; maxSources: number | null },
) {
  const call = routes[":teamId"].members[":membershipId"].limits.$put({
    param: { teamId, membershipId },
    json: limits,
  });
  return send(call, FAILED.limits);
}

/** `revokeKeys` also ends the team's keys that the member made. */
export function removeMember(teamId: string, membershipId: string, revokeKeys: boolean) {
  const call = routes[":teamId"].members[":membershipId"].$delete({
    param: { teamId, membershipId },
    query: { revokeKeys: revokeKeys ? "true" : "false" },
  });
  return send(call, FAILED.remove);
}

export function resendInvite(teamId: string, membershipId: string) {
  const call = routes[":teamId"].members[":membershipId"]["resend-invite"].$post({
    param: { teamId, membershipId },
  });
  return send(call, FAILED.resend);
}

export function leaveTeam(teamId: string, membershipId: string) {
  const call = routes[":teamId"].members[":membershipId"].leave.$post({ param: { teamId, membershipId } });
  return send(call, FAILED.leave);
}

export function deleteTeam(teamId: string, confirm: string, forfeitCredits: boolean) {
  const query = { confirm, forfeitCredits: forfeitCredits ? ("true" as const) : ("false" as const) };
  return send(routes[":teamId"].$delete({ param: { teamId }, query }), FAILED.delete);
}
