import { userOwner } from "#worker/owner.ts";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { revokeAllApiKeys } from "#worker/api-keys/revoke-all-api-keys.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { closeConsoles } from "#worker/live/close-consoles.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { endAllGrants } from "#worker/oauth/end-all-grants.ts";
import { takeAttempt, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { grantInitialCredits } from "#worker/users/complete-sign-up.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { makeMailLink, readMailCode, takeMailCode } from "./mail-codes.ts";
import { hashPassword } from "./password-hash.ts";
import { readEmail } from "./read-email.ts";
import {
  findUserByEmail,
  findUserById,
  giveBackMailCode,
  listSessionRows,
  markEmailVerified,
  replacePassword,
} from "./repo.ts";
import type { SignInUser } from "./repo.ts";
import { mailCodeInput } from "./verify-email.ts";
import type { MailCodeInput } from "./verify-email.ts";
import type { VisitorCtx } from "./signed-in.ts";

const INVALID_LINK = "This password reset link is invalid or has expired.";

export const requestResetInput = z.object({ email: z.string().max(INPUT_LIMITS.mailAddress).default("") });

/**
 * Mails a link for a new password when the address has an account. The answer is the same for every address, and comes before the address
 * is looked up.
 */
export async function requestPasswordReset(
  ctx: VisitorCtx,
  input: z.infer<typeof requestResetInput>,
  { origin }: { origin: string },
): Promise<{ email: string }> {
  const email = readEmail(input.email);
  await takeNetworkAttempt(ctx, "reset/network");
  await takeAttempt(ctx, "reset/address", email);
  const mail = async () => {
    const user = await findUserByEmail(ctx.db, email);
    if (!user || user.deletionStartedAt) return;
    const link = await makeMailLink(ctx, { purpose: "resetPassword", user, origin });
    await sendMail(ctx, { to: user.email, template: "reset-password", values: { link } });
  };
  ctx.waitUntil(mail().catch((error: unknown) => ctx.log.error("reset mail not sent", error)));
  return { email };
}

/** The address whose password a code resets, without spending the code; invalid-argument for a code that no longer works. */
export async function checkResetCode(
  ctx: VisitorCtx,
  { oobCode }: MailCodeInput,
): Promise<{ email: string }> {
  await takeNetworkAttempt(ctx, "mail-code/network");
  return { email: (await userOfCode(ctx, oobCode)).email };
}

export const resetPasswordInput = mailCodeInput.extend({
  password: z.string().max(INPUT_LIMITS.password).default(""),
  /** Whether other access ends as well: API keys and MCP clients. */
  endsAccess: z.boolean().default(false),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

/**
 * Sets a new password, once for a code. Every session ends, every other reset link dies, and the address counts as verified,
 * since the code came by mail to it. On demand keys and connected programs end as well. A password that may not be chosen leaves the code unspent.
 */
export async function resetPassword(
  ctx: VisitorCtx,
  { oobCode, password, endsAccess }: ResetPasswordInput,
): Promise<{ email: string }> {
  await takeNetworkAttempt(ctx, "mail-code/network");
  const user = await userOfCode(ctx, oobCode);
  checkNewPassword(password, user.email);
  const passwordHash = await hashPassword(password);
  const code = await takeMailCode(ctx, "resetPassword", oobCode);
  if (!code) throw invalidLink();
  const now = ctx.now();
  const sessions = await listSessionRows(ctx.db, user.id, now);
  try {
    const newAccountId = ctx.newId("acc");
    await replacePassword(ctx.db, { userId: user.id, passwordHash, newAccountId, keepSessionId: null, now });
  } catch (cause) {
    await giveBackMailCode(ctx.db, code.codeHash);
    throw new AppError("unavailable", "Failed to reset password", { cause });
  }
  closeConsoles(
    ctx,
    user.id,
    sessions.map(({ id }) => id),
  );
  await markEmailVerified(ctx.db, user.id, user.email, now);
  await grantInitialCredits(ctx, user.id);
  const own: Ctx = { ...ctx, actor: { kind: "system" }, scope: { owner: userOwner(user.id) } };
  await recordEvent(own, own.scope.owner, { type: "password.reset", details: {} });
  if (sessions.length > 0)
    await recordEvent(own, own.scope.owner, {
      type: "sessions.revoked",
      details: { count: sessions.length, because: "password reset" },
    });
  if (endsAccess) {
    await revokeAllApiKeys(own);
    await endAllGrants(own, user.id);
  }
  publishChange(own, own.scope.owner, "profile");
  return { email: user.email };
}

async function userOfCode(ctx: VisitorCtx, oobCode: string): Promise<SignInUser> {
  const code = await readMailCode(ctx, "resetPassword", oobCode);
  const user = code && !code.usedAt ? await findUserById(ctx.db, code.userId) : null;
  if (!code || !user || user.email !== code.email || user.deletionStartedAt) throw invalidLink();
  return user;
}

function invalidLink(): AppError {
  return new AppError("invalid-argument", INVALID_LINK, { data: { reason: "invalid-action-code" } });
}
