import { userOwner } from "#worker/owner.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { grantInitialCredits } from "#worker/users/complete-sign-up.ts";
import { readMailCode, takeMailCode } from "./mail-codes.ts";
import { findUserById, markEmailVerified } from "./repo.ts";
import type { VisitorCtx } from "./signed-in.ts";

export const mailCodeInput = z.object({ oobCode: z.string().min(1).max(200) });
export type MailCodeInput = z.infer<typeof mailCodeInput>;

const FAILED = "Failed to verify email. The link may have expired.";

/**
 * Spends a code that was mailed and marks its address as verified, with which the initial credits come. Whoever holds the code holds the mailbox, so no session is
 * needed. A second click on a link that has done its work finds the address verified; it is no error.
 */
export async function verifyEmail(
  ctx: VisitorCtx,
  { oobCode }: MailCodeInput,
): Promise<{ wasVerifiedBefore: boolean; email: string }> {
  await takeNetworkAttempt(ctx, "mail-code/network");
  const spent = await takeMailCode(ctx, "verifyEmail", oobCode);
  const code = spent ?? (await readMailCode(ctx, "verifyEmail", oobCode));
  const user = code && (await findUserById(ctx.db, code.userId));
  if (!code || !user || user.email !== code.email) throw invalidLink();
  if (spent && (await markEmailVerified(ctx.db, user.id, code.email, ctx.now()))) {
    const own: Ctx = { ...ctx, actor: { kind: "system" }, scope: { owner: userOwner(user.id) } };
    await grantInitialCredits(ctx, user.id);
    await recordEvent(own, own.scope.owner, { type: "email.verified", details: {} });
    publishChange(own, own.scope.owner, "profile");
    return { wasVerifiedBefore: false, email: user.email };
  }
  // The code was spent without its effect: the request that spent it failed on the way, and another link is needed.
  if (!user.emailVerified) throw invalidLink();
  // Credits are granted here too, in case the first click died on the way; a user gets them once.
  await grantInitialCredits(ctx, user.id);
  return { wasVerifiedBefore: true, email: user.email };
}

function invalidLink(): AppError {
  return new AppError("invalid-argument", FAILED, { data: { reason: "invalid-action-code" } });
}
