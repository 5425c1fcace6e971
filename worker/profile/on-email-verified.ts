import { userOwner } from "#worker/owner.ts";
import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { getProfile } from "./get-profile.ts";
import type { Profile } from "./get-profile.ts";

export const onEmailVerifiedInput = z.object({});

/**
 * The page says that it has just verified the acting user's address; tells the other pages of the account and returns the
 * profile. Verifying itself is the mail code's business: an address that is not verified is permission-denied.
 */
export async function onEmailVerified(ctx: Ctx): Promise<Profile> {
  const profile = await getProfile(ctx);
  if (!profile.emailVerified)
    throw new AppError("permission-denied", "This email address is not verified yet.", {
      data: { reason: "email-not-verified" },
    });
  publishChange(ctx, userOwner(profile.uid), "profile");
  return profile;
}
