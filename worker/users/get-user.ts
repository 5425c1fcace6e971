import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { findUser } from "./repo.ts";
import type { User } from "./repo.ts";

/** The profile of one user; not-found when there is none. */
export async function getUser(ctx: Pick<Ctx, "db">, userId: string): Promise<User> {
  const user = await findUser(ctx.db, userId);
  if (!user) throw new AppError("not-found", "This user doesn't exist.");
  return user;
}
