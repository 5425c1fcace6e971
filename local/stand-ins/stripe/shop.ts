import { createHash, randomBytes } from "node:crypto";
import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  List,
  PaymentIntent,
  PortalSession,
  Price,
  Product,
  Refund,
  ShopEvent,
  Subscription,
} from "./objects.ts";

/** Stripe's objects by kind and id. */
export type ShopState = {
  /** Seconds by which the shop's clock is ahead of the real one. */
  aheadSeconds: number;
  /** The card that each customer pays with, by its number. */
  cards: Record<string, string>;
  /** Customers who chose their card in the portal. */
  choseCard: Record<string, true>;
  /** The card, by its number, that each customer confirmed for a plan: the bank asks no more for it (Stripe, "Testing", 3-D Secure). */
  confirmedCards: Record<string, string>;
  customers: Record<string, Customer>;
  products: Record<string, Product>;
  prices: Record<string, Price>;
  sessions: Record<
    string,
    CheckoutSession & { lines: { price: string; quantity: number }[]; data: SessionData }
  >;
  portals: Record<string, PortalSession>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  paymentIntents: Record<string, PaymentIntent>;
  charges: Record<string, Charge>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  events: ShopEvent[];
  /** Answers by idempotency key. */
  answers: Record<string, { request: string; status: number; body: unknown }>;
};
type SessionData = {
  subscription: Record<string, string>;
  paymentIntent: Record<string, string>;
  /** True when the payment gets an invoice of its own. */
  hasInvoice: boolean;
};

/** A failure of the next request that changes something, once each. */
export type Fault = "402" | "429" | "500" | "hang" | "answer-lost";

const CARDS: Record<string, { declineCode: string } | "3ds" | "ok"> = {
  "4242424242424242": "ok",
  "4000000000000002": { declineCode: "generic_decline" },
  "4000000000009995": { declineCode: "insufficient_funds" },
  "4000002500003155": "3ds",
};

/** A refusal that Stripe answers to a request. */
export class ShopError extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(
    status: number,
    error: { type: string; message: string; code?: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

const EMPTY: ShopState = {
  aheadSeconds: 0,
  cards: {},
  choseCard: {},
  confirmedCards: {},
  customers: {},
  products: {},
  prices: {},
  sessions: {},
  portals: {},
  subscriptions: {},
  invoices: {},
  paymentIntents: {},
  charges: {},
  refunds: {},
  disputes: {},
  events: [],
  answers: {},
};

/** The books of the shop: its objects, its clock, the money that moved, and the listeners of events. */
export class Shop {
  readonly state: ShopState;
  readonly url: string;
  faults: Fault[] = [];
  readonly #tell: (event: ShopEvent) => void;

  constructor(options: { url: string; state?: ShopState; tell: (event: ShopEvent) => void }) {
    this.url = options.url;
    this.state = { ...structuredClone(EMPTY), ...options.state };
    this.#tell = options.tell;
  }

  /** The shop's time in seconds, as Stripe counts time. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.state.aheadSeconds;
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString("hex")}`;
  }

  /** Tells the listeners of an event, with the object as it is at this moment. */
  emit(type: string, subject: unknown): void {
    const event: ShopEvent = {
      id: this.id("evt"),
      object: "event",
      created: this.now(),
      api_version: null,
      livemode: false,
      pending_webhooks: 1,
      type,
      data: { object: structuredClone(subject) },
      request: { id: null, idempotency_key: null },
    };
    this.state.events.push(event);
    this.#tell(event);
  }

  /** Takes money from the customer's card. `isPresent`: the person is there and can confirm. */
  pay(payment: {
    customer: string;
    amount: number;
    description: string;
    metadata: Record<string, string>;
    isPresent?: boolean;
  }): PaymentIntent {
    const { customer, amount, description, metadata } = payment;
    const number = this.state.cards[customer] ?? "";
    const card = CARDS[number];
    const isConfirmed = payment.isPresent === true || this.state.confirmedCards[customer] === number;
    const isPaid = card === "ok" || (card === "3ds" && isConfirmed);
    const intent: PaymentIntent = {
      id: this.id("pi"),
      object: "payment_intent",
      created: this.now(),
      amount,
      amount_received: isPaid ? amount : 0,
      currency: "usd",
      customer,
      description,
      latest_charge: null,
      livemode: false,
      metadata,
      status: isPaid ? "succeeded" : card === "3ds" ? "requires_action" : "requires_payment_method",
    };
    this.state.paymentIntents[intent.id] = intent;
    if (!isPaid) {
      this.emit("payment_intent.payment_failed", intent);
      return intent;
    }
    const charge: Charge = {
      id: this.id("ch"),
      object: "charge",
      created: this.now(),
      amount,
      amount_refunded: 0,
      currency: "usd",
      customer,
      disputed: false,
      failure_code: null,
      livemode: false,
      metadata,
      paid: true,
      payment_intent: intent.id,
      refunded: false,
      status: "succeeded",
    };
    this.state.charges[charge.id] = charge;
    intent.latest_charge = charge.id;
    this.emit("payment_intent.succeeded", intent);
    this.emit("charge.succeeded", charge);
    return intent;
  }

  refund(chargeId: string, amount: number | null): Refund {
    const charge = this.state.charges[chargeId];
    if (!charge) throw missing("charge", chargeId);
    const left = charge.amount - charge.amount_refunded;
    const refunded = amount ?? left;
    if (refunded <= 0 || refunded > left)
      throw new ShopError(400, {
        type: "invalid_request_error",
        code: "charge_already_refunded",
        message: "Refund amount is greater than unrefunded amount on charge.",
      });
    const refund: Refund = {
      id: this.id("re"),
      object: "refund",
      created: this.now(),
      amount: refunded,
      charge: charge.id,
      currency: "usd",
      metadata: {},
      payment_intent: charge.payment_intent,
      reason: "requested_by_customer",
      status: "succeeded",
    };
    this.state.refunds[refund.id] = refund;
    charge.amount_refunded += refunded;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.emit("refund.created", refund);
    this.emit("charge.refunded", charge);
    return refund;
  }

  dispute(chargeId: string): Dispute {
    const charge = this.state.charges[chargeId];
    if (!charge) throw missing("charge", chargeId);
    const dispute: Dispute = {
      id: this.id("dp"),
      object: "dispute",
      created: this.now(),
      amount: charge.amount - charge.amount_refunded,
      charge: charge.id,
      currency: "usd",
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason: "fraudulent",
      status: "needs_response",
    };
    this.state.disputes[dispute.id] = dispute;
    charge.disputed = true;
    this.emit("charge.dispute.created", dispute);
    return dispute;
  }

  closeDispute(disputeId: string, status: "won" | "lost"): Dispute {
    const dispute = this.state.disputes[disputeId];
    if (!dispute) throw missing("dispute", disputeId);
    dispute.status = status;
    this.emit("charge.dispute.closed", dispute);
    return dispute;
  }
}

export function isKnownCard(number: string): boolean {
  return Object.hasOwn(CARDS, number);
}

/** The id of a card as a payment method. */
export function cardId(number: string): string {
  return `pm_${number}`;
}

export function needsConfirmation(number: string): boolean {
  return CARDS[number] === "3ds";
}

export function missing(kind: string, id: string): ShopError {
  return new ShopError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    param: "id",
    message: `No such ${kind}: '${id}'`,
  });
}

export function declined(): ShopError {
  return new ShopError(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  });
}

/** The answer to a payment that the bank wants to be confirmed by a person who is away. */
export function unconfirmed(): ShopError {
  return new ShopError(402, {
    type: "card_error",
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  });
}

export function list<T>(url: string, data: T[], hasMore = false): List<T> {
  return { object: "list", data, has_more: hasMore, url };
}

/** The content of a request as text, so that another request under the same idempotency key is found out. */
export function fingerprint(path: string, body: string): string {
  return createHash("sha256").update(`${path}\n${body}`).digest("hex");
}
