import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getUser } from "./get-user.ts";
import type { User } from "./repo.ts";

/** The acting user; the system acts for the user of the scope. */
export async function getActingUser(ctx: Pick<Ctx, "actor" | "scope" | "db">): Promise<User> {
  const userId = actingUserId(ctx.actor) ?? (ctx.scope.owner.kind === "user" ? ctx.scope.owner.id : null);
  if (userId === null) throw new AppError("permission-denied", "A profile is a person's.");
  return getUser(ctx, userId);
}
