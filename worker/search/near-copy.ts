/** Number of words in a row that are compared as one. */
const RUN_LENGTH = 5;
/**
 * Share of a text's runs of words that an earlier text must hold to make the text a near copy. On the development questions one
 * answer in ten had a near copy; texts that share less than this say different things in the same words.
 */
const MIN_SHARE = 0.75;

/** Five words in a row as a number of 30 bits, which a Set holds unboxed; two texts of some hundred runs hardly ever collide. */
type WordRun = number;

/** Every run of five words of a text, in lower case and without marks. */
export function wordRuns(text: string): ReadonlySet<WordRun> {
  const words = wordCodes(text.toLowerCase());
  const runs = new Set<WordRun>();
  for (let last = RUN_LENGTH - 1; last < words.length; last++) {
    let run = 0;
    for (let i = last - RUN_LENGTH + 1; i <= last; i++) run = mixed(run, words[i]!);
    runs.add((run ^ (run >>> 15)) & 0x3fffffff);
  }
  return runs;
}

/** The words of a text as numbers. Read by hand, since a pattern takes most of the time that a comparison has. */
function wordCodes(text: string): number[] {
  const words: number[] = [];
  let word = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 ? IS_ASCII_WORD[code] === 1 : BEYOND_ASCII_WORD.test(text[i]!)) {
      word = mixed(word, code);
      length += 1;
    } else if (length > 0) {
      words.push(word);
      word = 0;
      length = 0;
    }
  }
  if (length > 0) words.push(word);
  return words;
}

const IS_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Halves of a surrogate pair count as letters: most characters of documentation beyond the first 65,536 of Unicode are letters. */
const BEYOND_ASCII_WORD = /[\p{L}\p{N}\ud800-\udfff]/u;

function mixed(hash: number, value: number): number {
  return Math.imul((hash << 5) ^ (hash >>> 27) ^ value, 0x9e3779b1);
}

/** Whether most of a text is in one earlier text: the same section on another page, or for another product of a family. */
export function isNearCopy(runs: ReadonlySet<WordRun>, before: readonly ReadonlySet<WordRun>[]): boolean {
  return (
    runs.size > 0 &&
    before.some((other) => {
      let shared = 0;
      for (const run of runs) if (other.has(run)) shared++;
      return shared >= runs.size * MIN_SHARE;
    })
  );
}
