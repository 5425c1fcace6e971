import { charge, nameOf, newInvoice, tellOfPayment } from "./invoices.ts";
import { declined, list, missing, ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";
import type { Invoice, InvoiceLine, Price, Subscription, SubscriptionItem } from "./objects.ts";

/** Stripe tries again for about this long before it gives up on an unpaid renewal, and cancels the subscription. */
const RETRY_SECONDS = 14 * 86_400;

type Change = { price: Price; quantity: number };

/**
 * Begins a subscription that is paid now, in a checkout. Throws a card error, and nothing has begun, when the card does not pay.
 */
export function subscribe(
  shop: Shop,
  options: { customer: string; lines: Change[]; metadata: Record<string, string> },
): { subscription: Subscription; invoice: Invoice } {
  const now = shop.now();
  const id = shop.id("sub");
  const end = addMonths(now, now, 1);
  const subscription: Subscription = {
    id,
    object: "subscription",
    created: now,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: "charge_automatically",
    currency: "usd",
    customer: options.customer,
    ended_at: null,
    items: list(`/v1/subscription_items?subscription=${id}`, []),
    latest_invoice: null,
    livemode: false,
    metadata: options.metadata,
    start_date: now,
    status: "active",
  };
  subscription.items.data = options.lines.map(({ price, quantity }) => ({
    id: shop.id("si"),
    object: "subscription_item",
    created: now,
    current_period_start: now,
    current_period_end: end,
    metadata: {},
    price,
    quantity,
    subscription: id,
  }));
  const invoice = draft(shop, subscription, {
    reason: "subscription_create",
    lines: periodLines(shop, subscription),
  });
  charge(shop, invoice, true);
  if (invoice.status !== "paid") throw declined();
  subscription.latest_invoice = invoice.id;
  shop.state.subscriptions[id] = subscription;
  shop.state.invoices[invoice.id] = invoice;
  shop.emit("customer.subscription.created", subscription);
  tellOfPayment(shop, invoice);
  return { subscription, invoice };
}

/** The invoice for another price or quantity from `at` on. Nothing changes. */
export function preview(
  shop: Shop,
  subscription: Subscription,
  wanted: Partial<Change>,
  at: number,
): Invoice {
  return draft(shop, subscription, {
    reason: "subscription_update",
    lines: prorationLines(shop, subscription, wanted, at),
  });
}

/** The invoice that the next period will bring. */
export function upcoming(shop: Shop, subscription: Subscription): Invoice {
  const start = periodOf(subscription).current_period_end;
  const end = addMonths(subscription.billing_cycle_anchor, start, 1);
  return draft(shop, subscription, {
    reason: "upcoming",
    lines: periodLines(shop, subscription, { start, end }),
  });
}

/** Changes price or quantity at once, with an invoice of the extra cost for the rest of the period. A card error changes nothing. */
export function changePlan(
  shop: Shop,
  subscription: Subscription,
  wanted: Partial<Change>,
  at: number,
  isProrated: boolean,
): Subscription {
  const item = periodOf(subscription);
  if (isProrated) {
    const invoice = preview(shop, subscription, wanted, at);
    charge(shop, invoice, false);
    if (invoice.status !== "paid") throw declined();
    shop.state.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    tellOfPayment(shop, invoice);
  }
  item.price = wanted.price ?? item.price;
  item.quantity = wanted.quantity ?? item.quantity;
  shop.emit("customer.subscription.updated", subscription);
  return subscription;
}

export function cancelNow(shop: Shop, subscription: Subscription): Subscription {
  const now = shop.now();
  Object.assign(subscription, { status: "canceled", canceled_at: now, ended_at: now });
  shop.emit("customer.subscription.deleted", subscription);
  return subscription;
}

/** Moves the shop's clock, and lets everything happen that is due by then: renewals, second tries, ends. */
export function advance(shop: Shop, seconds: number): void {
  shop.state.aheadSeconds += seconds;
  for (const subscription of Object.values(shop.state.subscriptions)) {
    if (subscription.status === "past_due") tryAgain(shop, subscription);
    while (subscription.status === "active" && periodOf(subscription).current_period_end <= shop.now())
      renew(shop, subscription);
  }
}

export function findSubscription(shop: Shop, id: string): Subscription {
  const found = shop.state.subscriptions[id];
  if (!found) throw missing("subscription", id);
  return found;
}

/** The single item of a subscription, since every plan of ours is one price. */
export function periodOf(subscription: Subscription): SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new ShopError(500, { type: "api_error", message: "a subscription without items" });
  return item;
}

function renew(shop: Shop, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    cancelNow(shop, subscription);
    return;
  }
  const item = periodOf(subscription);
  const start = item.current_period_end;
  const end = addMonths(subscription.billing_cycle_anchor, start, 1);
  Object.assign(item, { current_period_start: start, current_period_end: end });
  const invoice = draft(shop, subscription, {
    reason: "subscription_cycle",
    lines: periodLines(shop, subscription),
  });
  shop.state.invoices[invoice.id] = invoice;
  subscription.latest_invoice = invoice.id;
  settleRenewal(shop, subscription, invoice);
}

function tryAgain(shop: Shop, subscription: Subscription): void {
  const open = shop.state.invoices[subscription.latest_invoice ?? ""];
  if (!open) return;
  if (open.created + RETRY_SECONDS > shop.now()) return settleRenewal(shop, subscription, open);
  open.status = "uncollectible";
  cancelNow(shop, subscription);
}

function settleRenewal(shop: Shop, subscription: Subscription, invoice: Invoice): void {
  charge(shop, invoice, false);
  if (invoice.status === "paid") {
    subscription.status = "active";
    tellOfPayment(shop, invoice);
  } else {
    subscription.status = "past_due";
    shop.emit("invoice.payment_failed", invoice);
  }
  shop.emit("customer.subscription.updated", subscription);
}

function draft(
  shop: Shop,
  subscription: Subscription,
  { reason, lines }: { reason: NonNullable<Invoice["billing_reason"]>; lines: InvoiceLine[] },
): Invoice {
  const { current_period_start, current_period_end } = periodOf(subscription);
  return newInvoice(shop, {
    customer: subscription.customer,
    reason,
    lines,
    parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    period: { start: current_period_start, end: current_period_end },
  });
}

function periodLines(
  shop: Shop,
  subscription: Subscription,
  period?: { start: number; end: number },
): InvoiceLine[] {
  return subscription.items.data.map((item) =>
    toLine(shop, subscription, item, {
      amount: (item.price.unit_amount ?? 0) * item.quantity,
      price: item.price,
      quantity: item.quantity,
      description: `${item.quantity} × ${nameOf(shop, item.price)} (at ${dollars(item.price)} / month)`,
      period: period ?? { start: item.current_period_start, end: item.current_period_end },
      isProration: false,
    }),
  );
}

/** Prorated lines by Stripe's rule: the unused share of the old price is credited, that of the new one charged, by the second. */
function prorationLines(
  shop: Shop,
  subscription: Subscription,
  wanted: Partial<Change>,
  at: number,
): InvoiceLine[] {
  const item = periodOf(subscription);
  const length = item.current_period_end - item.current_period_start;
  const share = Math.min(1, Math.max(0, (item.current_period_end - at) / length));
  const next = { price: wanted.price ?? item.price, quantity: wanted.quantity ?? item.quantity };
  const period = { start: at, end: item.current_period_end };
  const part = ({ price, quantity }: Change) => Math.round((price.unit_amount ?? 0) * quantity * share);
  const common = { period, isProration: true };
  return [
    toLine(shop, subscription, item, {
      ...common,
      amount: -part(item),
      price: item.price,
      quantity: item.quantity,
      description: `Unused time on ${nameOf(shop, item.price)}`,
    }),
    toLine(shop, subscription, item, {
      ...common,
      amount: part(next),
      price: next.price,
      quantity: next.quantity,
      description: `Remaining time on ${nameOf(shop, next.price)}`,
    }),
  ];
}

function toLine(
  shop: Shop,
  subscription: Subscription,
  item: SubscriptionItem,
  of: {
    amount: number;
    price: Price;
    quantity: number;
    description: string;
    period: { start: number; end: number };
    isProration: boolean;
  },
): InvoiceLine {
  return {
    id: shop.id("il"),
    object: "line_item",
    amount: of.amount,
    currency: "usd",
    description: of.description,
    parent: {
      type: "subscription_item_details",
      subscription_item_details: {
        subscription: subscription.id,
        subscription_item: item.id,
        proration: of.isProration,
      },
    },
    period: of.period,
    pricing: { type: "price_details", price_details: { price: of.price.id, product: of.price.product } },
    quantity: of.quantity,
  };
}

function dollars(price: Price): string {
  return `$${((price.unit_amount ?? 0) / 100).toFixed(2)}`;
}

/** The first instant, after `from`, of a month that is counted from `anchor`, whose day is the last of a shorter month. In seconds. */
export function addMonths(anchor: number, from: number, months: number): number {
  const start = new Date(anchor * 1000);
  const at = new Date(from * 1000);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  const ofDay = start.getTime() - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  return Math.floor((Date.UTC(year, month, day) + ofDay) / 1000);
}
