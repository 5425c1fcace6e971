import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrateLocalDatabase } from "#local/migrate.ts";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { serveFetch } from "#local/stand-ins/serve-fetch.ts";
import { answerApi } from "#local/stand-ins/stripe/api.ts";
import { payCheckout } from "#local/stand-ins/stripe/checkout.ts";
import type { ShopEvent } from "#local/stand-ins/stripe/objects.ts";
import { Shop } from "#local/stand-ins/stripe/shop.ts";
import { signedEvent } from "#local/stand-ins/stripe/start-stripe.ts";
import { packLookupKey, planLookupKey, syncCatalog } from "#worker/billing/catalog.ts";
import type { CreditPack } from "#schema/plans.ts";
import type { PaidTier } from "#schema/values.ts";
import { createStripe } from "#worker/platform/stripe.ts";
import { findWorkerd } from "../bench/workerd-port.ts";
import { databasePaths } from "../bench/stored-credits.ts";

const SECRET_KEY = "sk_test_money";
const WEBHOOK_SECRET = "whsec_money";
export const GOOD_CARD = "4242424242424242";

/** A person of the product who is a customer of the shop. */
export type Buyer = { userId: string; customer: string };

/**
 * The product in workerd beside a shop in this process that plays Stripe and delivers nothing by itself: whoever has the world decides
 * when, how often and in which order an event arrives, and when the server is killed.
 */
export class MoneyWorld {
  readonly stateDir: string;
  readonly shop: Shop;
  readonly #closeShop: () => Promise<void>;
  readonly #events: Map<string, ShopEvent[]>;
  readonly #gate: { isShut: boolean; held: (() => void)[] };
  #server: LocalServer | null = null;
  #workerd = "";

  private constructor(
    stateDir: string,
    shop: Shop,
    closeShop: () => Promise<void>,
    events: Map<string, ShopEvent[]>,
    gate: { isShut: boolean; held: (() => void)[] },
  ) {
    this.stateDir = stateDir;
    this.shop = shop;
    this.#closeShop = closeShop;
    this.#events = events;
    this.#gate = gate;
  }

  /** Starts both, with so many people whose ids are `buyerId(0)` and on. */
  static async open(stateDir: string, people: number): Promise<MoneyWorld> {
    mkdirSync(stateDir, { recursive: true });
    await migrateLocalDatabase(stateDir);
    addPeople(stateDir, people);
    const events = new Map<string, ShopEvent[]>();
    const gate = { isShut: false, held: [] as (() => void)[] };
    const shop: Shop = new Shop({ url: "", tell: (event) => keepEvent(shop, events, event) });
    const served = await serveFetch(async (request) => {
      const answer = await answerApi(shop, request);
      const isPayment = request.method === "POST" && new URL(request.url).pathname === "/v1/payment_intents";
      if (gate.isShut && isPayment) await new Promise<void>((release) => gate.held.push(release));
      return answer;
    });
    Object.assign(shop, { url: served.url });
    await syncCatalog(
      createStripe({ secretKey: SECRET_KEY, apiUrl: served.url, webhookSecrets: [WEBHOOK_SECRET] }),
    );
    const world = new MoneyWorld(stateDir, shop, served.close, events, gate);
    await world.start(false);
    return world;
  }

  async start(isBuilt: boolean): Promise<void> {
    this.#server = await startServer({
      port: 0,
      stateDir: this.stateDir,
      isBuilt,
      quiet: true,
      env: {
        STRIPE_SECRET_KEY: SECRET_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_URL: this.shop.url,
      },
    });
    this.#workerd = await findWorkerd(this.#server.workerdPids());
  }

  /** The server that runs now. */
  get server(): LocalServer {
    if (!this.#server) throw new Error("the server is not running");
    return this.#server;
  }

  /** Ends the server and workerd with SIGKILL. */
  async kill(): Promise<void> {
    const { pid } = JSON.parse(readFileSync(join(this.stateDir, "server.json"), "utf8")) as { pid: number };
    process.kill(-pid, "SIGKILL");
    await this.server.closed;
    this.#server = null;
  }

  /** Stops the server in order; its databases can be read then. */
  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#closeShop();
  }

  /** Makes the shop keep its answers to payments for itself, though it has taken the money; they are dropped when the gate opens. */
  shutGate(): void {
    this.#gate.isShut = true;
  }

  openGate(): void {
    this.#gate.isShut = false;
    for (const release of this.#gate.held.splice(0)) release();
  }

  /** Number of payments whose answer the gate holds. */
  get heldPayments(): number {
    return this.#gate.held.length;
  }

  /** Makes a customer at the shop for a person. */
  async becomeCustomer(userId: string): Promise<Buyer> {
    const { id } = await this.ask<{ id: string }>("POST", "/v1/customers", {
      "metadata[owner_kind]": "user",
      "metadata[owner_id]": userId,
    });
    return { userId, customer: id };
  }

  /** Buys a plan in a checkout, as a person does. */
  async buyPlan(buyer: Buyer, tier: PaidTier): Promise<void> {
    await this.#checkout(buyer, "subscription", planLookupKey(tier), {
      "subscription_data[metadata][owner_id]": buyer.userId,
    });
  }

  async buyPack(buyer: Buyer, { credits, priceCents }: CreditPack): Promise<void> {
    await this.#checkout(buyer, "payment", packLookupKey(credits, priceCents), {
      "payment_intent_data[metadata][credits]": String(credits),
      "payment_intent_data[metadata][price_cents]": String(priceCents),
    });
  }

  async #checkout(
    { customer }: Buyer,
    mode: string,
    lookupKey: string,
    more: Record<string, string>,
  ): Promise<void> {
    const price = this.priceOf(lookupKey);
    const page = { success_url: "https://docenda.test/done" };
    const line = { "line_items[0][price]": price, "line_items[0][quantity]": "1" };
    const order = { mode, customer, ...page, ...line, ...more };
    const { id } = await this.ask<{ id: string }>("POST", "/v1/checkout/sessions", order);
    payCheckout(this.shop, id, { card: GOOD_CARD });
  }

  priceOf(lookupKey: string): string {
    const price = Object.values(this.shop.state.prices).find((one) => one.lookup_key === lookupKey);
    if (!price) throw new Error(`the shop has no price ${lookupKey}`);
    return price.id;
  }

  /** A request to the shop's API that succeeds. */
  async ask<T>(method: string, path: string, params: Record<string, string> = {}): Promise<T> {
    const answer = await answerApi(
      this.shop,
      new Request(`${this.shop.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${SECRET_KEY}` },
        body: method === "GET" ? undefined : new URLSearchParams(params).toString(),
      }),
    );
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The events of a customer so far, the oldest first. */
  eventsOf({ customer }: Buyer): readonly ShopEvent[] {
    return this.#events.get(customer) ?? [];
  }

  /** Delivers an event as Stripe does; throws when the product does not take it. */
  async deliver(event: ShopEvent): Promise<void> {
    await this.#sendSigned("/webhooks/stripe", event);
  }

  /** Compares everything with Stripe, as `npm run reconcile` orders. */
  async reconcile(): Promise<{ customers: number; found: string[]; left: string[] }> {
    const order = { id: `order_${Date.now()}`, object: "event", type: "docenda.reconcile" };
    return JSON.parse(await this.#sendSigned("/webhooks/stripe/reconcile", order as unknown as ShopEvent));
  }

  async #sendSigned(path: string, event: ShopEvent): Promise<string> {
    const { body, signature } = await signedEvent(event, WEBHOOK_SECRET);
    const answer = await fetch(this.#workerd + path, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
    return text;
  }
}

export function buyerId(number: number): string {
  return `usr_money${String(number).padStart(6, "0")}`;
}

/** Adds people to the database of a stopped server: thousands of sign-ups would take longer than what is measured. */
function addPeople(stateDir: string, people: number): void {
  const [path] = databasePaths(stateDir, "d1/miniflare-D1DatabaseObject");
  if (path === undefined) throw new Error("there is no D1 database");
  const d1 = new DatabaseSync(path);
  d1.exec("BEGIN");
  const add = d1.prepare("INSERT INTO users (id, email, email_verified, created_at) VALUES (?, ?, 1, ?)");
  for (let number = 0; number < people; number += 1)
    add.run(buyerId(number), `money-${number}@docenda.test`, Date.now());
  d1.exec("COMMIT");
  d1.close();
}

/** Files an event under its customer; refunds and disputes name the charge alone. */
function keepEvent(shop: Shop, events: Map<string, ShopEvent[]>, event: ShopEvent): void {
  const subject = event.data.object as { id?: string; object?: string; customer?: string; charge?: string };
  const customer =
    subject.object === "customer"
      ? subject.id
      : (subject.customer ?? shop.state.charges[subject.charge ?? ""]?.customer);
  if (customer === undefined) return;
  const known = events.get(customer);
  if (known) known.push(event);
  else events.set(customer, [event]);
}
