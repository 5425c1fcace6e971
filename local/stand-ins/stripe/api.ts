import { CATALOG_ROUTES } from "./catalog-routes.ts";
import { CHECKOUT_ROUTES } from "./checkout-routes.ts";
import { CUSTOMER_ROUTES } from "./customer-routes.ts";
import { readForm } from "./form.ts";
import type { Params } from "./form.ts";
import { PAYMENT_ROUTES } from "./payment-routes.ts";
import type { Route } from "./route.ts";
import { fingerprint, ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";
import { SUBSCRIPTION_ROUTES } from "./subscription-routes.ts";

const ROUTES: Route[] = [
  ...CATALOG_ROUTES,
  ...CUSTOMER_ROUTES,
  ...CHECKOUT_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...PAYMENT_ROUTES,
];

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
  // A request that failed for a passing reason is carried out when it comes again.
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
