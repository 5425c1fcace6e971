import { normaliseTerm } from "#worker/docs-index/normalise-term.ts";
import { STOP_WORDS } from "#worker/docs-index/stop-words.ts";

/** A word in lower case, with its place in the text. */
export type Word = { text: string; start: number; end: number };
export type Span = { start: number; end: number };

const WORD = /[\p{L}\p{N}_$]+(?:['’]\p{L}+)?/gu;
const CLAUSE_ENDS = ",;:.!?\n";
const NEGATIONS = new Set(["not", "no", "never", "cannot", "none", "nor", "neither"]);

/** The words of a text in order; other characters, such as marks of markdown and line ends, do not count. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.toLowerCase().replace("’", "'"),
    start: index,
    end: index + word.length,
  }));
}

/** Place of a quotation's words in a text, one right behind the other; null when absent. */
export function findWords(words: readonly Word[], wanted: readonly Word[]): Span | null {
  const [first] = wanted;
  if (!first) return null;
  for (let at = 0; at + wanted.length <= words.length; at += 1) {
    if (words[at]!.text !== first.text) continue;
    if (wanted.every(({ text }, index) => words[at + index]!.text === text))
      return { start: words[at]!.start, end: words[at + wanted.length - 1]!.end };
  }
  return null;
}

/** Stems of a sentence's subject words: its words without endings and without common words. */
export function stemsOf(text: string): Set<string> {
  const words = wordsOf(text).map((word) => word.text.replace(/'\p{L}+$/u, ""));
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(normaliseTerm));
}

/** Share of a sentence's stems that a text has, 0 to 1; 1 for a sentence without stems. */
export function shareOf(stems: ReadonlySet<string>, text: string): number {
  if (stems.size === 0) return 1;
  const there = stemsOf(text);
  return [...stems].filter((stem) => there.has(stem)).length / stems.size;
}

/** True when a text denies something. Something done "without" something else is still done. */
export function isNegated(text: string): boolean {
  return wordsOf(text).some((word) => NEGATIONS.has(word.text) || word.text.endsWith("n't"));
}

/** The sentences of a text; a line end ends a sentence too. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isEnd = text[at] === "\n" || (".!?".includes(text[at]!) && /\s/.test(text[at + 1] ?? " "));
    if (!isEnd) continue;
    if (text.slice(start, at + 1).trim() !== "") spans.push({ start, end: at + 1 });
    start = at + 1;
  }
  if (text.slice(start).trim() !== "") spans.push({ start, end: text.length });
  return spans;
}

/** A span widened to the next comma, or the end of the sentence, on both sides. */
export function wholeClause(text: string, { start, end }: Span): Span {
  let [first, last] = [start, end];
  while (first > 0 && !CLAUSE_ENDS.includes(text[first - 1]!)) first -= 1;
  while (last < text.length && !CLAUSE_ENDS.includes(text[last - 1]!)) last += 1;
  return { start: first, end: last };
}

/** A span widened to whole sentences. */
export function wholeSentences(text: string, span: Span): Span {
  const touched = sentencesOf(text).filter(({ start, end }) => start < span.end && end > span.start);
  return { start: touched[0]?.start ?? span.start, end: touched.at(-1)?.end ?? span.end };
}
