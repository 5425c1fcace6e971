import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { closeConsoles } from "#worker/live/close-consoles.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { authError } from "./auth-error.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { findPasswordHash, findUserById, listSessionRows, replacePassword } from "./repo.ts";
import { requireFresh } from "./require-fresh.ts";
import { sessionOf } from "./sessions.ts";

export const changePasswordInput = z.object({
  currentPassword: z.string().max(INPUT_LIMITS.password).default(""),
  newPassword: z.string().max(INPUT_LIMITS.password).default(""),
});

/**
 * Replaces the password, or sets the first one of an account that signs in with a provider. All other sessions end. A present password has
 * to be given; a wrong one counts as a failed sign-in. A first password is another way in, and needs a fresh sign-in.
 */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, newPassword }: z.infer<typeof changePasswordInput>,
): Promise<{ hadPassword: boolean }> {
  const session = sessionOf(ctx);
  const { userId, sessionId } = session;
  const user = await findUserById(ctx.db, userId);
  if (!user) throw authError("invalid-credential");
  checkNewPassword(newPassword, user.email);
  const hash = await findPasswordHash(ctx.db, userId);
  if (hash !== null) {
    await takeAttempt(ctx, "sign-in/address", user.email);
    if (!(await verifyPassword({ hash, password: currentPassword }))) throw authError("invalid-credential");
  } else {
    requireFresh(session, ctx.now());
  }
  const sessions = await listSessionRows(ctx.db, userId, ctx.now());
  await replacePassword(ctx.db, {
    userId,
    passwordHash: await hashPassword(newPassword),
    newAccountId: ctx.newId("acc"),
    keepSessionId: sessionId,
    now: ctx.now(),
  });
  const ended = sessions.map(({ id }) => id).filter((id) => id !== sessionId);
  closeConsoles(ctx, userId, ended);
  await recordEvent(ctx, ctx.scope.owner, { type: "password.changed", details: {} });
  return { hadPassword: hash !== null };
}
