import { Stripe } from "stripe";
import type { StripeConfig } from "#worker/platform/config.ts";
import { AppError } from "#worker/errors.ts";

export type { Stripe } from "stripe";

/** Age limit of a signature: Stripe signs when it sends, so an older request is a replay (Stripe, "Verify webhook signatures"). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The event of a webhook, when one of the secrets signed these very bytes within the last 300 s; null otherwise. */
export async function readSignedEvent(
  { webhookSecrets }: Pick<StripeConfig, "webhookSecrets">,
  body: string,
  signature: string | null,
): Promise<Stripe.Event | null> {
  if (signature === null) return null;
  for (const secret of webhookSecrets) {
    try {
      return await Stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        SIGNATURE_TOLERANCE_SECONDS,
        Stripe.createSubtleCryptoProvider(),
      );
    } catch {
      // Another secret may be the right one while the secrets are being changed.
    }
  }
  return null;
}

/** Runs requests to Stripe, and puts Stripe's refusals into our own words. A wrong request stays an error on our side. */
export async function throughStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isDeclined(cause))
      throw new AppError(
        "aborted",
        "Your card was declined and you weren't charged. Update your card, then try again.",
        { cause, data: { reason: "card-declined" } },
      );
    if (isAway(cause))
      throw new AppError(
        "unavailable",
        "Our payment provider isn't answering. Check your plan and credits before you try again.",
        { cause, data: { reason: "stripe-unavailable" } },
      );
    throw cause;
  }
}

/** True when a card did not pay. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** True when a card did not pay because its bank wants to ask the cardholder. */
export function isConfirmationNeeded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError && error.code === "authentication_required";
}

/** True when Stripe could not answer, which says nothing about the request. */
function isAway(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  );
}

const MISSING = new Set(["resource_missing", "invoice_upcoming_none"]);

/** True when Stripe has no object of that id, or there is no next invoice. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && MISSING.has(error.code ?? "");
}

/** The id of an object that Stripe gives as an id or whole. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null;
  return typeof reference === "string" ? reference : reference.id;
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
