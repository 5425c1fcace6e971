/** A month of the Workers Paid plan in US dollars: what it includes of each thing that is billed, and what more of it costs. */
export const BASE_USD = 5;

type Price = { product: string; what: string; included: number; usd: number; per: number; source: string };

const DOCS = "https://developers.cloudflare.com";
const WORKERS = `${DOCS}/workers/platform/pricing/`;
const OBJECTS = `${DOCS}/durable-objects/platform/pricing/`;
const D1 = `${DOCS}/d1/platform/pricing/`;
const KV = `${DOCS}/kv/platform/pricing/`;
const R2 = `${DOCS}/r2/pricing/`;
const VECTORIZE = `${DOCS}/vectorize/platform/pricing/`;

const MILLION = 1e6;
const BILLION = 1e9;

/** Read in November 2026 in copies of these pages, which may be older. What is stored counts for the whole month, in gigabytes of a billion bytes. */
export const PRICES = {
  requests: price("Workers", "requests", 10 * MILLION, 0.3, MILLION, WORKERS),
  cpuMs: price("Workers", "CPU milliseconds", 30 * MILLION, 0.02, MILLION, WORKERS),
  logLines: price("Workers Logs", "log events", 20 * MILLION, 0.6, MILLION, WORKERS),
  objectRequests: price("Durable Objects", "requests", MILLION, 0.15, MILLION, OBJECTS),
  objectGbSeconds: price("Durable Objects", "GB-seconds", 400_000, 12.5, MILLION, OBJECTS),
  objectRowsRead: price("Durable Objects", "rows read", 25 * BILLION, 0.001, MILLION, OBJECTS),
  objectRowsWritten: price("Durable Objects", "rows written", 50 * MILLION, 1, MILLION, OBJECTS),
  objectGb: price("Durable Objects", "GB stored", 5, 0.2, 1, OBJECTS),
  d1RowsRead: price("D1", "rows read", 25 * BILLION, 0.001, MILLION, D1),
  d1RowsWritten: price("D1", "rows written", 50 * MILLION, 1, MILLION, D1),
  d1Gb: price("D1", "GB stored", 5, 0.75, 1, D1),
  kvReads: price("KV", "reads", 10 * MILLION, 0.5, MILLION, KV),
  kvWrites: price("KV", "writes", MILLION, 5, MILLION, KV),
  r2ClassA: price("R2", "class A operations", MILLION, 4.5, MILLION, R2),
  r2Gb: price("R2", "GB stored", 10, 0.015, 1, R2),
  queueOperations: price("Queues", "operations", MILLION, 0.4, MILLION, `${DOCS}/queues/platform/pricing/`),
  vectorsQueried: price("Vectorize", "queried dimensions", 50 * MILLION, 0.01, MILLION, VECTORIZE),
  vectorsStored: price("Vectorize", "stored dimensions", 10 * MILLION, 0.05, 100 * MILLION, VECTORIZE),
  // 10,000 neurons are free every day.
  neurons: price("Workers AI", "neurons", 300_000, 0.011, 1_000, `${DOCS}/workers-ai/platform/pricing/`),
  browserHours: price("Browser Run", "browser hours", 10, 0.09, 1, `${DOCS}/browser-run/pricing/`),
  mails: price("Email Service", "emails", 3_000, 0.35, 1_000, `${DOCS}/email-service/platform/pricing/`),
  // Not billed yet; the price is announced.
  dataPoints: price(
    "Analytics Engine",
    "data points",
    10 * MILLION,
    0.25,
    MILLION,
    `${DOCS}/analytics/analytics-engine/pricing/`,
  ),
} as const satisfies Record<string, Price>;

export type Billed = keyof typeof PRICES;
/** How much of each thing; what is not named is not used. */
export type Usage = Partial<Record<Billed, number>>;

type Line = { billed: Billed; product: string; what: string; amount: number; usd: number };

/** The bill of a month, line by line in the order of `PRICES`, and its sum with the plan itself. */
export function billOf(usage: Usage): { lines: Line[]; totalUsd: number } {
  const lines = (Object.keys(PRICES) as Billed[]).map((billed) => {
    const { product, what, included, usd, per } = PRICES[billed];
    const amount = usage[billed] ?? 0;
    return { billed, product, what, amount, usd: (Math.max(0, amount - included) / per) * usd };
  });
  return { lines, totalUsd: lines.reduce((sum, line) => sum + line.usd, BASE_USD) };
}

/** Usages added up, each as many times as is said. */
export function addUp(...parts: [usage: Usage, times: number][]): Usage {
  const sum: Usage = {};
  for (const [usage, times] of parts)
    for (const [billed, amount] of Object.entries(usage) as [Billed, number][])
      sum[billed] = (sum[billed] ?? 0) + amount * times;
  return sum;
}

function price(
  product: string,
  what: string,
  included: number,
  usd: number,
  per: number,
  source: string,
): Price {
  return { product, what, included, usd, per, source };
}
