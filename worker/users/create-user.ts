import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { grantInitialCredits } from "./complete-sign-up.ts";
import { findUserByEmail, insertUser } from "./repo.ts";
import type { User } from "./repo.ts";

export const createUserInput = z.object({
  email: z.string().max(INPUT_LIMITS.mailAddress).trim().toLowerCase().pipe(z.email().max(254)),
  displayName: z.string().trim().min(1).max(100).optional(),
  /** Whether someone we trust has checked the address. */
  isEmailVerified: z.boolean().default(false),
});
export type CreateUserInput = z.infer<typeof createUserInput>;

/**
 * A user whom the system makes, with the free tier's initial credits; people sign up through `auth/`. For a known address the answer is
 * its user, unchanged, whose initial credits are made sure of; they are granted once.
 */
export async function createUser(
  ctx: Pick<Ctx, "actor" | "db" | "services" | "now" | "newId">,
  input: CreateUserInput,
): Promise<User> {
  if (ctx.actor.kind !== "system") throw new AppError("permission-denied", "An API key cannot create users.");
  const user =
    (await insertUser(ctx.db, {
      id: ctx.newId("usr"),
      email: input.email,
      emailVerified: input.isEmailVerified,
      displayName: input.displayName ?? null,
      createdAt: ctx.now(),
    })) ?? (await findUserByEmail(ctx.db, input.email));
  if (!user) throw new AppError("aborted", "The user was removed while being created. Try again.");
  if (user.deletionStartedAt)
    throw new AppError("aborted", "This account is being deleted. Try again in a minute.");
  await grantInitialCredits(ctx, user.id);
  return user;
}
