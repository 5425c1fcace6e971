import { addCreditsPage } from "#worker/billing/billing-page.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import type { Balance } from "#worker/credits/credit-counter.ts";
import { nextPeriodStart, periodStart } from "#worker/credits/period.ts";
import { AppError } from "#worker/errors.ts";
import type { ReachedLimit } from "#worker/credits/spending.ts";
import { dayInWords, memberLimitWords } from "./limit-reached.ts";

type OutCtx = Pick<Ctx, "actor" | "caller" | "services" | "now">;

/**
 * Error for an agent when nobody has the credits for its call: what happened, when monthly credits come back, and where a person can add
 * credits. `limitedBy` is the limit of a member for whom the team pays no more this month. The agent passes the text on to a person, so it
 * is in whole sentences; programs find the numbers in `data`.
 */
export async function outOfCredits(
  ctx: OutCtx,
  payer: Owner,
  { cost, available, limitedBy }: { cost: number; available: number; limitedBy?: ReachedLimit | undefined },
): Promise<AppError> {
  if (ctx.actor.kind === "session" && !ctx.actor.isEmailVerified)
    return new AppError(
      "resource-exhausted",
      "Your credits come when your email address is verified: open the link in the mail that you got, or ask for another one on your account page.",
      { data: { reason: "email-not-verified", required: cost, available } },
    );
  const backAt = await monthlyCreditsAt(ctx, payer);
  const addAt = (ctx.services.config.publicOrigin ?? ctx.caller.origin ?? "") + addCreditsPage(payer);
  const sentences = [
    limitedBy ? memberLimitWords(limitedBy) : "",
    `Out of credits: this call costs ${cost} and ${payer.kind === "team" ? "the team" : "the account"} has ${available} left.`,
    backAt === null ? "" : `Monthly credits come back on ${dayInWords(backAt)}.`,
    `A person can add credits at ${addAt}. Don't repeat the call before then; it would fail the same way.`,
  ];
  return new AppError("resource-exhausted", sentences.filter((one) => one !== "").join(" "), {
    data: {
      reason: "out-of-credits",
      required: cost,
      available,
      backAt: backAt?.toISOString() ?? null,
      addAt,
      ...(limitedBy && {
        memberLimit: { credits: limitedBy.credits, resetsAt: new Date(limitedBy.resetsAt).toISOString() },
      }),
    },
  });
}

/** Time when the next month brings credits; null for a payer without monthly credits, or whose counter does not answer now. */
async function monthlyCreditsAt({ services, now }: OutCtx, payer: Owner): Promise<Date | null> {
  const balance: Balance | null = await services
    .creditCounter(payer)
    .balance()
    .catch(() => null);
  if (!balance || balance.allowance === 0 || balance.planStart === null) return null;
  const anchor = new Date(balance.planStart);
  return nextPeriodStart(anchor, periodStart(anchor, now()));
}
