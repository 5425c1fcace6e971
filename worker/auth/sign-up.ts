import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { isAPIError } from "better-auth/api";
import * as z from "zod";
import { AppError } from "#worker/errors.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import { takeAttempt, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { completeSignUp } from "#worker/users/complete-sign-up.ts";
import { authError } from "./auth-error.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { createAuth } from "./create-auth.ts";
import { readEmail } from "./read-email.ts";
import { findUserByEmail } from "./repo.ts";
import { mailVerification } from "./send-verification.ts";
import { ctxOfSignedIn } from "./signed-in.ts";
import type { SignedIn, VisitorCtx } from "./signed-in.ts";
import { sessionIdOf } from "./session-id.ts";

export const signUpInput = z.object({
  email: z.string().max(INPUT_LIMITS.mailAddress).default(""),
  password: z.string().max(INPUT_LIMITS.password).default(""),
  displayName: z.string().trim().min(1).max(100).optional(),
  marketingConsent: z.boolean().default(false),
  /** Whether the consent box was left as it was shown. */
  isConsentDefaulted: z.boolean().default(false),
});
export type SignUpInput = z.infer<typeof signUpInput>;

/**
 * Makes an account with an address and a password, signs it in, grants the initial credits, and mails the link that
 * verifies the address. An address that has an account is refused in the catalog's words, behind limits for the network
 * and the address that make asking around slow.
 */
export async function signUp(
  ctx: VisitorCtx,
  input: SignUpInput,
  { origin, headers }: { origin: string; headers: Headers },
): Promise<SignedIn> {
  const email = readEmail(input.email);
  checkNewPassword(input.password, email);
  await takeNetworkAttempt(ctx, "sign-up/network");
  await takeAttempt(ctx, "sign-up/address", email);

  const answer = await createAuth(ctx, { origin })
    .api.signUpEmail({
      body: { email, password: input.password, name: input.displayName ?? "" },
      headers,
      returnHeaders: true,
    })
    .catch((error: unknown) => {
      if (isAPIError(error) && error.body?.code?.startsWith("USER_ALREADY_EXISTS"))
        throw authError("email-already-in-use");
      throw new AppError("internal", "Failed to create account. Please try again.", { cause: error });
    });
  const user = await findUserByEmail(ctx.db, email);
  if (!user) throw new AppError("internal", "Failed to create account. Please try again.");

  const own = ctxOfSignedIn(ctx, user, await sessionIdOf(ctx.db, answer.response.token));
  await completeSignUp(own, {
    userId: user.id,
    method: "password",
    marketingConsent: input.marketingConsent,
    consentProvenance: input.isConsentDefaulted ? "defaulted" : "clicked",
  });
  await recordEvent(own, own.scope.owner, { type: "signed-in", details: { method: "password" } });
  await mailVerification(own, { user, origin });
  return { user, cookies: answer.headers.getSetCookie() };
}
