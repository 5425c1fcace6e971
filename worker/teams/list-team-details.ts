import type { Ctx } from "#worker/context.ts";
import { teamOwner } from "#worker/owner.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { getTeam, listTeams } from "./list-teams.ts";
import type { TeamDetails } from "./list-teams.ts";

type Detailed = TeamDetails & {
  sources: { name: string; kind: string; url: string; version: string | null }[];
};

/** The teams of the acting person, each with the parts that every member sees: its people, and its sources. */
export async function* listTeamDetails(ctx: Pick<Ctx, "actor" | "db">): AsyncGenerator<Detailed> {
  const { teams } = await listTeams(ctx);
  for (const { teamId } of teams) {
    const ofTeam = { ...ctx, scope: { owner: teamOwner(teamId) } };
    const [details, sources] = await Promise.all([getTeam(ofTeam), listSources(ofTeam)]);
    const own = sources.filter(({ isPublic }) => !isPublic);
    yield {
      ...details,
      sources: own.map(({ name, kind, url, version }) => ({ name, kind, url, version })),
    };
  }
}
