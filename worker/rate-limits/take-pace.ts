import type { PaceKind } from "#schema/plans.ts";
import { principalOf } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { PaceAnswer } from "./rate-limiter.ts";

type PaceCtx = Pick<Ctx, "services" | "scope">;

/** Takes `count` from the pace of the scope owner's plan. Never throws: the door decides about the answer. */
export async function takePace(ctx: PaceCtx, kind: PaceKind, count = 1): Promise<PaceAnswer> {
  const { services, scope } = ctx;
  return await services
    .rateLimiter(`pace/${principalOf(scope.owner)}`)
    .pace(kind, services.config.paceFactor, count);
}

/** Notes that a call cost nothing, after its answer. */
export function noteFreeAnswer(ctx: PaceCtx & Pick<Ctx, "waitUntil" | "log">): void {
  ctx.services.countEvent({ kind: "free-answer" });
  ctx.waitUntil(
    takePace(ctx, "free-answers").catch((error: unknown) => ctx.log.error("free answer not counted", error)),
  );
}

/** The refusal of a call that came too fast; null for an allowed one. */
export function refusalOf(answer: PaceAnswer): AppError | null {
  if (answer.isAllowed) return null;
  const { kind, planName, max, windowSeconds } = answer;
  const retryAfterSeconds = Math.max(1, Math.ceil(answer.retryAfterMs / 1000));
  const window = windowSeconds === 60 ? "minute" : "hour";
  return new AppError(
    "resource-exhausted",
    `Too fast: the ${planName} plan has ${max} ${WORDS[kind]} a ${window}. Try again in ${retryAfterSeconds} s.`,
    { data: { reason: "too-many-requests", retryAfterSeconds, limit: max } },
  );
}

const WORDS: Record<PaceKind, string> = {
  calls: "searches and reads",
  "free-answers": "searches and reads without an answer",
  jobs: "starts of indexing",
  uploads: "uploads",
};

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10, and Retry-After where something was refused. */
export function paceHeaders(answer: PaceAnswer): [name: string, value: string][] {
  const { kind, max, windowSeconds, remaining, isAllowed, retryAfterMs } = answer;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const untilFull = Math.ceil(((max - remaining) * windowSeconds) / max);
  return [
    ["RateLimit-Policy", `"${kind}";q=${max};w=${windowSeconds}`],
    ["RateLimit", `"${kind}";r=${remaining};t=${isAllowed ? untilFull : seconds}`],
    ...(isAllowed ? [] : ([["Retry-After", String(seconds)]] as [string, string][])),
  ];
}
