import { PERSONAL_SCOPE } from "#schema/values.ts";

const KEY = "selectedTeamId";

/** The team for which the console shows things; `individual` for none, and where a page is rendered ahead of time. */
export function selectedTeamId(): string {
  if (typeof localStorage === "undefined") return PERSONAL_SCOPE;
  return localStorage.getItem(KEY) ?? PERSONAL_SCOPE;
}

export function selectTeam(teamId: string): void {
  localStorage.setItem(KEY, teamId);
}

/** Selects a team, or `individual`, and loads a page anew: nothing that was read for another owner is left. */
export function openScope(teamId: string, path = "/dashboard"): void {
  selectTeam(teamId);
  location.assign(path);
}

/** What a link asks for counts only where the person is a member who has accepted. */
export function selectTeamOfLink(teamId: string, acceptedTeamIds: readonly string[]): void {
  if (acceptedTeamIds.includes(teamId)) selectTeam(teamId);
}

/** As it is for a new person, and after signing out. */
export function resetSelectedTeam(): void {
  if (selectedTeamId() !== PERSONAL_SCOPE) selectTeam(PERSONAL_SCOPE);
}
