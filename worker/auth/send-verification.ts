import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { makeMailLink } from "./mail-codes.ts";
import { findUserById } from "./repo.ts";
import type { SignInUser } from "./repo.ts";

/**
 * Mails the signed-in user the link that verifies the address: at most once a minute (resource-exhausted with
 * `retryAfterSeconds`). `isVerified` when there is nothing left to verify.
 */
export async function sendVerification(
  ctx: Ctx,
  { origin }: { origin: string },
): Promise<{ isVerified: boolean; email: string }> {
  const user = ctx.actor.kind === "session" ? await findUserById(ctx.db, ctx.actor.userId) : null;
  if (!user) throw new AppError("unauthenticated", "Sign in to verify your email address.");
  if (user.emailVerified) return { isVerified: true, email: user.email };
  await takeAttempt(ctx, "verification-mail/user", user.id);
  await takeAttempt(ctx, "verification-mail/user-day", user.id);
  await mailVerification(ctx, { user, origin });
  return { isVerified: false, email: user.email };
}

/** Mails the link, whoever asked for it. */
export async function mailVerification(
  ctx: Pick<Ctx, "db" | "now" | "services" | "newId">,
  { user, origin }: { user: Pick<SignInUser, "id" | "email">; origin: string },
): Promise<void> {
  const continueUrl = `${origin}/auth/action`;
  const link = await makeMailLink(ctx, { purpose: "verifyEmail", user, origin, continueUrl });
  await sendMail(ctx, { to: user.email, template: "verify-email", values: { link } });
}
