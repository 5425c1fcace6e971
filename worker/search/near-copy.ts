/** Words in a row that are compared as one. */
const RUN_LENGTH = 5;
/**
 * Share of a text's runs of words that another must hold to be told again by it. On the development questions one answer in
 * ten had such a passage; those that share less than this say different things in the same words.
 */
const MIN_SHARE = 0.75;

/** Every run of five words of a text, in lower case and without marks. */
export function wordRuns(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Cut out of one string, which takes half the time of joining each.
  const joined = words.join(" ");
  const runs = new Set<string>();
  let start = 0;
  let end = -1;
  for (let i = 0; i < words.length; i++) {
    end += words[i]!.length + 1;
    if (i + 1 < RUN_LENGTH) continue;
    runs.add(joined.slice(start, end));
    start += words[i + 1 - RUN_LENGTH]!.length + 1;
  }
  return runs;
}

/** Whether most of a text is in one that was there before: the same section on another page, or for another product of a family. */
export function isNearCopy(runs: ReadonlySet<string>, before: readonly ReadonlySet<string>[]): boolean {
  return (
    runs.size > 0 &&
    before.some((other) => {
      let shared = 0;
      for (const run of runs) if (other.has(run)) shared++;
      return shared >= runs.size * MIN_SHARE;
    })
  );
}
