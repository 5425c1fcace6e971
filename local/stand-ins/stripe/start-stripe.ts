import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Stripe } from "stripe";
import { freePort } from "../../server.ts";
import { serveFetch } from "../serve-fetch.ts";
import { answerApi } from "./api.ts";
import type { ShopEvent } from "./objects.ts";
import { answerPages } from "./pages.ts";
import { Shop } from "./shop.ts";

export type StripeStandIn = {
  /** Address of the API and of the pages, without a slash at the end. */
  url: string;
  secretKey: string;
  webhookSecret: string;
  shop: Shop;
  close(): Promise<void>;
};

/** Waits between deliveries of an event. Stripe goes on for three days; a local shop stops once the product had time to start. */
const RETRY_MS = [1_000, 3_000, 10_000, 30_000, 60_000];

/**
 * Stripe on 127.0.0.1, behind the real SDK: the API, the pages where people pay, and signed webhooks to `webhookUrl`. With a
 * `stateFile` the books are the same at the next start, as Stripe's would be.
 */
export async function startStripe(options: {
  port: number;
  webhookUrl: string;
  webhookSecret: string;
  stateFile?: string;
}): Promise<StripeStandIn> {
  const { webhookUrl, webhookSecret, stateFile } = options;
  const port = await freePort(options.port);
  const url = `http://127.0.0.1:${port}`;
  const secretKey = "sk_test_stand_in";
  const timers = new Set<NodeJS.Timeout>();
  const send = async (event: ShopEvent, attempt = 0): Promise<void> => {
    if (await isDelivered(webhookUrl, webhookSecret, event)) return;
    const waitMs = RETRY_MS[attempt];
    if (waitMs === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send(event, attempt + 1);
    }, waitMs);
    timers.add(timer);
  };
  // Events are told after the request is answered, as Stripe does: an event can come before or after the caller's next step.
  const shop = new Shop({
    url,
    state: readState(stateFile),
    tell: (event) => void setImmediate(() => void send(event)),
  });
  const resend = (eventId: string) => {
    const event = shop.state.events.find(({ id }) => id === eventId);
    if (event) void send(event);
  };
  const answer = async (request: Request): Promise<Response> => {
    const isApi = new URL(request.url).pathname.startsWith("/v1/");
    const response = isApi ? await answerApi(shop, request) : await answerPages(shop, request, resend);
    if (request.method !== "GET") writeState(stateFile, shop);
    return response;
  };
  const server = await serveFetch(answer, port);
  return {
    url,
    secretKey,
    webhookSecret,
    shop,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await server.close();
    },
  };
}

/** The body and the header with which Stripe delivers an event. */
export async function signedEvent(
  event: ShopEvent,
  secret: string,
): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret });
  return { body, signature };
}

async function isDelivered(url: string, secret: string, event: ShopEvent): Promise<boolean> {
  const { body, signature } = await signedEvent(event, secret);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body,
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function readState(file: string | undefined): Shop["state"] | undefined {
  return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function writeState(file: string | undefined, { state }: Shop): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
}
