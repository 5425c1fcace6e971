import type { Stripe } from "stripe";

/**
 * The fields of Stripe's objects that the stand-in keeps, under Stripe's own field names: the types are the SDK's, which are made from
 * Stripe's published description. Fields that nobody here reads are left out.
 */

/**
 * Fields of one of Stripe's objects, with those that the stand-in holds in a narrower form, such as an id where Stripe may send the whole
 * object. A field that Stripe's object does not have makes the type `never`, and the code that fills it does not compile.
 */
type Kept<Theirs, Keys extends keyof Theirs, Narrowed extends object = object> =
  Exclude<keyof Narrowed, keyof Theirs> extends never ? Pick<Theirs, Keys> & Narrowed : never;

export type Customer = Kept<
  Stripe.Customer,
  "id" | "object" | "created" | "email" | "name" | "metadata" | "livemode" | "balance"
>;
export type PaymentMethod = Kept<
  Stripe.PaymentMethod,
  "id" | "object" | "created" | "type" | "livemode",
  {
    customer: string;
  }
>;
export type Product = Kept<
  Stripe.Product,
  "id" | "object" | "created" | "active" | "name" | "description" | "metadata" | "livemode"
>;
export type Price = Kept<
  Stripe.Price,
  | "id"
  | "object"
  | "created"
  | "active"
  | "currency"
  | "lookup_key"
  | "metadata"
  | "nickname"
  | "unit_amount"
  | "type"
  | "livemode",
  { product: string; recurring: { interval: "month"; interval_count: number } | null }
>;

export type SubscriptionItem = Kept<
  Stripe.SubscriptionItem,
  "id" | "object" | "created" | "metadata" | "current_period_start" | "current_period_end",
  { price: Price; quantity: number; subscription: string }
>;

export type List<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

export type Subscription = Kept<
  Stripe.Subscription,
  | "id"
  | "object"
  | "created"
  | "billing_cycle_anchor"
  | "cancel_at"
  | "cancel_at_period_end"
  | "canceled_at"
  | "currency"
  | "ended_at"
  | "metadata"
  | "start_date"
  | "status"
  | "livemode"
  | "collection_method",
  { customer: string; items: List<SubscriptionItem>; latest_invoice: string | null }
>;

export type InvoiceLine = Kept<
  Stripe.InvoiceLineItem,
  "id" | "object" | "amount" | "currency" | "description" | "period",
  {
    quantity: number;
    parent:
      | {
          type: "subscription_item_details";
          subscription_item_details: { subscription: string; subscription_item: string; proration: boolean };
        }
      | { type: "invoice_item_details"; invoice_item_details: { invoice_item: string; proration: boolean } };
    pricing: { type: "price_details"; price_details: { price: string; product: string } };
  }
>;

export type Invoice = Kept<
  Stripe.Invoice,
  | "object"
  | "created"
  | "amount_due"
  | "amount_paid"
  | "amount_remaining"
  | "attempt_count"
  | "attempted"
  | "billing_reason"
  | "currency"
  | "customer_email"
  | "ending_balance"
  | "hosted_invoice_url"
  | "invoice_pdf"
  | "metadata"
  | "next_payment_attempt"
  | "number"
  | "period_end"
  | "period_start"
  | "starting_balance"
  | "status"
  | "subtotal"
  | "total"
  | "livemode",
  {
    id: string;
    customer: string;
    lines: List<InvoiceLine>;
    parent: { type: "subscription_details"; subscription_details: { subscription: string } } | null;
  }
>;

export type PaymentIntent = Kept<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "created"
  | "amount"
  | "amount_received"
  | "currency"
  | "description"
  | "metadata"
  | "status"
  | "livemode",
  { customer: string; latest_charge: string | null }
>;

export type Charge = Kept<
  Stripe.Charge,
  | "id"
  | "object"
  | "created"
  | "amount"
  | "amount_refunded"
  | "currency"
  | "disputed"
  | "metadata"
  | "paid"
  | "refunded"
  | "status"
  | "livemode"
  | "failure_code",
  { customer: string; payment_intent: string }
>;

export type Refund = Kept<
  Stripe.Refund,
  "id" | "object" | "created" | "amount" | "currency" | "metadata" | "reason" | "status",
  { charge: string; payment_intent: string }
>;

export type Dispute = Kept<
  Stripe.Dispute,
  "id" | "object" | "created" | "amount" | "currency" | "metadata" | "reason" | "status" | "livemode",
  { charge: string; payment_intent: string }
>;

export type CheckoutSession = Kept<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "created"
  | "amount_total"
  | "automatic_tax"
  | "tax_id_collection"
  | "cancel_url"
  | "client_reference_id"
  | "currency"
  | "expires_at"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "url"
  | "livemode",
  {
    customer: string;
    subscription: string | null;
    payment_intent: string | null;
    invoice: string | null;
  }
>;

export type PortalSession = Kept<
  Stripe.BillingPortal.Session,
  "id" | "object" | "created" | "return_url" | "url" | "livemode",
  { customer: string }
>;

export type ShopEvent = Pick<
  Stripe.EventBase,
  "id" | "object" | "created" | "api_version" | "livemode" | "pending_webhooks"
> & { type: string; data: { object: unknown }; request: { id: null; idempotency_key: string | null } };
