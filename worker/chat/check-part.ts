import type { AnswerPart, ChatPassage, PartStatus, Support } from "#schema/api/chat.ts";
import type { Citation, WrittenPart } from "./read-answer.ts";
import {
  findWords,
  isNegated,
  sentencesOf,
  shareOf,
  stemsOf,
  wholeClause,
  wholeSentences,
  wordsOf,
} from "./words.ts";
import type { Span } from "./words.ts";

/** Fewest words of a quotation; a shorter one is found anywhere. */
const MIN_QUOTED_WORDS = 3;
/** Share of a sentence's subject words that its passages must have, around the cited words. */
const MIN_SHARE = 0.6;
/** Share of the subject words for a sentence that names no passage. */
const MIN_SHARE_UNCITED = 0.75;
/** Characters on both sides of a cited span that are read with it. */
const AROUND = 240;
/** A sentence that only says that nothing was found. */
const REMARK =
  /^(?:the|these) (?:passages|docs|documentation)(?: above| here)? (?:do not|don't|does not|doesn't) (?:say|answer|mention|cover|describe|explain|contain)\b[^.;:]{0,160}[.!]?$/i;
const TURNS = /\b(?:but|however|although|instead|except|though)\b/i;

/**
 * A piece of an answer with the passages' words that support the piece. The model's claims about itself are not believed: the words that a
 * sentence cites must stand in the passage, one behind the other; its numbers and code must be there too, and most of its subject words;
 * and a sentence that denies rests on one that denies. A piece that fails any test is unsupported. The check is of words: a sentence that
 * misreads its passage with the passage's own words passes.
 */
export function checkPart(part: WrittenPart, passages: readonly ChatPassage[]): AnswerPart {
  switch (part.kind) {
    case "heading":
      return part;
    case "code":
      return { ...part, ...checkCode(part.text, passages) };
    case "sentence": {
      const { citations, ...sentence } = part;
      return { ...sentence, ...checkSentence(sentence.text, citations, passages) };
    }
    default:
      return part satisfies never;
  }
}

type Checked = { status: PartStatus; supports: Support[] };
const UNSUPPORTED: Checked = { status: "unsupported", supports: [] };

function checkSentence(
  text: string,
  citations: readonly Citation[],
  passages: readonly ChatPassage[],
): Checked {
  const stems = stemsOf(text);
  const supports =
    citations.length > 0
      ? citations.flatMap((citation) => located(citation, stems, passages) ?? [])
      : nearest(stems, passages, MIN_SHARE_UNCITED);
  const isRemark = citations.length === 0 && (text.endsWith("?") || isPlainRemark(text));
  if (isRemark) return { status: "remark", supports: [] };
  if (supports.length === 0 || stems.size === 0) return UNSUPPORTED;
  const cited = supports.map((support) => ({ support, passage: byNumber(passages, support.passage)! }));
  const around = cited.map(({ support, passage }) => textAround(passage.text, support)).join("\n");
  if (shareOf(stems, around) < MIN_SHARE) return UNSUPPORTED;
  const whole = cited.flatMap(({ passage }) => wordsOf(passage.text));
  if (!namesOf(text).every((name) => findWords(whole, wordsOf(name)) !== null)) return UNSUPPORTED;
  const textsOf = (extend: (text: string, span: Span) => Span) =>
    cited
      .map(({ support, passage: { text: said } }) => {
        const { start, end } = extend(said, support);
        return said.slice(start, end);
      })
      .join("\n");
  // The context is checked too: a quotation may leave out the "not" in front of it.
  if (isNegated(text) ? !isNegated(textsOf(wholeSentences)) : isNegated(textsOf(wholeClause)))
    return UNSUPPORTED;
  return { status: "supported", supports };
}

function isPlainRemark(text: string): boolean {
  return REMARK.test(text) && !TURNS.test(text);
}

/** The words of a passage that a citation points to: its quotation, or else the nearest sentence. */
function located(
  { passage: number, quote }: Citation,
  stems: ReadonlySet<string>,
  passages: readonly ChatPassage[],
): Support | null {
  const passage = byNumber(passages, number);
  if (!passage) return null;
  const quoted = quote === null ? [] : wordsOf(quote);
  if (quoted.length < MIN_QUOTED_WORDS) return nearest(stems, [passage], MIN_SHARE)[0] ?? null;
  const span = findWords(wordsOf(passage.text), quoted);
  return span && { passage: number, ...span };
}

/** The sentence of the passages with most of the stems; none when the share is too small. */
function nearest(stems: ReadonlySet<string>, passages: readonly ChatPassage[], minShare: number): Support[] {
  if (stems.size === 0) return [];
  let best: (Support & { share: number }) | null = null;
  for (const { number, text } of passages) {
    for (const span of sentencesOf(text)) {
      const share = shareOf(stems, text.slice(span.start, span.end));
      if (share >= minShare && (best === null || share > best.share))
        best = { passage: number, ...trimmed(text, span), share };
    }
  }
  return best === null ? [] : [{ passage: best.passage, start: best.start, end: best.end }];
}

/** Every line of the code must be a line of one passage, whatever the indentation. */
function checkCode(code: string, passages: readonly ChatPassage[]): Checked {
  const lines = code.split("\n").map(squeezed).filter(Boolean);
  if (lines.length === 0) return UNSUPPORTED;
  for (const { number, text } of passages) {
    const there = linesOf(text);
    const found = lines.map((line) => there.find(({ words }) => words === line));
    if (!found.every((line) => line !== undefined)) continue;
    const start = Math.min(...found.map((line) => line.start));
    const end = Math.max(...found.map((line) => line.end));
    return { status: "supported", supports: [{ passage: number, start, end }] };
  }
  return UNSUPPORTED;
}

function linesOf(text: string): (Span & { words: string })[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    return { ...span, words: squeezed(line) };
  });
}

function squeezed(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}

/** Names that the passage must have to the letter: code between backticks, and numbers. */
function namesOf(text: string): string[] {
  const code = Array.from(text.matchAll(/`([^`\n]{1,300})`/g), ([, inside = ""]) => inside);
  const numbers = wordsOf(text)
    .map((word) => word.text)
    .filter((word) => /\d/.test(word));
  return [...code.filter((name) => wordsOf(name).length > 0), ...numbers];
}

function textAround(text: string, { start, end }: Span): string {
  return text.slice(Math.max(0, start - AROUND), end + AROUND);
}

function trimmed(text: string, { start, end }: Span): Span {
  const inside = text.slice(start, end);
  return {
    start: start + inside.length - inside.trimStart().length,
    end: end - (inside.length - inside.trimEnd().length),
  };
}

function byNumber(passages: readonly ChatPassage[], number: number): ChatPassage | undefined {
  return passages.find((passage) => passage.number === number);
}
