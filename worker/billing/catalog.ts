import { CREDIT_PACKS, PER_SEAT, PLANS } from "#schema/plans.ts";
import { PAID_TIERS, PRODUCT } from "#schema/values.ts";
import type { PaidTier } from "#schema/values.ts";
import type { Stripe } from "./stripe.ts";

/** A product at Stripe with its one current price. */
export type CatalogItem = {
  productId: string;
  /** Name of the product as it stands on each line of an invoice, so it says what was bought. */
  name: string;
  description: string;
  priceCents: number;
  isMonthly: boolean;
  /** Name of the price. The name includes the amount: another amount is another price, and a subscriber keeps the old price. */
  lookupKey: string;
  /** Metadata on the price, by which a webhook knows the product. */
  metadata: { tier: string } | { credits: string };
};

export const SEAT_LOOKUP_KEY = `docenda_team_seat_${PER_SEAT.priceCents}`;

/** All products, from schema/plans.ts. */
export const CATALOG: readonly CatalogItem[] = [
  ...PAID_TIERS.map((tier) => ({
    productId: `docenda_${tier.toLowerCase()}`,
    name: `${PRODUCT} ${tier}, ${count(PLANS[tier].monthlyAllowance)} credits a month`,
    description: `${count(PLANS[tier].monthlyAllowance)} credits every month`,
    priceCents: PLANS[tier].priceCents,
    isMonthly: true,
    lookupKey: planLookupKey(tier),
    metadata: { tier },
  })),
  {
    productId: "docenda_team_seat",
    name: `${PRODUCT} Team seat, ${count(PER_SEAT.monthlyAllowance)} credits a month`,
    description: `${count(PER_SEAT.monthlyAllowance)} credits every month, shared by the team`,
    priceCents: PER_SEAT.priceCents,
    isMonthly: true,
    lookupKey: SEAT_LOOKUP_KEY,
    metadata: { tier: "Pro" },
  },
  ...CREDIT_PACKS.map(({ credits, priceCents }) => ({
    productId: `docenda_pack_${credits}`,
    name: `${count(credits)} ${PRODUCT} credits`,
    description: "Bought once; they don't expire",
    priceCents,
    isMonthly: false,
    lookupKey: packLookupKey(credits, priceCents),
    metadata: { credits: String(credits) },
  })),
];

export function planLookupKey(tier: PaidTier): string {
  return `docenda_${tier.toLowerCase()}_${PLANS[tier].priceCents}`;
}

export function packLookupKey(credits: number, priceCents: number): string {
  return `docenda_pack_${credits}_${priceCents}`;
}

/** The id of a price of the catalog. Throws when the catalog has not been written to Stripe. */
export async function getPriceId(stripe: Stripe, lookupKey: string): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`Stripe has no price ${lookupKey}: npm run stripe:sync`);
  return price.id;
}

/**
 * Writes the catalog to Stripe: products under ids of ours, prices under their lookup keys. Existing products and prices stay, so this
 * may be repeated. Prices no longer sold are closed to new buyers. Returns the changes, in words.
 */
export async function syncCatalog(stripe: Stripe): Promise<string[]> {
  const changes: string[] = [];
  for (const item of CATALOG) {
    const { productId, name, description, priceCents, lookupKey, metadata } = item;
    const { data: products } = await stripe.products.list({ ids: [productId], limit: 1 });
    const [product] = products;
    if (!product) {
      await stripe.products.create({ id: productId, name, description });
      changes.push(`created product ${productId}`);
    } else if (product.name !== name || product.description !== description) {
      await stripe.products.update(productId, { name, description });
      changes.push(`updated product ${productId}`);
    }
    const { data: prices } = await stripe.prices.list({ product: productId, active: true, limit: 100 });
    if (!prices.some((price) => price.lookup_key === lookupKey && price.unit_amount === priceCents)) {
      await stripe.prices.create({
        product: productId,
        currency: "usd",
        unit_amount: priceCents,
        lookup_key: lookupKey,
        metadata,
        ...(item.isMonthly && { recurring: { interval: "month" } }),
      });
      changes.push(`created price ${lookupKey}`);
    }
    for (const price of prices) {
      if (price.lookup_key === lookupKey) continue;
      await stripe.prices.update(price.id, { active: false });
      changes.push(`closed price ${price.lookup_key ?? price.id}`);
    }
  }
  return changes;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
