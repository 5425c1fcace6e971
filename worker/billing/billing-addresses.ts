import type { Ctx, Owner } from "#worker/context.ts";
import { getUser } from "#worker/users/get-user.ts";
import { findTeamContact } from "./repo.ts";

/** Addresses for mails about an owner's money: the person's, or those of the team's owners. None for a team that is gone. */
export async function billingAddresses(ctx: Pick<Ctx, "db">, { kind, id }: Owner): Promise<string[]> {
  if (kind === "user") return [(await getUser(ctx, id)).email];
  return (await findTeamContact(ctx.db, id))?.emails ?? [];
}
