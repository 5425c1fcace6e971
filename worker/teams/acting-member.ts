import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { getUser } from "#worker/users/get-user.ts";

/** The acting person, with a verified address; permission-denied for anybody else. */
export async function actingMember(ctx: Pick<Ctx, "actor" | "db">) {
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in can do this.");
  const user = await getUser(ctx, ctx.actor.userId);
  if (!user.emailVerified)
    throw new AppError("permission-denied", "Verify your email address first.", {
      data: { reason: "email-not-verified" },
    });
  return user;
}
