import type { RunPage } from "../product.ts";

/** Number of pages by outcome. */
export function countOutcomes(pages: readonly RunPage[]): Record<string, number> {
  const groups = Map.groupBy(pages, ({ outcome }) => outcome);
  return Object.fromEntries([...groups].map(([outcome, group]) => [outcome, group.length]));
}
