import type { Ctx } from "#worker/context.ts";
import { listTeamsOwnedAlone } from "./repo.ts";

/** Names of the teams that would have no owner without this person. */
export async function teamsOwnedAlone(ctx: Pick<Ctx, "db">, userId: string): Promise<string[]> {
  return await listTeamsOwnedAlone(ctx.db, userId);
}
