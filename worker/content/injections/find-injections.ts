import { isHiddenWriting, plainLetters } from "./plain-letters.ts";
import { MARKERS, OTHER_LANGUAGES, RULES } from "./rules.ts";
import type { Rule } from "./rules.ts";

/** A run of lines that speaks to a model as if the text could give orders. Offsets into the text. */
export type Injection = { start: number; end: number };

/** Sum of weights from which a text is an injection. A certain sign weighs 1; signs that honest documentation has too weigh less. */
const CERTAIN = 1;
/** Least weight of the strongest sign in an injection: many weak signs together are still honest. */
const TELLING = 0.6;
/** Length up to which lines of one paragraph are judged together, since an order may be broken over lines. */
const MAX_PARAGRAPH_CHARACTERS = 2000;
/** Characters of a line that are judged: a longer line is data. */
const MAX_LINE_CHARACTERS = 8000;
const MAX_WORDS = 1500;

/**
 * The lines of a page's text that address a model: orders to ignore earlier orders, another role, messages in the name of the
 * model's maker or in ours, orders to hide something from the user or to send something away, marks of chat formats, writing that
 * no person sees. Judged by words alone, line by line and then paragraph by paragraph, in time linear in the text. The rules are in
 * rules.ts, and their right and wrong findings in docs/figures/injections.md.
 */
export function findInjections(text: string): Injection[] {
  const found: Injection[] = [];
  let paragraph: Line[] = [];
  let fence = "";
  const judgeParagraph = () => {
    found.push(...judge(paragraph, text));
    paragraph = [];
  };
  for (const line of linesOf(text)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line.text)?.[1] ?? "";
    if (mark !== "" && (fence === "" || mark.startsWith(fence))) {
      judgeParagraph();
      fence = fence === "" ? mark : "";
    } else if (line.text.trim() === "") judgeParagraph();
    else paragraph.push({ ...line, isCode: fence !== "" });
  }
  judgeParagraph();
  return found;
}

type Line = { text: string; start: number; end: number; isCode?: boolean };

function judge(lines: Line[], text: string): Injection[] {
  const found = lines.filter((line) => isInjection(line.text.slice(0, MAX_LINE_CHARACTERS), line.isCode));
  if (found.length > 0) return joinNeighbours(found, text);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || lines.length === 1 || last.end - first.start > MAX_PARAGRAPH_CHARACTERS) return [];
  const isWhole = isInjection(text.slice(first.start, last.end), first.isCode);
  return isWhole ? [{ start: first.start, end: last.end }] : [];
}

function joinNeighbours(lines: Line[], text: string): Injection[] {
  const joined: Injection[] = [];
  for (const { start, end } of lines) {
    const before = joined.at(-1);
    if (before && text.slice(before.end, start).trim() === "") before.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

function isInjection(text: string, isCode = false): boolean {
  if (isHiddenWriting(text)) return true;
  const plain = plainLetters(text);
  if (OTHER_LANGUAGES.test(plain)) return true;
  const marks = MARKERS.filter(({ pattern }) => pattern.test(plain));
  const words = plain.match(WORD)?.slice(0, MAX_WORDS).map(bare) ?? [];
  const weights = [...marks.map(({ inText, inCode }) => (isCode ? inCode : inText)), ...weightsOf(words)];
  return Math.max(0, ...weights) >= TELLING && weights.reduce((sum, weight) => sum + weight, 0) >= CERTAIN;
}

const WORD = /[\p{L}\p{N}.][\p{L}\p{N}'’._/-]*|[:,.!?#|*(]/gu;

function bare(word: string): string {
  return word.replaceAll("’", "'").replace(/[._/'-]$/, "");
}

const RULES_BY_FIRST_WORD = new Map<string, Rule[]>();
for (const rule of RULES)
  for (const word of rule.groups[0]!)
    RULES_BY_FIRST_WORD.set(word, [...(RULES_BY_FIRST_WORD.get(word) ?? []), rule]);

/** Weights of the rules that hold, each rule once. */
function weightsOf(words: string[]): number[] {
  const held = new Set<Rule>();
  words.forEach((word, i) => {
    for (const rule of RULES_BY_FIRST_WORD.get(word) ?? [])
      if (!held.has(rule) && holdsAt(rule, words, i)) held.add(rule);
  });
  return [...held].map(({ weight }) => weight);
}

/** Whether a rule holds for the words from `i` on: one word of each group, in order, each within reach of the one before. */
function holdsAt({ groups, within, unless, isFirst }: Rule, words: string[], i: number): boolean {
  if (isFirst && i > 0 && /[\p{L}\p{N},]/u.test(words[i - 1]!)) return false;
  if (unless && words.slice(Math.max(0, i - 3), i).some((before) => unless.has(before))) return false;
  let at = i;
  return groups.slice(1).every((group, n) => {
    const next = words.slice(at + 1, at + 1 + within[n]!).findIndex((other) => group.has(other));
    at += 1 + next;
    return next !== -1;
  });
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}
