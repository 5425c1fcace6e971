import { outcomeWords } from "#worker/runs/outcome-words.ts";
import type { OutcomeWords } from "#worker/runs/outcome-words.ts";

/** Limit on fetched pages: a site of copies and errors must not go on for ever below the page limit. */
export function takeLimit(pageLimit: number): number {
  return pageLimit * 3 + 1000;
}

export const PLAN_FULL = outcomeWords("over-limit", {
  reason: "The pages of the plan were used up before it.",
});

export function overLimitWords(pageLimit: number): OutcomeWords {
  return outcomeWords("over-limit", { reason: `The limit of ${pageLimit} pages was reached before it.` });
}
