import { PERSONAL_SCOPE } from "#schema/values.ts";

const KEY = "selectedTeamId";

/** The team that the console shows; `individual` for none, and where a page is rendered ahead of time. */
export function selectedTeamId(): string {
  if (typeof localStorage === "undefined") return PERSONAL_SCOPE;
  return localStorage.getItem(KEY) ?? PERSONAL_SCOPE;
}

export function selectTeam(teamId: string): void {
  localStorage.setItem(KEY, teamId);
}

/** Selects a team, or `individual`, and loads a page anew, so that nothing read for another owner is left. */
export function openScope(teamId: string, path = "/dashboard"): void {
  selectTeam(teamId);
  location.assign(path);
}

/** Selects the team of a link, but only where the person is a member who has accepted. */
export function selectTeamOfLink(teamId: string, acceptedTeamIds: readonly string[]): void {
  if (acceptedTeamIds.includes(teamId)) selectTeam(teamId);
}

/** Selects no team, as for a new person and after signing out. */
export function resetSelectedTeam(): void {
  if (selectedTeamId() !== PERSONAL_SCOPE) selectTeam(PERSONAL_SCOPE);
}
