import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { PROVIDERS } from "./providers.ts";
import { deleteAccountUnlessLast, listAccountRows } from "./repo.ts";
import { sessionOf } from "./sessions.ts";

export const unlinkSignInMethodInput = z.object({ method: z.enum(["password", ...PROVIDERS]) });

/**
 * Removes a way to sign in from the account; sessions that began by it go on. aborted for the only way, without which nobody would get in
 * again. not-found for a way that the account does not have, as in a second call.
 */
export async function unlinkSignInMethod(
  ctx: Ctx,
  { method }: z.infer<typeof unlinkSignInMethodInput>,
): Promise<{ method: string }> {
  const { userId } = sessionOf(ctx);
  const providerId = method === "password" ? "credential" : method;
  if (await deleteAccountUnlessLast(ctx.db, userId, providerId)) {
    await recordEvent(ctx, ctx.scope.owner, { type: "sign-in-method.unlinked", details: { method } });
    publishChange(ctx, ctx.scope.owner, "profile");
    return { method };
  }
  const left = await listAccountRows(ctx.db, userId);
  if (left.some((row) => row.providerId === providerId))
    throw new AppError(
      "aborted",
      "This is the only way to sign in to your account. Connect another one first.",
    );
  throw new AppError("not-found", "Your account is not signed in to that way.");
}
