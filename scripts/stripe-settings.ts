import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { createStripe } from "#worker/platform/stripe.ts";
import type { Stripe } from "stripe";

export type StripeSettings = {
  stripe: Stripe;
  webhookSecret: string;
  /** Address of the product, without a slash at the end. */
  origin: string;
};

/**
 * The Stripe account and the product of a command: those of the environment, else the copy that `npm start` runs here. Throws
 * with what is missing.
 */
export function stripeSettings(): StripeSettings {
  const file = join(process.env.DOCENDA_STATE ?? join(ROOT, ".local"), "payments.json");
  const kept: Record<string, string | undefined> =
    process.env.STRIPE_SECRET_KEY || !existsSync(file) ? {} : JSON.parse(readFileSync(file, "utf8"));
  const setting = (name: string) => process.env[name] || kept[name];
  const [secretKey, webhookSecret, origin] = [
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "PUBLIC_ORIGIN",
  ].map((name) => {
    const value = setting(name);
    if (!value) throw new Error(`${name} is not set, and no copy of this machine has been started.`);
    return value;
  });
  const apiUrl = setting("STRIPE_API_URL") || "https://api.stripe.com";
  // The first secret is in use; the others only check what was signed before.
  const secret = webhookSecret!.split(",")[0]!.trim();
  return {
    stripe: createStripe({ secretKey: secretKey!, apiUrl, webhookSecrets: [secret] }),
    webhookSecret: secret,
    origin: origin!,
  };
}

/** Sends an event to the product, signed as Stripe does. */
export async function sendSigned(
  { stripe, webhookSecret, origin }: StripeSettings,
  path: string,
  message: unknown,
): Promise<unknown> {
  const body = JSON.stringify(message);
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: webhookSecret,
  });
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
