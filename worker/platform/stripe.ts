import { Stripe } from "stripe";
import type { StripeConfig } from "./config.ts";

/** Version of the API that billing/ reads and writes; Stripe answers in this version whatever the account's own version is. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 20_000;
/** Number of retries; the SDK repeats a request under one idempotency key, so that nothing is charged twice. */
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
