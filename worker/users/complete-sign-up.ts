import { PLANS } from "#schema/plans.ts";
import type { ConsentProvenance } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";

export type CompleteSignUp = {
  userId: string;
  /** `password`, `github` or `google`. */
  method: string;
  marketingConsent: boolean;
  consentProvenance: ConsentProvenance;
};

/** Everything that a new account gets besides its row; what is there already is not given twice. */
export async function completeSignUp(ctx: Ctx, { userId }: CompleteSignUp): Promise<void> {
  await ctx.services
    .creditCounter({ kind: "user", id: userId })
    .grant(`initial:${userId}`, PLANS.Free.initialCredits, "initial");
}
