import { decode, encode } from "gpt-tokenizer/encoding/o200k_base";

/** The first `budget` o200k tokens of a text, for each of the budgets; a shorter text stays whole. */
export function cutAt<Budget extends number>(
  text: string,
  budgets: readonly Budget[],
): Record<Budget, string> {
  const tokens = encode(text, { disallowedSpecial: new Set() });
  const cuts = budgets.map((budget) => [
    budget,
    tokens.length <= budget ? text : decode(tokens.slice(0, budget)),
  ]);
  return Object.fromEntries(cuts);
}
