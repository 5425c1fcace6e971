import { Stripe } from "stripe";
import type { StripeConfig } from "./config.ts";

/** What billing/ reads and writes is of this version; Stripe answers in it whatever the account's own version is. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 20_000;
/** The SDK sends what it repeats under one idempotency key, so that nothing is charged twice. */
const MAX_RETRIES = 2;

/** Stripe by its own SDK, over `fetch`. */
export function createStripe({ secretKey, apiUrl }: StripeConfig): Stripe {
  const url = new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: MAX_RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    protocol: url.protocol === "http:" ? "http" : "https",
    host: url.hostname,
    ...(url.port && { port: url.port }),
  });
}
