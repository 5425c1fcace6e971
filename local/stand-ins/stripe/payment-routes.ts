import { number, pairs, text, truth } from "./form.ts";
import type { Params } from "./form.ts";
import type { PaymentIntent } from "./objects.ts";
import { found, invalid, ofCustomer, PAGE, paged } from "./route.ts";
import type { Call, Route } from "./route.ts";
import { cardId, declined, unconfirmed } from "./shop.ts";

/** Payments, refunds and disputes of them, and the events that tell of everything. */
export const PAYMENT_ROUTES: Route[] = [
  {
    method: "GET",
    path: "/v1/payment_intents",
    params: ["customer", "created", ...PAGE],
    answer: ({ shop, params }) =>
      paged("/v1/payment_intents", ofCustomer(Object.values(shop.state.paymentIntents), params), params),
  },
  {
    method: "GET",
    path: "/v1/payment_intents/:id",
    params: ["expand"],
    answer: ({ shop, id }) => found("payment_intent", shop.state.paymentIntents, id),
  },
  {
    method: "POST",
    path: "/v1/payment_intents",
    params: [
      "amount",
      "currency",
      "customer",
      "payment_method",
      "off_session",
      "confirm",
      "description",
      "metadata",
    ],
    answer: payOffSession,
  },
  {
    method: "GET",
    path: "/v1/charges",
    params: ["customer", "payment_intent", "created", ...PAGE],
    answer: ({ shop, params }) =>
      paged("/v1/charges", ofCustomer(Object.values(shop.state.charges), params), params),
  },
  {
    method: "GET",
    path: "/v1/charges/:id",
    params: ["expand"],
    answer: ({ shop, id }) => found("charge", shop.state.charges, id),
  },
  {
    method: "GET",
    path: "/v1/refunds",
    params: ["charge", "payment_intent", ...PAGE],
    answer: ({ shop, params }) =>
      paged("/v1/refunds", ofPayment(Object.values(shop.state.refunds), params), params),
  },
  {
    method: "GET",
    path: "/v1/disputes",
    params: ["charge", "payment_intent", ...PAGE],
    answer: ({ shop, params }) =>
      paged("/v1/disputes", ofPayment(Object.values(shop.state.disputes), params), params),
  },
  {
    method: "GET",
    path: "/v1/disputes/:id",
    params: ["expand"],
    answer: ({ shop, id }) => found("dispute", shop.state.disputes, id),
  },
  {
    method: "POST",
    path: "/v1/refunds",
    params: ["charge", "payment_intent", "amount", "reason", "metadata"],
    answer: ({ shop, params }) => {
      const intent = shop.state.paymentIntents[text(params.payment_intent) ?? ""];
      return shop.refund(text(params.charge) ?? intent?.latest_charge ?? "", number(params.amount));
    },
  },
  {
    method: "GET",
    path: "/v1/events",
    params: ["created", "type", "types", ...PAGE],
    answer: ({ shop, params }) => paged("/v1/events", shop.state.events, params),
  },
];

/** A payment while the customer is away; payments that a person confirms go through a checkout. */
function payOffSession({ shop, params }: Call): PaymentIntent {
  const customer = found("customer", shop.state.customers, text(params.customer) ?? "");
  const amount = number(params.amount);
  if (amount === null || amount <= 0) throw invalid("amount");
  if (truth(params.off_session) !== true) throw invalid("off_session");
  if (truth(params.confirm) !== true) throw invalid("confirm");
  const card = shop.state.cards[customer.id];
  if (card === undefined || text(params.payment_method) !== cardId(card)) throw invalid("payment_method");
  const intent = shop.pay({
    customer: customer.id,
    amount,
    description: text(params.description) ?? "Payment",
    metadata: pairs(params.metadata),
  });
  if (intent.status === "requires_action") throw unconfirmed();
  if (intent.status !== "succeeded") throw declined();
  return intent;
}

function ofPayment<T extends { charge: string; payment_intent: string }>(all: T[], params: Params): T[] {
  const [charge, intent] = [text(params.charge), text(params.payment_intent)];
  return all.filter(
    (one) => (charge === null || one.charge === charge) && (intent === null || one.payment_intent === intent),
  );
}
