import { userOwner } from "#worker/owner.ts";
import type { Tier } from "#schema/values.ts";
import { getSubscriptionFields } from "#worker/billing/get-subscription-fields.ts";
import type { Ctx } from "#worker/context.ts";
import { getActingUser } from "#worker/users/get-acting-user.ts";

/** The user document of the specification, section 3. Fields that no billing has filled in are null. */
export type Profile = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  photoURL: string | null;
  /** Purchased and given credits; the monthly allowance is apart. */
  credits: number;
  monthlyAllowance: number;
  tier: Tier;
  marketingConsent: boolean;
  subscriptionStartDate: Date | null;
  customerId: string | null;
  subscriptionId: string | null;
  subscriptionStatus: string | null;
  subscriptionEndDate: Date | null;
  createdAt: Date;
};

type ProfileCtx = Pick<Ctx, "actor" | "scope" | "db" | "services">;

/** The profile of the acting user, whatever the scope. */
export async function getProfile(ctx: ProfileCtx): Promise<Profile> {
  const user = await getActingUser(ctx);
  const balance = await ctx.services.creditCounter(userOwner(user.id)).balance();
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    // The sign-up leaves an empty name where none was given.
    displayName: user.displayName || null,
    photoURL: user.photoUrl,
    credits: balance.purchased,
    monthlyAllowance: balance.allowance,
    tier: user.tier,
    marketingConsent: user.marketingConsent,
    subscriptionStartDate: balance.planStart === null ? null : new Date(balance.planStart),
    ...(await getSubscriptionFields(ctx, { kind: "user", id: user.id })),
    createdAt: user.createdAt,
  };
}
