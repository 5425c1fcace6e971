import type { CheckoutSession, InvoiceLine, Price } from "./objects.ts";
import { nameOf, newInvoice, tellOfPayment } from "./invoices.ts";
import { shown } from "./checkout-routes.ts";
import { declined, isKnownCard, missing, needsConfirmation, ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";
import { subscribe } from "./subscriptions.ts";

export type Session = Shop["state"]["sessions"][string];

export function findOpenSession(shop: Shop, id: string): Session {
  const session = shop.state.sessions[id];
  if (!session) throw missing("checkout.session", id);
  if (session.status !== "open")
    throw new ShopError(400, { type: "invalid_request_error", message: "This checkout is over." });
  return session;
}

/**
 * Pays the page of a checkout as a person would. `needs-confirmation` where the bank asks the person and nobody has said yet that the
 * person agreed. Throws a card error, and nothing is charged, when the card does not pay.
 */
export function payCheckout(
  shop: Shop,
  id: string,
  { card, isConfirmed = false }: { card: string; isConfirmed?: boolean },
): CheckoutSession | "needs-confirmation" {
  const session = findOpenSession(shop, id);
  const number = card.replaceAll(" ", "");
  if (!isKnownCard(number)) throw declined();
  if (needsConfirmation(number) && !isConfirmed) return "needs-confirmation";
  // A single payment does not keep its card; a plan needs the card for the next month.
  const before = shop.state.cards[session.customer];
  shop.state.cards[session.customer] = number;
  let isSaved = false;
  try {
    if (session.mode === "subscription") begin(shop, session);
    else payOnce(shop, session);
    isSaved = session.mode === "subscription";
    if (isSaved && isConfirmed) shop.state.confirmedCards[session.customer] = number;
  } finally {
    if (!isSaved && before === undefined) delete shop.state.cards[session.customer];
    else if (!isSaved && before !== undefined) shop.state.cards[session.customer] = before;
  }
  Object.assign(session, { status: "complete", payment_status: "paid", url: null });
  shop.emit("checkout.session.completed", shown(session));
  return shown(session);
}

function begin(shop: Shop, session: Session): void {
  const lines = session.lines.map(({ price, quantity }) => ({ price: shop.state.prices[price]!, quantity }));
  const { subscription, invoice } = subscribe(shop, {
    customer: session.customer,
    lines,
    metadata: session.data.subscription,
  });
  Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
}

function payOnce(shop: Shop, session: Session): void {
  const lines = session.lines.map(({ price, quantity }) =>
    packLine(shop, shop.state.prices[price]!, quantity),
  );
  const now = shop.now();
  const invoice = session.data.hasInvoice
    ? newInvoice(shop, {
        customer: session.customer,
        reason: "manual",
        lines,
        parent: null,
        period: { start: now, end: now },
      })
    : null;
  const amount = session.amount_total ?? 0;
  const intent = shop.pay({
    customer: session.customer,
    amount,
    description: lines[0]?.description ?? "Payment",
    metadata: session.data.paymentIntent,
    isPresent: true,
  });
  if (intent.status !== "succeeded") throw declined();
  session.payment_intent = intent.id;
  if (!invoice) return;
  // A checkout takes its whole amount from the card: a customer's credit balance is for the invoices of plans.
  const balance = invoice.starting_balance;
  Object.assign(invoice, {
    amount_due: amount,
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: 1,
    attempted: true,
    ending_balance: balance,
    status: "paid",
  });
  shop.state.invoices[invoice.id] = invoice;
  session.invoice = invoice.id;
  tellOfPayment(shop, invoice);
}

function packLine(shop: Shop, price: Price, quantity: number): InvoiceLine {
  const now = shop.now();
  return {
    id: shop.id("il"),
    object: "line_item",
    amount: (price.unit_amount ?? 0) * quantity,
    currency: "usd",
    description: nameOf(shop, price),
    parent: {
      type: "invoice_item_details",
      invoice_item_details: { invoice_item: shop.id("ii"), proration: false },
    },
    period: { start: now, end: now },
    pricing: { type: "price_details", price_details: { price: price.id, product: price.product } },
    quantity,
  };
}
