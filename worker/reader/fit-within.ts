import { MIN_BUDGET_TOKENS } from "#schema/values.ts";

/** Most times that a text is made shorter because its form adds tokens. The second is enough unless most of the text is escapes. */
const MAX_FITS = 6;

/**
 * The result of `fitTo` for a budget so far below `budget` that the answer fits in its client's form. `plain` and `sent` are o200k tokens of
 * the answer's text and of its form.
 */
export async function fitWithin<T extends { plain: number; sent: number }>(
  budget: number,
  fitTo: (most: number) => T | Promise<T>,
): Promise<T> {
  let most = budget;
  let answer = await fitTo(most);
  for (let again = 1; answer.sent > budget && again < MAX_FITS; again++) {
    const inForm = Math.floor((budget * answer.plain) / answer.sent);
    most = Math.max(MIN_BUDGET_TOKENS, Math.min(inForm, most - (answer.sent - budget)));
    answer = await fitTo(most);
  }
  return answer;
}
