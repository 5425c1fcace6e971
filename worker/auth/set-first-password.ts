import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { hashPassword } from "./password-hash.ts";
import { replacePassword } from "./repo.ts";

/** Gives an account its password without asking for the present one: for the account that the system makes. */
export async function setFirstPassword(
  ctx: Pick<Ctx, "actor" | "db" | "now" | "newId">,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  if (ctx.actor.kind !== "system") throw new AppError("permission-denied", "Use the form for passwords.");
  await replacePassword(ctx.db, {
    userId,
    passwordHash: await hashPassword(password),
    newAccountId: ctx.newId("acc"),
    keepSessionId: null,
    now: ctx.now(),
  });
}
