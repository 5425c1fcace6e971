import { userOwner } from "#worker/owner.ts";
import { PLANS } from "#schema/plans.ts";
import type { ConsentProvenance } from "#schema/values.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { wantsOwnConsent } from "./consent-countries.ts";
import { getUser } from "./get-user.ts";
import { consentRow } from "./marketing-consent.ts";
import { insertConsentOnce } from "./repo.ts";

export type CompleteSignUp = {
  userId: string;
  /** Way of the sign-up: `password`, `github` or `google`. */
  method: string;
  marketingConsent: boolean;
  consentProvenance: ConsentProvenance;
};

/**
 * Everything that a new account gets besides its row: the initial credits with their transaction where its address is verified, the
 * consent that was given (a box that nobody touched is none where the law wants a person's own act), the first event of its audit log. May
 * be called again, as after a crash: nothing is given twice, and a consent that was changed since stays. Throws not-found without the row,
 * and aborted while the account is being deleted.
 */
export async function completeSignUp(
  ctx: Pick<Ctx, "actor" | "caller" | "db" | "services" | "now" | "newId">,
  { userId, method, marketingConsent, consentProvenance }: CompleteSignUp,
): Promise<void> {
  const user = await getUser(ctx, userId);
  if (user.deletionStartedAt) throw new AppError("aborted", "This account is being deleted.");
  // A user without a verified address gets the credits at its verification: a row alone costs nobody anything.
  if (user.emailVerified) await grantInitialCredits(ctx, userId);
  // A page that did not know the country yet shows a ticked box.
  const isOwn = consentProvenance !== "defaulted" || !wantsOwnConsent(ctx.caller.country);
  const consent = {
    id: `con_sign-up_${userId}`,
    userId,
    marketingConsent: marketingConsent && isOwn,
    provenance: consentProvenance,
  };
  await insertConsentOnce(ctx.db, consentRow(ctx, consent));
  const owner = userOwner(userId);
  await recordEvent(ctx, owner, { type: "signed-up", details: { method } }, { id: `evt_sign-up_${userId}` });
}

/** The credits of the free tier, once for a user. Their transaction reaches the history through the counter's outbox. */
export async function grantInitialCredits(ctx: Pick<Ctx, "services">, userId: string): Promise<void> {
  await ctx.services
    .creditCounter(userOwner(userId))
    .grant(`initial:${userId}`, PLANS.Free.initialCredits, "initial");
}
