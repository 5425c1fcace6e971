import type { Actor, Ctx, Owner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { tellOfLowCredits } from "#worker/users/tell-of-low-credits.ts";
import { payersOf } from "#worker/tenancy/payers-of.ts";
import { noteFreeAnswer } from "#worker/rate-limits/take-pace.ts";
import type { ChargeNote, CreditCounter } from "#worker/credits/credit-counter.ts";
import type { PaidOperation, TokenCounts } from "./agent-tool.ts";

export type Charged<T> = { value: T; creditsUsed: number; creditsLeft: number };
/** What is paid for says whether there is anything to pay for and what it sent; the history keeps the tokens. */
type Billable = { isBillable: boolean; tokens: Pick<TokenCounts, "sent" | "ofFullPages"> };
export type Charge = {
  operation: PaidOperation;
  /** Credits. */
  price: number;
  /** The same for what is charged once, by `identifyCall`. */
  callId: string;
  note: ChargeNote;
};
type ChargeCtx = Pick<
  Ctx,
  "actor" | "db" | "caller" | "now" | "scope" | "services" | "newId" | "log" | "waitUntil"
>;

/**
 * Does work that the scope's owner pays for, or a team's member where the team does not (`payersOf`). Credits are reserved before it
 * begins; they are posted when it was billable, and given back when it was not or failed. The same call of the same key within 60 s is charged once. With too few credits
 * nothing is begun: resource-exhausted.
 *
 * The charge is settled after the answer. A Worker that dies in between leaves a reservation that expires, so the call
 * was free; nobody pays for an answer that was not given. Of the same call running twice at once one is charged, though
 * both then say that they used a credit.
 */
export async function withCharge<T extends Billable>(
  ctx: ChargeCtx,
  charge: Charge,
  work: () => Promise<T>,
): Promise<Charged<T>> {
  const cost = charge.price;
  const opId = ctx.newId("op");
  const { payer, outcome, available } = await reserve(ctx, opId, charge);
  if (outcome === "insufficient") throw outOfCredits(ctx.actor, cost, available);
  const isHeld = outcome === "reserved";

  let value;
  try {
    value = await work();
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
  const note = noteOf(ctx, charge, value);
  settleLater(ctx, payer, (counter) => counter.post(opId, note));
  const { owner } = ctx.scope;
  // Both rows have one operation id, and the team's shows what its member paid.
  if (payer.kind !== owner.kind) settleLater(ctx, owner, (counter) => counter.record(opId, cost, note));
  ctx.waitUntil(
    tellOfLowCredits({ ...ctx, scope: { owner: payer } }, { left: available, price: cost }).catch(
      (error: unknown) => ctx.log.error("low credits not told", error),
    ),
  );
  return { value, creditsUsed: cost, creditsLeft: available };
}

async function reserve(ctx: ChargeCtx, opId: string, { price, callId }: Charge) {
  try {
    const [first, ...others] = await payersOf(ctx);
    const ask = async (payer: Owner) => ({
      payer,
      ...(await askCounter(ctx, payer, (counter) => counter.reserve(opId, price, { windowKey: callId }))),
    });
    let held = await ask(first);
    for (const payer of others) if (held.outcome === "insufficient") held = await ask(payer);
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

function settleLater(
  ctx: ChargeCtx,
  payer: Owner,
  settle: (counter: DurableObjectStub<CreditCounter>) => Promise<unknown>,
) {
  ctx.waitUntil(
    askCounter(ctx, payer, settle).catch((error: unknown) => ctx.log.error("charge not settled", error)),
  );
}

/** Asks twice when the platform says that asking again helps; an operation id is applied once, so it is safe to. */
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

function noteOf({ actor }: ChargeCtx, { operation, note }: Charge, { tokens }: Billable): ChargeNote {
  return {
    details: note.details,
    metadata: { operation, ...note.metadata, ...callerOf(actor) },
    ...(actor.kind === "api-key" && { apiKeyId: actor.apiKeyId }),
    tokens: { sent: tokens.sent, ofFullPages: tokens.ofFullPages },
  };
}

/** Who asked, as the history names it. */
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

function outOfCredits(actor: Actor, cost: number, available: number): AppError {
  if (actor.kind === "session" && !actor.isEmailVerified)
    return new AppError(
      "resource-exhausted",
      "Your credits come when your email address is verified: open the link in the mail that you got, or ask for another one on your account page.",
      { data: { reason: "email-not-verified", required: cost, available } },
    );
  return new AppError(
    "resource-exhausted",
    `Not enough credits: this call costs ${cost} and the account has ${available}. Repeating it will not help until the owner of the account adds credits.`,
    { data: { required: cost, available } },
  );
}
