import type { Ctx, Owner } from "#worker/context.ts";
import { getUser } from "#worker/users/get-user.ts";
import { findTeamContact } from "./repo.ts";

/** Who is mailed about an owner's money: the person, or the owners of the team. Nobody for a team that is gone. */
export async function billingAddresses(ctx: Pick<Ctx, "db">, { kind, id }: Owner): Promise<string[]> {
  if (kind === "user") return [(await getUser(ctx, id)).email];
  return (await findTeamContact(ctx.db, id))?.emails ?? [];
}
