import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { LIMITS } from "./limits.ts";
import type { LimitName } from "./limits.ts";
import { networkOf } from "./network-of.ts";

/** The catalog's words for too many attempts (specification, section 8). */
const TOO_MANY = "Too many failed attempts. Please try again later";

/**
 * Counts one attempt of a subject (a mail address, a user); resource-exhausted with `retryAfterSeconds` when there were
 * too many, in `words` where they are no failures. Counting is exact also for attempts at the same instant.
 */
export async function takeAttempt(
  ctx: Pick<Ctx, "services">,
  name: LimitName,
  subject: string,
  words = TOO_MANY,
): Promise<void> {
  const { isAllowed, retryAfterMs } = await (await limiterOf(ctx, name, subject)).take(LIMITS[name]);
  if (!isAllowed) throw tooMany(retryAfterMs, words);
}

/** Refuses a network that has had too many attempts, and counts none: failures are counted when they happen. */
export async function refuseSpentNetwork(
  ctx: Pick<Ctx, "services" | "caller">,
  name: LimitName,
): Promise<void> {
  const limiter = await limiterOf(ctx, name, networkOf(ctx.caller.ipAddress));
  const { isAllowed, retryAfterMs } = await limiter.look(LIMITS[name]);
  if (!isAllowed) throw tooMany(retryAfterMs);
}

function tooMany(retryAfterMs: number, words = TOO_MANY): AppError {
  return new AppError("resource-exhausted", words, {
    data: { reason: "too-many-requests", retryAfterSeconds: Math.ceil(retryAfterMs / 1000) },
  });
}

/** Counts one attempt like `takeAttempt`, for the network that a request comes from. */
export async function takeNetworkAttempt(
  ctx: Pick<Ctx, "services" | "caller">,
  name: LimitName,
  words?: string,
): Promise<void> {
  await takeAttempt(ctx, name, networkOf(ctx.caller.ipAddress), words);
}

/** Number of attempts that a network has left now. */
export async function attemptsLeft(ctx: Pick<Ctx, "services" | "caller">, name: LimitName): Promise<number> {
  return (await limiterOf(ctx, name, networkOf(ctx.caller.ipAddress))).left(LIMITS[name]);
}

/** Forgets the attempts of a subject that has proved itself. */
export async function forgetAttempts(
  ctx: Pick<Ctx, "services">,
  name: LimitName,
  subject: string,
): Promise<void> {
  await (await limiterOf(ctx, name, subject)).reset();
}

/** The limiter of a subject, under a hash: the subject may be a mail address, which has no business in the name of an object. */
async function limiterOf(ctx: Pick<Ctx, "services">, name: LimitName, subject: string) {
  return ctx.services.rateLimiter(`${name}/${(await sha256Hex(subject)).slice(0, 32)}`);
}
