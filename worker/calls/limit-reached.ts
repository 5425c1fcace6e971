import { creditsInWords } from "#schema/plans.ts";
import type { Ctx } from "#worker/context.ts";
import type { ReachedLimit } from "#worker/credits/spending.ts";
import { AppError } from "#worker/errors.ts";

const DAY = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** A day in words, such as `Dec 1, 2026 (UTC)`. */
export function dayInWords(day: Date | number): string {
  return `${DAY.format(day)} (UTC)`;
}

/**
 * Error for an agent whose API key has used up its monthly limit. The agent passes the text on to a person, so the text is in whole
 * sentences; programs find the numbers in `data`.
 */
export function keyLimitReached(
  ctx: Pick<Ctx, "caller" | "services">,
  { credits, resetsAt }: ReachedLimit,
): AppError {
  const raiseAt = `${ctx.services.config.publicOrigin ?? ctx.caller.origin ?? ""}/keys`;
  return new AppError(
    "resource-exhausted",
    `This API key has reached its limit of ${creditsInWords(credits)} per month, which resets on ${dayInWords(resetsAt)}. A person can raise it at ${raiseAt}. Don't repeat the call before then; it would fail the same way.`,
    {
      data: { reason: "key-limit", limit: credits, resetsAt: new Date(resetsAt).toISOString(), raiseAt },
    },
  );
}

/** Reason why a team does not pay for one of its members any more this month. */
export function memberLimitWords({ credits, resetsAt }: ReachedLimit): string {
  return `You have reached the limit of ${creditsInWords(credits)} per month that an admin of the team set for you; it resets on ${dayInWords(resetsAt)}.`;
}
