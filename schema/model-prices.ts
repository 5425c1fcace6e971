/** The price of a model's input, as its maker's price list was reported on a day. In cents for a million tokens. */
export type ModelPrice = { id: string; name: string; centsPerMillion: number; asOf: string };

/** Prices for a first guess. Because prices change, the page and the monthly mail name the day, and the page takes another price. */
export const MODEL_PRICES: readonly ModelPrice[] = [
  { id: "claude-sonnet-4.6", name: "Claude Sonnet 4.6", centsPerMillion: 300, asOf: "2026-06-01" },
  { id: "claude-opus-4.8", name: "Claude Opus 4.8", centsPerMillion: 500, asOf: "2026-06-01" },
  { id: "gpt-5", name: "GPT-5", centsPerMillion: 125, asOf: "2026-02-01" },
  { id: "gemini-2.5-pro", name: "Gemini 2.5 Pro", centsPerMillion: 125, asOf: "2026-04-07" },
];
