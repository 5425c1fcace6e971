import { number, object, pairs, text, texts, truth, withPairs } from "./form.ts";
import type { Price, Product } from "./objects.ts";
import { found, invalid, PAGE, paged } from "./route.ts";
import type { Call, Route } from "./route.ts";
import { ShopError } from "./shop.ts";

/** Products and prices. */
export const CATALOG_ROUTES: Route[] = [
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
      price.metadata = withPairs(price.metadata, params.metadata);
      return price;
    },
  },
];

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
  product.metadata = withPairs(product.metadata, params.metadata);
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
