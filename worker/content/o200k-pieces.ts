/**
 * The end of the piece of o200k_base's split that begins at `start`. ASCII is split by hand, several times as fast as by the
 * pattern below, which decides for any other text.
 */
export function pieceEnd(text: string, start: number): number {
  const end = asciiPieceEnd(text, start);
  if (end !== -1) return end;
  piecePattern.lastIndex = start;
  return piecePattern.test(text) ? piecePattern.lastIndex : text.length;
}

const contraction = "'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE])";

/** The split of o200k_base as tiktoken defines it: a token never reaches over the end of a piece. */
const piecePattern = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:${contraction})?`,
    String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:${contraction})?`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join("|"),
  "uy",
);

const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const NEWLINE = 4;
const SPACE = 5;
const OTHER = 6;
const BEYOND_ASCII = 7;
const END = 8;

const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 10 || code === 13) return NEWLINE;
  return code === 32 || (code >= 9 && code <= 12) ? SPACE : OTHER;
});

function classAt(text: string, at: number): number {
  if (at >= text.length) return END;
  const code = text.charCodeAt(at);
  return code < 128 ? (classes[code] as number) : BEYOND_ASCII;
}

/** The end of a piece of ASCII; -1 when the decision needs a character beyond ASCII. */
function asciiPieceEnd(text: string, start: number): number {
  const first = classAt(text, start);
  if (first === BEYOND_ASCII) return -1;
  if (first === DIGIT) return digitsEnd(text, start);

  if (first !== NEWLINE) {
    const wordStart = first === UPPER || first === LOWER ? start : start + 1;
    const next = classAt(text, wordStart);
    if (next === BEYOND_ASCII) return -1;
    if (next === UPPER || next === LOWER) return wordEnd(text, wordStart);
    if (first === OTHER) return symbolsEnd(text, start);
    if (next === OTHER && text.charCodeAt(start) === 32) return symbolsEnd(text, wordStart);
  }
  return spaceEnd(text, start);
}

function digitsEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < start + 3 && classAt(text, at) === DIGIT) at++;
  return at < start + 3 && classAt(text, at) === BEYOND_ASCII ? -1 : at;
}

function wordEnd(text: string, start: number): number {
  let at = start;
  while (classAt(text, at) === UPPER) at++;
  while (classAt(text, at) === LOWER) at++;
  if (classAt(text, at) === BEYOND_ASCII) return -1;
  return text.charCodeAt(at) === 39 ? contractionEnd(text, at) : at;
}

function contractionEnd(text: string, apostrophe: number): number {
  const one = (text[apostrophe + 1] ?? "").toLowerCase();
  if (one === "s" || one === "d" || one === "m" || one === "t") return apostrophe + 2;
  const two = one + (text[apostrophe + 2] ?? "").toLowerCase();
  return two === "ll" || two === "ve" || two === "re" ? apostrophe + 3 : apostrophe;
}

function symbolsEnd(text: string, start: number): number {
  let at = start;
  while (classAt(text, at) === OTHER) at++;
  if (classAt(text, at) === BEYOND_ASCII) return -1;
  while (classAt(text, at) === NEWLINE || text.charCodeAt(at) === 47) at++;
  return at;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  let afterNewline = start;
  let kind = classAt(text, at);
  while (kind === SPACE || kind === NEWLINE) {
    at++;
    if (kind === NEWLINE) afterNewline = at;
    kind = classAt(text, at);
  }
  if (kind === BEYOND_ASCII) return -1;
  if (afterNewline > start) return afterNewline;
  return kind === END || at === start + 1 ? at : at - 1;
}
