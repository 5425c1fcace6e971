import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { isAPIError } from "better-auth/api";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import { MAX_PASSWORD_LENGTH } from "#schema/values.ts";
import { forgetAttempts, takeAttempt, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { authError } from "./auth-error.ts";
import { createAuth } from "./create-auth.ts";
import { deviceCookie, knownDevice } from "./known-device.ts";
import { readEmail } from "./read-email.ts";
import { findUserByEmail } from "./repo.ts";
import { ctxOfSignedIn } from "./signed-in.ts";
import type { SignedIn, VisitorCtx } from "./signed-in.ts";
import { sessionIdOf } from "./session-id.ts";

export const signInInput = z.object({
  email: z.string().max(INPUT_LIMITS.mailAddress).default(""),
  password: z.string().max(INPUT_LIMITS.password).default(""),
});
export type SignInInput = z.infer<typeof signInInput>;

/**
 * Signs in with an address and a password. A wrong password and an address without an account are the same refusal after the same work, so
 * that neither words nor time tell them apart. Attempts are counted per network and per address, or per browser in which the address has
 * signed in before; a success forgets the attempts of the address or browser.
 */
export async function signIn(
  ctx: VisitorCtx,
  input: SignInInput,
  { origin, headers }: { origin: string; headers: Headers },
): Promise<SignedIn> {
  const email = readEmail(input.email);
  if (input.password === "") throw authError("missing-password");
  await takeNetworkAttempt(ctx, "sign-in/network");
  const device = await knownDevice(ctx, headers, email);
  if (device === null) await takeAttempt(ctx, "sign-in/address", email);
  else await takeAttempt(ctx, "sign-in/device", device);
  if ([...input.password].length > MAX_PASSWORD_LENGTH) throw authError("invalid-credential");

  const answer = await createAuth(ctx, { origin })
    .api.signInEmail({ body: { email, password: input.password }, headers, returnHeaders: true })
    .catch((error: unknown) => {
      if (isAPIError(error) && error.statusCode < 500) throw authError("invalid-credential");
      throw error;
    });
  const user = await findUserByEmail(ctx.db, email);
  if (!user) throw authError("invalid-credential");
  await forgetAttempts(ctx, "sign-in/address", email);
  const own = ctxOfSignedIn(ctx, user, await sessionIdOf(ctx.db, answer.response.token));
  await recordEvent(own, own.scope.owner, { type: "signed-in", details: { method: "password" } });
  if (device !== null) await forgetAttempts(ctx, "sign-in/device", device);
  return { user, cookies: [...answer.headers.getSetCookie(), await deviceCookie(ctx, origin, email)] };
}
