import { CALL_PRICES, creditsInWords } from "#schema/plans.ts";

const READ_PRICE = creditsInWords(CALL_PRICES.read);

export const COPY = {
  cost: `${creditsInWords(CALL_PRICES.search)}; free when the answer isn't sure, or when you ask again within 60 seconds.`,
  readCost: `Read · ${READ_PRICE}`,
  readWhole: `Read the page around it · ${READ_PRICE}`,
  nearest: "These are the nearest passages, and they may not answer this.",
  nearestHelp:
    "Other words, the terms its docs probably use as keywords, or another source may find more. No credit was used.",
  noResults: (query: string) => `No results for '${query}'`,
  failed: "The search failed. Try again.",
  readFailed: "The page could not be read. Try again.",
  outOfCredits: "You have no credits left.",
} as const;

/** Questions of the kind that the search is good at. */
export const EXAMPLES = [
  "cloudflare agents schedule a method every day at 8",
  "react-router redirect in a loader",
  "vitest mock a module",
] as const;

/** Words of the search without an account. */
export const TRY_COPY = {
  label: "Ask the documentation",
  placeholder: "Ask any public docs",
  ask: "Ask",
  examples: "Try one of these",
  searching: "Searching...",
  failed: "The search failed. Try again.",
  absent: "Nothing in the public docs answers this, so your agent would get no passages and pay nothing.",
  absentHelp: "Name the library, or add your own docs.",
  nearest: "These are the nearest passages, and they may not answer this. An agent wouldn't pay for them.",
  more: "What else your agent gets",
} as const;
