import type { CheckoutSession } from "./objects.ts";
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
  const product = shop.state.products[shop.state.prices[session.lines[0]?.price ?? ""]?.product ?? ""];
  const intent = shop.pay({
    customer: session.customer,
    amount: session.amount_total ?? 0,
    description: product?.name ?? "Payment",
    metadata: session.data.paymentIntent,
    invoice: null,
    isPresent: true,
  });
  if (intent.status !== "succeeded") throw declined();
  session.payment_intent = intent.id;
}
