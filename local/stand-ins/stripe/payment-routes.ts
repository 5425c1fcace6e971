import { number, text } from "./form.ts";
import type { Params } from "./form.ts";
import { found, ofCustomer, PAGE, paged } from "./route.ts";
import type { Route } from "./route.ts";

/** Payments, what became of them, and the events that tell of everything. */
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

function ofPayment<T extends { charge: string; payment_intent: string }>(all: T[], params: Params): T[] {
  const [charge, intent] = [text(params.charge), text(params.payment_intent)];
  return all.filter(
    (one) => (charge === null || one.charge === charge) && (intent === null || one.payment_intent === intent),
  );
}
