import { number, object, objects, pairs, text, truth } from "./form.ts";
import type { CheckoutSession } from "./objects.ts";
import { found, invalid, ofCustomer, PAGE, paged } from "./route.ts";
import type { Call, Route } from "./route.ts";
import { ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";

const DAY_SECONDS = 86_400;

/** Pages where something is paid. */
export const CHECKOUT_ROUTES: Route[] = [
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
      "tax_id_collection",
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
];

function createSession({ shop, params }: Call): CheckoutSession {
  const customer = found("customer", shop.state.customers, text(params.customer) ?? "");
  const mode = text(params.mode);
  if (mode !== "payment" && mode !== "subscription") throw invalid("mode");
  // Stripe allows the parameter for single payments; a plan has invoices anyway.
  if (params.invoice_creation !== undefined && mode !== "payment") throw invalid("invoice_creation");
  const isTaxed = truth(object(params.automatic_tax).enabled) ?? false;
  const takesTaxId = truth(object(params.tax_id_collection).enabled) ?? false;
  const update = object(params.customer_update);
  if (isTaxed && update.address !== "auto")
    throw new ShopError(400, {
      type: "invalid_request_error",
      code: "customer_tax_location_invalid",
      message:
        "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
    });
  if (takesTaxId && update.name !== "auto") throw invalid("customer_update[name]");
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
    // The shop is registered for tax nowhere, and Stripe adds no tax where a seller is not registered.
    automatic_tax: {
      enabled: isTaxed,
      liability: isTaxed ? { type: "self" as const } : null,
      provider: isTaxed ? "stripe" : null,
      status: isTaxed ? ("complete" as const) : null,
    },
    tax_id_collection: { enabled: takesTaxId, required: "never" as const },
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
      hasInvoice: truth(object(params.invoice_creation).enabled) ?? false,
    },
  };
  shop.state.sessions[id] = session;
  return shown(session);
}

export function shown({
  lines: _lines,
  data: _data,
  ...session
}: Shop["state"]["sessions"][string]): CheckoutSession {
  return session;
}
