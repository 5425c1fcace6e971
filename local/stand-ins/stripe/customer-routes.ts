import { pairs, text } from "./form.ts";
import type { Customer, PaymentMethod } from "./objects.ts";
import { found, PAGE, paged } from "./route.ts";
import type { Call, Route } from "./route.ts";
import { cardId } from "./shop.ts";
import { cancelNow } from "./subscriptions.ts";

/** Customers, and the portal where they manage their payments. */
export const CUSTOMER_ROUTES: Route[] = [
  { method: "POST", path: "/v1/customers", params: ["email", "name", "metadata"], answer: createCustomer },
  {
    method: "GET",
    path: "/v1/customers",
    params: ["email", "created", ...PAGE],
    answer: ({ shop, params }) => paged("/v1/customers", Object.values(shop.state.customers), params),
  },
  {
    method: "GET",
    path: "/v1/customers/:id",
    params: ["expand"],
    answer: ({ shop, id }) => ({
      ...found("customer", shop.state.customers, id),
      invoice_settings: {
        default_payment_method: shop.state.choseCard[id] ? cardId(shop.state.cards[id] ?? "") : null,
      },
    }),
  },
  { method: "DELETE", path: "/v1/customers/:id", params: [], answer: deleteCustomer },
  {
    method: "GET",
    path: "/v1/payment_methods",
    params: ["customer", "type", ...PAGE],
    answer: ({ shop, params }) => {
      const customer = found("customer", shop.state.customers, text(params.customer) ?? "");
      const number = shop.state.cards[customer.id];
      const saved: PaymentMethod[] =
        number === undefined
          ? []
          : [
              {
                id: cardId(number),
                object: "payment_method",
                created: customer.created,
                customer: customer.id,
                livemode: false,
                type: "card",
              },
            ];
      return paged("/v1/payment_methods", saved, params);
    },
  },
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    params: ["customer", "return_url", "flow_data"],
    answer: ({ shop, params }) => {
      const customer = found("customer", shop.state.customers, text(params.customer) ?? "");
      const id = shop.id("bps");
      const session = {
        id,
        object: "billing_portal.session" as const,
        created: shop.now(),
        customer: customer.id,
        livemode: false,
        return_url: text(params.return_url),
        url: `${shop.url}/p/session/${id}`,
      };
      shop.state.portals[id] = session;
      return session;
    },
  },
];

function createCustomer({ shop, params }: Call): Customer {
  const id = shop.id("cus");
  shop.state.customers[id] = {
    id,
    object: "customer",
    balance: 0,
    created: shop.now(),
    email: text(params.email),
    livemode: false,
    metadata: pairs(params.metadata),
    name: text(params.name),
  };
  shop.emit("customer.created", shop.state.customers[id]);
  return shop.state.customers[id];
}

function deleteCustomer({ shop, id }: Call): unknown {
  const customer = found("customer", shop.state.customers, id);
  for (const subscription of Object.values(shop.state.subscriptions))
    if (subscription.customer === id && subscription.status !== "canceled") cancelNow(shop, subscription);
  delete shop.state.customers[id];
  delete shop.state.cards[id];
  delete shop.state.choseCard[id];
  delete shop.state.confirmedCards[id];
  shop.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}
