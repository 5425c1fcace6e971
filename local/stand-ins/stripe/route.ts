import { number, text } from "./form.ts";
import type { Params } from "./form.ts";
import { list, missing, ShopError } from "./shop.ts";
import type { Shop } from "./shop.ts";

/** A request that a route answers. */
export type Call = { shop: Shop; id: string; params: Params };
/** A route for one call of Stripe's API. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  /** Path of the route; `:id` stands for one segment. */
  path: string;
  /** Every parameter that the route knows; any other is refused, as by Stripe. */
  params: readonly string[];
  answer: (call: Call) => unknown;
};

/** Parameters of every list. */
export const PAGE = ["limit", "starting_after", "ending_before", "expand"];

/** The object of an id. Throws the answer that Stripe gives where there is none. */
export function found<T>(kind: string, all: Record<string, T>, id: string): T {
  const one = Object.hasOwn(all, id) ? all[id] : undefined;
  if (one === undefined) throw missing(kind, id);
  return one;
}

/** The entries of the customer that a request names; all entries where it names none. */
export function ofCustomer<T extends { customer: string }>(all: T[], params: Params): T[] {
  const customer = text(params.customer);
  return customer === null ? all : all.filter((one) => one.customer === customer);
}

/** The answer of a list: the newest first, a page at a time, as Stripe lists. */
export function paged<T extends { id: string; created: number }>(url: string, all: T[], params: Params) {
  const newest = all.toReversed();
  const after = text(params.starting_after);
  const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(100, number(params.limit) ?? 10);
  return list(url, newest.slice(from, from + limit), newest.length > from + limit);
}

/** The answer to a parameter whose value makes no sense. */
export function invalid(param: string): ShopError {
  return new ShopError(400, { type: "invalid_request_error", param, message: `Invalid ${param}` });
}
