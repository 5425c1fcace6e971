import { number, object, objects, text, truth, withPairs } from "./form.ts";
import type { Params } from "./form.ts";
import type { Price } from "./objects.ts";
import { found, ofCustomer, PAGE, paged } from "./route.ts";
import type { Call, Route } from "./route.ts";
import { missing, ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";
import { cancelNow, changePlan, findSubscription, periodOf, preview, upcoming } from "./subscriptions.ts";

/** Subscriptions and their invoices. */
export const SUBSCRIPTION_ROUTES: Route[] = [
  {
    method: "GET",
    path: "/v1/subscriptions",
    params: ["customer", "status", ...PAGE],
    answer: ({ shop, params }) => {
      const status = text(params.status);
      const all = ofCustomer(Object.values(shop.state.subscriptions), params).filter((one) =>
        status === "all" ? true : status === null ? one.status !== "canceled" : one.status === status,
      );
      return paged("/v1/subscriptions", all, params);
    },
  },
  {
    method: "GET",
    path: "/v1/subscriptions/:id",
    params: ["expand"],
    answer: ({ shop, id }) => findSubscription(shop, id),
  },
  {
    method: "POST",
    path: "/v1/subscriptions/:id",
    params: [
      "items",
      "proration_behavior",
      "proration_date",
      "payment_behavior",
      "cancel_at_period_end",
      "metadata",
    ],
    answer: updateSubscription,
  },
  {
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    params: ["invoice_now", "prorate"],
    answer: ({ shop, id }) => cancelNow(shop, living(shop, id)),
  },
  {
    method: "POST",
    path: "/v1/invoices/create_preview",
    params: ["customer", "subscription", "subscription_details"],
    answer: createPreview,
  },
  {
    method: "GET",
    path: "/v1/invoices",
    params: ["customer", "subscription", "status", "created", ...PAGE],
    answer: ({ shop, params }) =>
      paged("/v1/invoices", ofCustomer(Object.values(shop.state.invoices), params), params),
  },
  {
    method: "GET",
    path: "/v1/invoices/:id",
    params: ["expand"],
    answer: ({ shop, id }) => found("invoice", shop.state.invoices, id),
  },
];

function updateSubscription({ shop, id, params }: Call): unknown {
  const subscription = living(shop, id);
  const isEnding = truth(params.cancel_at_period_end);
  if (isEnding !== null) {
    subscription.cancel_at_period_end = isEnding;
    subscription.cancel_at = isEnding ? periodOf(subscription).current_period_end : null;
    subscription.canceled_at = isEnding ? shop.now() : null;
  }
  subscription.metadata = withPairs(subscription.metadata, params.metadata);
  const wanted = wantedChange(shop, params.items);
  if (wanted === null) {
    shop.emit("customer.subscription.updated", subscription);
    return subscription;
  }
  const isProrated = text(params.proration_behavior) !== "none";
  return changePlan(shop, subscription, wanted, number(params.proration_date) ?? shop.now(), isProrated);
}

function createPreview({ shop, params }: Call): unknown {
  const subscription = living(shop, text(params.subscription) ?? "");
  const details = object(params.subscription_details);
  const wanted = wantedChange(shop, details.items);
  if (wanted === null) {
    if (subscription.cancel_at_period_end)
      throw new ShopError(404, {
        type: "invalid_request_error",
        code: "invoice_upcoming_none",
        message: "No upcoming invoices for customer",
      });
    return upcoming(shop, subscription);
  }
  return preview(shop, subscription, wanted, number(details.proration_date) ?? shop.now());
}

function wantedChange(
  shop: Shop,
  items: Params[string] | undefined,
): { price?: Price; quantity?: number } | null {
  const [item] = objects(items);
  if (!item) return null;
  const price = text(item.price);
  const quantity = number(item.quantity);
  return {
    ...(price !== null && { price: found("price", shop.state.prices, price) }),
    ...(quantity !== null && { quantity }),
  };
}

function living(shop: Shop, id: string) {
  const subscription = findSubscription(shop, id);
  if (subscription.status === "canceled") throw missing("subscription", id);
  return subscription;
}
