import { SELF } from "cloudflare:test";
import { Stripe } from "stripe";

/** What tests look at of the shop's books; `local/stand-ins/stripe/objects.ts` has the rest. */
type ShopEvent = { id: string; type: string; data: { object: unknown } };
type ShopState = {
  customers: Record<string, { id: string; metadata: Record<string, string> }>;
  sessions: Record<
    string,
    { amount_total: number; automatic_tax: { enabled: boolean }; tax_id_collection: { enabled: boolean } }
  >;
  subscriptions: Record<string, { customer: string; status: string }>;
  paymentIntents: Record<string, { latest_charge: string | null }>;
  charges: Record<string, { customer: string }>;
  events: ShopEvent[];
};

/** The shop of `stub-origins.ts`, which the worker takes for Stripe. */
const SHOP = "https://api.stripe.test";
export const WEBHOOK_SECRETS = { current: "whsec_new", former: "whsec_old" };

/** Lets something happen in the shop; what the shop refuses is thrown. */
export async function play<T = unknown>(action: string, fields: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${SHOP}/shop/${action}`, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

export async function shopState(): Promise<ShopState> {
  return (await (await fetch(`${SHOP}/shop/state`)).json()) as ShopState;
}

/** The customer of an owner at the shop. */
export async function customerOf(userId: string): Promise<string> {
  const { customers } = await shopState();
  const found = Object.values(customers).filter(({ metadata }) => metadata.owner_id === userId);
  if (found.length !== 1) throw new Error(`${found.length} customers of ${userId}`);
  return found[0]!.id;
}

/** What the shop told of a customer, the oldest first. */
export async function eventsOf(customer: string): Promise<ShopEvent[]> {
  const { events, charges } = await shopState();
  return events.filter(({ data }) => {
    const subject = data.object as { id?: string; customer?: string; charge?: string };
    return [subject.customer, subject.id, charges[subject.charge ?? ""]?.customer].includes(customer);
  });
}

/** The id of the checkout whose page is at `url`. */
export function sessionAt(url: string): string {
  return url.split("/").at(-1) ?? "";
}

export type DeliveryOptions = { secret?: string; at?: Date; alter?: (body: string) => string };

/** Delivers an event as Stripe does. Returns the status and the outcome. */
export async function deliver(
  event: unknown,
  { secret = WEBHOOK_SECRETS.current, at, alter = (body) => body }: DeliveryOptions = {},
): Promise<{ status: number; outcome?: string }> {
  const body = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    ...(at && { timestamp: Math.floor(at.getTime() / 1000) }),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  const answer = await SELF.fetch("https://docenda.test/webhooks/stripe", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "stripe-signature": signature,
      // Forged deliveries of other tests use up their own network's attempts, not this one's.
      "cf-connecting-ip": "203.0.113.77",
    },
    body: alter(body),
  });
  const said = (await answer.json()) as { outcome?: string };
  return { status: answer.status, ...(said.outcome !== undefined && { outcome: said.outcome }) };
}
