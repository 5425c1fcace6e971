import { number, object, objects, pairs, readForm, text, texts, truth } from "./form.ts";
import type { Params } from "./form.ts";
import type { CheckoutSession, Customer, Price, Product } from "./objects.ts";
import { fingerprint, list, missing, ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";
import { cancelNow, changePlan, findSubscription, periodOf, preview, upcoming } from "./subscriptions.ts";

type Call = { shop: Shop; id: string; params: Params };
type Route = {
  method: "GET" | "POST" | "DELETE";
  /** `:id` stands for one segment. */
  path: string;
  /** Every parameter that the route knows; Stripe refuses others, and so does this. */
  params: readonly string[];
  answer: (call: Call) => unknown;
};

const PAGE = ["limit", "starting_after", "ending_before", "expand"];
const DAY_SECONDS = 86_400;

/**
 * Stripe's API as far as the product uses it. An object is answered in Stripe's form; `expand` works for the charge of a
 * payment; a request with an idempotency key that was answered before gets that answer again.
 */
export async function answerApi(shop: Shop, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const key = /^(?:Bearer|Basic) (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!key?.startsWith("sk_test_"))
    return failure(
      new ShopError(401, { type: "invalid_request_error", message: "Invalid API Key provided" }),
    );
  const body = request.method === "GET" ? url.search.slice(1) : (await request.text()) || url.search.slice(1);
  const isChange = request.method !== "GET";
  const fault = isChange ? shop.faults.shift() : undefined;
  if (fault === "hang") return await never();
  if (fault === "429" || fault === "500" || fault === "402") return failure(faultOf(fault));

  const idempotencyKey = isChange ? request.headers.get("idempotency-key") : null;
  const asked = fingerprint(`${request.method} ${url.pathname}`, body);
  const known = idempotencyKey === null ? undefined : shop.state.answers[idempotencyKey];
  if (known && known.request !== asked)
    return failure(
      new ShopError(400, {
        type: "idempotency_error",
        message:
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      }),
    );
  const { status, body: answer } = known ?? carryOut(shop, request.method, url.pathname, readForm(body));
  // What failed for a reason that passes is carried out when it comes again.
  if (idempotencyKey !== null && status < 500)
    shop.state.answers[idempotencyKey] = { request: asked, status, body: answer };
  if (fault === "answer-lost") return failure(faultOf("500"));
  return Response.json(answer, { status, headers: { "request-id": shop.id("req") } });
}

function carryOut(
  shop: Shop,
  method: string,
  path: string,
  params: Params,
): { status: number; body: unknown } {
  try {
    const { route, id } = find(method, path);
    const unknown = Object.keys(params).find((name) => !route.params.includes(name));
    if (unknown !== undefined)
      throw new ShopError(400, {
        type: "invalid_request_error",
        code: "parameter_unknown",
        param: unknown,
        message: `Received unknown parameter: ${unknown}`,
      });
    return { status: 200, body: structuredClone(route.answer({ shop, id, params })) };
  } catch (error) {
    if (error instanceof ShopError) return { status: error.status, body: error.body };
    throw error;
  }
}

const ROUTES: Route[] = [
  {
    method: "POST",
    path: "/v1/products",
    params: ["id", "name", "description", "metadata"],
    answer: createProduct,
  },
  {
    method: "GET",
    path: "/v1/products",
    params: ["active", "ids", ...PAGE],
    answer: ({ shop, params }) => {
      const ids = texts(params.ids);
      return paged(
        "/v1/products",
        Object.values(shop.state.products).filter(({ id }) => ids.length === 0 || ids.includes(id)),
        params,
      );
    },
  },
  {
    method: "GET",
    path: "/v1/products/:id",
    params: ["expand"],
    answer: ({ shop, id }) => found("product", shop.state.products, id),
  },
  {
    method: "POST",
    path: "/v1/products/:id",
    params: ["name", "description", "metadata", "active"],
    answer: updateProduct,
  },
  {
    method: "POST",
    path: "/v1/prices",
    params: [
      "product",
      "currency",
      "unit_amount",
      "recurring",
      "lookup_key",
      "transfer_lookup_key",
      "metadata",
      "nickname",
      "tax_behavior",
    ],
    answer: createPrice,
  },
  {
    method: "GET",
    path: "/v1/prices",
    params: ["active", "lookup_keys", "product", ...PAGE],
    answer: ({ shop, params }) => {
      const keys = texts(params.lookup_keys);
      const product = text(params.product);
      const isActive = truth(params.active);
      const prices = Object.values(shop.state.prices).filter(
        (price) =>
          (keys.length === 0 || keys.includes(price.lookup_key ?? "")) &&
          (product === null || price.product === product) &&
          (isActive === null || price.active === isActive),
      );
      return paged("/v1/prices", prices, params);
    },
  },
  {
    method: "POST",
    path: "/v1/prices/:id",
    params: ["active", "metadata", "nickname", "lookup_key"],
    answer: ({ shop, id, params }) => {
      const price = found("price", shop.state.prices, id);
      price.active = truth(params.active) ?? price.active;
      price.metadata = { ...price.metadata, ...pairs(params.metadata) };
      return price;
    },
  },
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
    answer: ({ shop, id }) => found("customer", shop.state.customers, id),
  },
  { method: "DELETE", path: "/v1/customers/:id", params: [], answer: deleteCustomer },
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    params: [
      "mode",
      "customer",
      "line_items",
      "success_url",
      "cancel_url",
      "client_reference_id",
      "metadata",
      "subscription_data",
      "payment_intent_data",
      "automatic_tax",
      "customer_update",
      "invoice_creation",
      "allow_promotion_codes",
      "billing_address_collection",
      "expires_at",
    ],
    answer: createSession,
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions",
    params: ["customer", "status", ...PAGE],
    answer: ({ shop, params }) =>
      paged(
        "/v1/checkout/sessions",
        ofCustomer(Object.values(shop.state.sessions), params)
          .filter(({ status }) => text(params.status) === null || status === params.status)
          .map(shown),
        params,
      ),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    params: ["expand"],
    answer: ({ shop, id }) => shown(found("checkout.session", shop.state.sessions, id)),
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    params: [],
    answer: ({ shop, id }) => {
      const session = found("checkout.session", shop.state.sessions, id);
      if (session.status !== "open")
        throw new ShopError(400, {
          type: "invalid_request_error",
          message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
        });
      Object.assign(session, { status: "expired", url: null });
      shop.emit("checkout.session.expired", shown(session));
      return shown(session);
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

function find(method: string, path: string): { route: Route; id: string } {
  const parts = path.split("/");
  // A path in full comes before one with a place for an id.
  for (const route of ROUTES.toSorted(
    (a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")),
  )) {
    const wanted = route.path.split("/");
    if (route.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part === ":id" || part === parts[index])) continue;
    return { route, id: parts[wanted.indexOf(":id")] ?? "" };
  }
  throw new ShopError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function createProduct({ shop, params }: Call): Product {
  const id = text(params.id) ?? shop.id("prod");
  if (shop.state.products[id])
    throw new ShopError(400, {
      type: "invalid_request_error",
      code: "resource_already_exists",
      message: "Product already exists.",
    });
  return (shop.state.products[id] = {
    id,
    object: "product",
    active: true,
    created: shop.now(),
    description: text(params.description),
    livemode: false,
    metadata: pairs(params.metadata),
    name: text(params.name) ?? "",
  });
}

function updateProduct({ shop, id, params }: Call): Product {
  const product = found("product", shop.state.products, id);
  product.name = text(params.name) ?? product.name;
  product.description = text(params.description) ?? product.description;
  product.active = truth(params.active) ?? product.active;
  product.metadata = { ...product.metadata, ...pairs(params.metadata) };
  return product;
}

function createPrice({ shop, params }: Call): Price {
  const product = found("product", shop.state.products, text(params.product) ?? "");
  const amount = number(params.unit_amount);
  if (amount === null || !Number.isInteger(amount)) throw invalid("unit_amount");
  const isMonthly = text(object(params.recurring).interval) === "month";
  const lookupKey = text(params.lookup_key);
  if (lookupKey !== null && Object.values(shop.state.prices).some((price) => price.lookup_key === lookupKey))
    throw new ShopError(400, {
      type: "invalid_request_error",
      param: "lookup_key",
      message: "A price (price_…) already uses that lookup key.",
    });
  const id = shop.id("price");
  return (shop.state.prices[id] = {
    id,
    object: "price",
    active: true,
    created: shop.now(),
    currency: text(params.currency) ?? "usd",
    livemode: false,
    lookup_key: lookupKey,
    metadata: pairs(params.metadata),
    nickname: text(params.nickname),
    product: product.id,
    recurring: isMonthly ? { interval: "month", interval_count: 1 } : null,
    type: isMonthly ? "recurring" : "one_time",
    unit_amount: amount,
  });
}

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

/** As Stripe does it: the customer's subscriptions end at once, and the payments stay in the books. */
function deleteCustomer({ shop, id }: Call): unknown {
  const customer = found("customer", shop.state.customers, id);
  for (const subscription of Object.values(shop.state.subscriptions))
    if (subscription.customer === id && subscription.status !== "canceled") cancelNow(shop, subscription);
  delete shop.state.customers[id];
  delete shop.state.cards[id];
  shop.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}

function createSession({ shop, params }: Call): CheckoutSession {
  const customer = found("customer", shop.state.customers, text(params.customer) ?? "");
  const mode = text(params.mode);
  if (mode !== "payment" && mode !== "subscription") throw invalid("mode");
  const lines = objects(params.line_items).map((line) => ({
    price: text(line.price) ?? "",
    quantity: number(line.quantity) ?? 1,
  }));
  if (lines.length === 0) throw invalid("line_items");
  let total = 0;
  for (const { price, quantity } of lines) {
    const one = found("price", shop.state.prices, price);
    if ((one.type === "recurring") !== (mode === "subscription")) throw invalid("line_items");
    total += (one.unit_amount ?? 0) * quantity;
  }
  const id = shop.id("cs_test");
  const session = {
    id,
    object: "checkout.session" as const,
    amount_total: total,
    cancel_url: text(params.cancel_url),
    client_reference_id: text(params.client_reference_id),
    created: shop.now(),
    currency: "usd",
    customer: customer.id,
    expires_at: shop.now() + DAY_SECONDS,
    invoice: null,
    livemode: false,
    metadata: pairs(params.metadata),
    mode,
    payment_intent: null,
    payment_status: "unpaid" as const,
    status: "open" as const,
    subscription: null,
    success_url: text(params.success_url),
    url: `${shop.url}/c/pay/${id}`,
    lines,
    data: {
      subscription: pairs(object(params.subscription_data).metadata),
      paymentIntent: pairs(object(params.payment_intent_data).metadata),
    },
  };
  shop.state.sessions[id] = session;
  return shown(session);
}

function updateSubscription({ shop, id, params }: Call): unknown {
  const subscription = living(shop, id);
  const isEnding = truth(params.cancel_at_period_end);
  if (isEnding !== null) {
    subscription.cancel_at_period_end = isEnding;
    subscription.cancel_at = isEnding ? periodOf(subscription).current_period_end : null;
    subscription.canceled_at = isEnding ? shop.now() : null;
  }
  subscription.metadata = { ...subscription.metadata, ...pairs(params.metadata) };
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

/** Without what only the stand-in needs. */
export function shown({
  lines: _lines,
  data: _data,
  ...session
}: Shop["state"]["sessions"][string]): CheckoutSession {
  return session;
}

function ofCustomer<T extends { customer: string }>(all: T[], params: Params): T[] {
  const customer = text(params.customer);
  return customer === null ? all : all.filter((one) => one.customer === customer);
}

function ofPayment<T extends { charge: string; payment_intent: string }>(all: T[], params: Params): T[] {
  const [charge, intent] = [text(params.charge), text(params.payment_intent)];
  return all.filter(
    (one) => (charge === null || one.charge === charge) && (intent === null || one.payment_intent === intent),
  );
}

/** The newest first, a page at a time, as Stripe lists. */
function paged<T extends { id: string; created: number }>(url: string, all: T[], params: Params) {
  const newest = all.toReversed();
  const after = text(params.starting_after);
  const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(100, number(params.limit) ?? 10);
  return list(url, newest.slice(from, from + limit), newest.length > from + limit);
}

function found<T>(kind: string, all: Record<string, T>, id: string): T {
  const one = Object.hasOwn(all, id) ? all[id] : undefined;
  if (one === undefined) throw missing(kind, id);
  return one;
}

function invalid(param: string): ShopError {
  return new ShopError(400, { type: "invalid_request_error", param, message: `Invalid ${param}` });
}

function faultOf(fault: "402" | "429" | "500"): ShopError {
  if (fault === "429")
    return new ShopError(429, {
      type: "invalid_request_error",
      code: "rate_limit",
      message: "Too many requests",
    });
  if (fault === "402")
    return new ShopError(402, {
      type: "card_error",
      code: "card_declined",
      message: "Your card was declined.",
    });
  return new ShopError(500, { type: "api_error", message: "An unknown error occurred" });
}

function failure({ status, body }: ShopError): Response {
  return Response.json(body, { status });
}

function never(): Promise<Response> {
  return new Promise(() => {});
}
