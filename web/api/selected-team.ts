const KEY = "selectedTeamId";
/** Stands for "no team" (specification, section 9). */
const NO_TEAM = "individual";

/** The team for which the console shows things; `individual` for none. */
export function selectedTeamId(): string {
  return localStorage.getItem(KEY) ?? NO_TEAM;
}

export function selectTeam(teamId: string): void {
  localStorage.setItem(KEY, teamId);
}

/** What a link asks for counts only where the person is a member who has accepted. */
export function selectTeamOfLink(teamId: string, acceptedTeamIds: readonly string[]): void {
  if (acceptedTeamIds.includes(teamId)) selectTeam(teamId);
}

/** As it is for a new person, and after signing out. */
export function resetSelectedTeam(): void {
  if (selectedTeamId() !== NO_TEAM) selectTeam(NO_TEAM);
}
