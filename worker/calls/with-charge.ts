import type { Actor, Ctx, Owner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { keyLimitReached } from "./limit-reached.ts";
import { outOfCredits } from "./out-of-credits.ts";
import { buyTopUp } from "#worker/billing/buy-top-up.ts";
import { tellOfLowCredits } from "#worker/billing/tell-of-low-credits.ts";
import { untilGone } from "#worker/platform/until-gone.ts";
import { payersOf, spenderOf } from "#worker/tenancy/payers-of.ts";
import type { Payer } from "#worker/tenancy/payers-of.ts";
import { noteFreeAnswer } from "#worker/rate-limits/take-pace.ts";
import type { ChargeNote, CreditCounter, Reserved } from "#worker/credits/credit-counter.ts";
import type { TopUpPurchase } from "#worker/credits/auto-top-up.ts";
import type { PaidOperation, TokenCounts } from "./agent-tool.ts";

export type Charged<T> = { value: T; creditsUsed: number; creditsLeft: number };
/** Result of paid work, which says whether and how much to charge; the history keeps the tokens. */
type Billable = {
  isBillable: boolean;
  tokens: Pick<TokenCounts, "sent" | "ofFullPages">;
  /** Credits used of the price; the whole price when absent. */
  credits?: number;
  /** Source of the sent content, where there is one. */
  source?: string | null;
};
export type Charge = {
  operation: PaidOperation;
  /** Credits held, and the most that is charged. */
  price: number;
  /** Time that the work may take; 60 s by default. */
  expiresInMs?: number;
  /** Id from `identifyCall`; calls with the same id are charged once. */
  callId: string;
  note: ChargeNote;
};
type ChargeCtx = Pick<
  Ctx,
  "actor" | "db" | "caller" | "now" | "scope" | "services" | "newId" | "log" | "signal" | "waitUntil"
>;

/**
 * Does work that the scope's owner pays for, or a team's member where the team does not (`payersOf`). Credits are reserved before the work
 * begins, posted when the work was billable, and given back otherwise. The same call of the same key within 60 s is charged once. With too
 * few credits no work begins: resource-exhausted. With a key revoked, or an MCP client shut out, since the door let the call in, no work
 * begins either: unauthenticated. Work for a caller who has gone is given up and costs nothing; an answer, once there, is paid for.
 *
 * The charge is settled after the answer. A Worker that dies in between leaves a reservation that expires, so the call was free; nobody
 * pays for an answer that was not given. Of the same call running twice at once one is charged, though both answers say that they used a
 * credit.
 */
export async function withCharge<T extends Billable>(
  ctx: ChargeCtx,
  charge: Charge,
  work: () => Promise<T>,
): Promise<Charged<T>> {
  const cost = charge.price;
  const opId = ctx.newId("op");
  const { payer, outcome, available, limitedBy } = await reserve(ctx, opId, charge);
  if (outcome === "key-refused") throw revokedMeanwhile(ctx.actor);
  if (outcome === "limited" && limitedBy) throw keyLimitReached(ctx, limitedBy);
  if (outcome === "insufficient") throw await outOfCredits(ctx, payer, { cost, available, limitedBy });
  const isHeld = outcome === "reserved";

  let value;
  try {
    value = await untilGone(ctx.signal, work);
  } catch (error) {
    if (isHeld) settleLater(ctx, payer, (counter) => counter.void(opId));
    noteFreeAnswer(ctx);
    throw error;
  }
  if (!isHeld || !value.isBillable) noteFreeAnswer(ctx);
  if (!isHeld) return { value, creditsUsed: 0, creditsLeft: available };
  if (!value.isBillable) {
    settleLater(ctx, payer, (counter) => counter.void(opId));
    return { value, creditsUsed: 0, creditsLeft: available + cost };
  }
  const used = value.credits ?? cost;
  const { owner } = ctx.scope;
  const note = {
    ...noteOf(ctx, charge, value),
    // The team's history shows the member's payment.
    ...(payer.kind !== owner.kind && { alsoFor: owner }),
  };
  settleLater(ctx, payer, (counter) => counter.post(opId, note, used));
  ctx.waitUntil(
    tellOfLowCredits({ ...ctx, scope: { owner: payer } }, { left: available, price: cost }).catch(
      (error: unknown) => ctx.log.error("low credits not told", error),
    ),
  );
  return { value, creditsUsed: used, creditsLeft: available + cost - used };
}

async function reserve(ctx: ChargeCtx, opId: string, { price, callId, expiresInMs }: Charge) {
  const { actor } = ctx;
  const apiKeyId = actor.kind === "api-key" ? actor.apiKeyId : undefined;
  const grantId = actor.kind === "oauth" ? actor.grantId : undefined;
  try {
    const [first, ...others] = await payersOf(ctx);
    const ask = async ({ owner: payer, limits }: Payer) => {
      const held = await askCounter(ctx, payer, (counter) =>
        counter.reserve(opId, price, {
          windowKey: callId,
          apiKeyId,
          grantId,
          limits,
          ...(expiresInMs && { expiresInMs }),
        }),
      );
      if (held.topUp) buyLater(ctx, payer, held.topUp);
      return { payer, ...held };
    };
    let held = await ask(first);
    // A member's limit stays with the answer about the member's own account: the limit is the reason for asking that account.
    for (const payer of others)
      if (isNextAsked(held)) held = { limitedBy: held.limitedBy, ...(await ask(payer)) };
    return held;
  } catch (cause) {
    throw new AppError(
      "unavailable",
      "Credits cannot be counted at the moment. Try again in a few seconds.",
      {
        cause,
      },
    );
  }
}

/** True when the next payer is asked. A key at its limit is refused at once; a member at a limit pays from their own account. */
function isNextAsked({ outcome, limitedBy }: Reserved): boolean {
  return (
    outcome === "insufficient" || (limitedBy !== undefined && spenderOf(limitedBy.label).kind === "member")
  );
}

/** Buys credits when few are left; the call goes on with the present ones. */
function buyLater(ctx: ChargeCtx, payer: Owner, purchase: TopUpPurchase) {
  const work = buyTopUp({ ...ctx, scope: { owner: payer } }, purchase);
  ctx.waitUntil(work.catch((error: unknown) => ctx.log.error("credits not topped up", error)));
}

function settleLater(
  ctx: ChargeCtx,
  payer: Owner,
  settle: (counter: DurableObjectStub<CreditCounter>) => Promise<unknown>,
) {
  ctx.waitUntil(
    askCounter(ctx, payer, settle).catch((error: unknown) => ctx.log.error("charge not settled", error)),
  );
}

/** Asks a second time when the platform says that this helps; an operation id is applied once, so repeating is safe. */
async function askCounter<T>(
  ctx: ChargeCtx,
  owner: Owner,
  ask: (counter: DurableObjectStub<CreditCounter>) => Promise<T>,
): Promise<T> {
  try {
    return await ask(ctx.services.creditCounter(owner));
  } catch (error) {
    const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
    if (!retryable || overloaded) throw error;
    // After such an error a stub is broken for good.
    return ask(ctx.services.creditCounter(owner));
  }
}

function noteOf({ actor }: ChargeCtx, { operation, note }: Charge, { tokens, source }: Billable): ChargeNote {
  return {
    details: note.details,
    metadata: { operation, ...note.metadata, ...(source && { source }), ...callerOf(actor) },
    ...(actor.kind === "api-key" && { apiKeyId: actor.apiKeyId }),
    tokens: { sent: tokens.sent, ofFullPages: tokens.ofFullPages },
  };
}

/** The caller, as the history names the caller. */
function callerOf(actor: Actor): Record<string, unknown> {
  switch (actor.kind) {
    case "api-key":
      return { userId: actor.userId, apiKeyName: actor.apiKeyName };
    case "oauth":
      return { userId: actor.userId, clientName: actor.clientName };
    case "session":
      return { userId: actor.userId };
    case "system":
      return {};
    default:
      return actor satisfies never;
  }
}

function revokedMeanwhile({ kind }: Actor): AppError {
  return new AppError(
    "unauthenticated",
    kind === "oauth"
      ? "This connection was withdrawn. Connect again."
      : "This API key was revoked. Create another one on the API keys page.",
  );
}
