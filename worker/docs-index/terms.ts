import type { QueryTerm } from "./candidates.ts";
import { normaliseTerm } from "./normalise-term.ts";
import { spokenTerms } from "./spoken-words.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Length below which an identifier is kept whole; longer identifiers are hashes, data or minified code. */
const MAX_TERM_LENGTH = 60;
const MAX_QUERY_TERMS = 24;

/** Weight of a part of an identifier: parts are found in other identifiers and in prose too, so they say less than the whole. */
const IDENTIFIER_PART_WEIGHT = 0.4;
/** Weight of a part of a hyphenated word, nearly that of the whole: prose writes "server-side" and "server side" alike. */
const COMPOUND_PART_WEIGHT = 0.7;
/** Weight of a term that documentation may use for the question's words: less than 0.3 finds fewer pages, and up to 0.5 as many. */
const SPOKEN_WEIGHT = 0.4;

/**
 * The terms of a text in order. A word gives its stem. An identifier gives itself (lower-case) and then its parts:
 * `fs.readFile` gives `fs.readfile`, `fs`, `readfil`, `read`, `file`. Terms of letters alone are stemmed, whole
 * identifiers too, so that `useEffect` and `useeffect` meet. Runs of a script without spaces give overlapping pairs.
 * No term holds white space, quotes, control characters or upper-case ASCII.
 */
export function analyzeText(text: string): string[] {
  const terms: string[] = [];
  for (const token of tokensOf(text)) {
    if (token.whole !== null) terms.push(token.whole);
    for (const part of token.parts) terms.push(part);
  }
  return terms;
}

/** The terms of markdown: as `analyzeText`, without link targets and heading anchors, which no reader sees. */
export function analyzeMarkdown(markdown: string): string[] {
  return analyzeText(markdown.replace(LINK_TARGET, "] ").replace(HEADING_ANCHOR, ""));
}

/**
 * The terms of a question, each once. Stop words are dropped unless nothing else is left. Of more than 24 terms the
 * identifiers and the longest words stay. Last come up to six terms that documentation may use instead of the question's words.
 */
export function analyzeQuestion(question: string): { terms: QueryTerm[] } {
  const words = new Map<string, Word>();
  const stopped = new Map<string, Word>();
  for (const token of tokensOf(question)) {
    if (token.whole !== null)
      addWord(token.isStopWord ? stopped : words, token.whole, 1, token.kind !== "word");
    const weight = PART_WEIGHT[token.kind];
    for (const part of token.parts) addWord(STOP_PARTS.has(part) ? stopped : words, part, weight, false);
  }
  const chosen = words.size > 0 ? words : stopped;
  const terms = keepTelling([...chosen.values()]).map(({ term, weight }): QueryTerm => ({ term, weight }));
  const added = spokenTerms(question)
    .filter((spoken) => !terms.some(({ term }) => term === spoken))
    .map((term) => ({ term, weight: SPOKEN_WEIGHT, isAdded: true }));
  return { terms: [...terms, ...added] };
}

type Kind = "word" | "compound" | "identifier" | "script";

/** A token of a text. `whole` is null for a token of parts alone: a script without spaces, an identifier of 60 characters and more. */
type Token = { whole: string | null; parts: string[]; kind: Kind; isStopWord: boolean };

type Word = { term: string; weight: number; isIdentifier: boolean; count: number; position: number };

const PART_WEIGHT: Record<Kind, number> = {
  word: 1,
  compound: COMPOUND_PART_WEIGHT,
  identifier: IDENTIFIER_PART_WEIGHT,
  script: 1,
};

const STOP_PARTS = new Set([...STOP_WORDS].map(normaliseTerm));

const LINK_TARGET = /\]\([^()\s]*(?:\s[^()]*)?\)/g;
const HEADING_ANCHOR = /[ \t]\{#[^{}\s]+\}[ \t]*$/gm;

/**
 * Pattern of a token: words joined by one or two of `. - / : @`, with marks before (`--flag`, `.env`, `@decorator`) or after
 * (`c++`, `c#`). Each alternative consumes characters that the others cannot, so matching takes linear time.
 */
function tokenPattern(word: string): string {
  const before = `(?:(?<![${word}.)\\]}])(?:--?(?=[A-Za-z])|[.@](?=[A-Za-z_])))?`;
  const joined = `[${word}]+(?:[.\\-/:@]{1,2}[${word}]+)*`;
  const after = `(?:(?<=(?<![${word}])[A-Za-z])(?:\\+\\+|#)(?![${word}]))?`;
  const possessive = `(?:'(?:s|t|d|m|re|ve|ll)(?![${word}]))?`;
  return `(${before}${joined}${after})${possessive}`;
}

const ASCII_TOKEN = new RegExp(tokenPattern("\\w$"), "g");
const UNICODE_TOKEN = new RegExp(tokenPattern("\\p{L}\\p{M}\\p{N}_$"), "gu");
const NON_ASCII = /[^\0-\x7f]/;
const NON_ASCII_WORD = /(?![\0-\x7f])[\p{L}\p{M}\p{N}]/u;
/** Scripts that put no spaces between words, or hardly any. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const HAS_SPACELESS = new RegExp(SPACELESS.source, "u");
const CASE_PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{N}+/gu;
const ASCII_CASE_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

function* tokensOf(text: string): Generator<Token> {
  const folded = foldDiacritics(text);
  const isAscii = !NON_ASCII_WORD.test(folded);
  for (const match of folded.matchAll(isAscii ? ASCII_TOKEN : UNICODE_TOKEN)) {
    const raw = match[1]!;
    if (isAscii || !HAS_SPACELESS.test(raw)) yield knownToken(raw);
    else yield* readMixed(raw);
  }
}

/** Tokens of a string with letters of a script without spaces: one for each run of such letters, and the tokens between these runs. */
function* readMixed(raw: string): Generator<Token> {
  let end = 0;
  for (const run of raw.matchAll(SPACELESS)) {
    yield* tokensOf(raw.slice(end, run.index));
    yield readSpaceless(run[0]);
    end = run.index + run[0].length;
  }
  yield* tokensOf(raw.slice(end));
}

/** `é` becomes `e`, full-width forms become ASCII, curly apostrophes become straight; Hangul and kana stay whole. */
function foldDiacritics(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("’", "'");
}

/** Tokens by their text: nine of ten tokens of documentation have been read before. Bounded, since isolates live long. */
const known = new Map<string, Token>();
const MAX_KNOWN = 20_000;
/** Limit on the length of a token that is remembered: V8 makes longer substrings views that keep their whole page in memory. */
const MAX_KNOWN_LENGTH = 12;

function knownToken(raw: string): Token {
  let token = known.get(raw);
  if (!token) {
    token = readToken(raw);
    if (known.size >= MAX_KNOWN) known.clear();
    if (raw.length <= MAX_KNOWN_LENGTH) known.set(raw, token);
  }
  return token;
}

function readToken(raw: string): Token {
  const lower = raw.toLowerCase();
  const bare = lower.replace(/^(?:--?|[.@])/, "");
  const parts: string[] = [];
  if (bare !== lower && bare.length > 1) addParts(raw.slice(lower.length - bare.length), parts, true);
  else addParts(raw, parts, false);
  if (parts.length === 0 && !/[\p{L}\p{N}]/u.test(raw))
    return { whole: null, parts, kind: "word", isStopWord: false };
  const whole = lower.length < MAX_TERM_LENGTH ? normaliseTerm(lower) : null;
  const kind = parts.length === 0 ? "word" : /^\p{Ll}+(?:-\p{Ll}+)+$/u.test(raw) ? "compound" : "identifier";
  return { whole, parts, kind, isStopWord: STOP_WORDS.has(lower) };
}

/** Pushes the parts of `raw`: pieces between `/ : @`, of these the pieces between `. -`, of these the words of an identifier. */
function addParts(raw: string, parts: string[], withItself: boolean): void {
  if (withItself) addTerm(parts, raw);
  for (const separator of [/[/:@]+/, /[.-]+/, /_+/]) {
    const pieces = raw.split(separator).filter(Boolean);
    if (pieces.length < 2) continue;
    for (const piece of pieces) addParts(piece, parts, true);
    return;
  }
  if (raw.length >= MAX_TERM_LENGTH) return;
  const words = raw.match(NON_ASCII.test(raw) ? CASE_PARTS : ASCII_CASE_PARTS) ?? [];
  if (words.length === 1 && words[0]!.length === raw.length) return;
  for (const word of words) if (word.length > 1) addTerm(parts, word);
}

function addTerm(terms: string[], raw: string): void {
  if (raw.length < MAX_TERM_LENGTH) terms.push(normaliseTerm(raw.toLowerCase()));
}

function readSpaceless(run: string): Token {
  const letters = [...run];
  const parts = letters.length === 1 ? letters : letters.slice(1).map((letter, i) => letters[i]! + letter);
  return { whole: null, parts, kind: "script", isStopWord: false };
}

function addWord(words: Map<string, Word>, term: string, weight: number, isIdentifier: boolean): void {
  const word = words.get(term);
  if (!word) {
    words.set(term, { term, weight, isIdentifier, count: 1, position: words.size });
    return;
  }
  word.weight = Math.max(word.weight, weight);
  word.isIdentifier ||= isIdentifier;
  word.count += 1;
}

function keepTelling(words: Word[]): Word[] {
  if (words.length <= MAX_QUERY_TERMS) return words;
  const telling = (word: Word) =>
    (word.isIdentifier ? 2 : 0) +
    word.weight +
    Math.min(word.term.length, 12) / 12 +
    Math.min(word.count - 1, 3) * 0.3;
  return words
    .sort((a, b) => telling(b) - telling(a))
    .slice(0, MAX_QUERY_TERMS)
    .sort((a, b) => a.position - b.position);
}
