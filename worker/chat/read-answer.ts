import type { PartStart } from "#schema/api/chat.ts";

/** The model's source for a sentence: a passage, and words copied from the passage. */
export type Citation = { passage: number; quote: string | null };

/** A piece of an answer as the model wrote it, without its citations. */
export type WrittenPart =
  | { kind: "sentence"; starts: PartStart; text: string; citations: Citation[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "heading"; text: string };

const FENCE = /^ {0,3}(```|~~~)\s*([\w+#-]{0,20})/;
const HEADING = /^#{1,6}[ \t]/;
const ITEM = /^\s{0,8}(?:([-*+])|\d{1,3}[.)])\s+/;
/** Beginning of a line that may still become markup instead of a sentence. */
const MAY_BE_MARKUP = /^\s{0,8}(?:#|`|~|[-*+]?$|\d{1,3}[.)]?$)/;
const LONGEST_LINE = 4000;

/** Reads a growing answer and gives each sentence and each block of code when whole. */
export class AnswerReader {
  #buffer = "";
  #starts: PartStart = "paragraph";
  /** True when a part of this line was given already. */
  #isInLine = false;
  #code: { mark: string; language: string; lines: string[] } | null = null;

  /** Adds `text`; returns the pieces that are now whole. */
  push(text: string): WrittenPart[] {
    this.#buffer += text.replaceAll("\r\n", "\n");
    const parts: WrittenPart[] = [];
    for (;;) {
      const end = this.#buffer.indexOf("\n");
      if (end === -1) break;
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 1);
      parts.push(...this.#readLine(line));
    }
    if (this.#code === null && (this.#isInLine || !MAY_BE_MARKUP.test(this.#buffer)))
      parts.push(...this.#takeSentences(this.#buffer.length > LONGEST_LINE));
    return parts;
  }

  /** The remaining pieces at the end. A block of code that was not closed ends here. */
  end(): WrittenPart[] {
    const parts = this.#buffer === "" ? [] : this.#readLine(this.#buffer);
    this.#buffer = "";
    if (this.#code) parts.push(this.#closeCode(this.#code));
    return parts;
  }

  #readLine(line: string): WrittenPart[] {
    if (this.#code) {
      if (line.trim().startsWith(this.#code.mark)) return [this.#closeCode(this.#code)];
      this.#code.lines.push(line);
      return [];
    }
    if (!this.#isInLine) {
      const [, mark, language = ""] = FENCE.exec(line) ?? [];
      if (mark) {
        this.#code = { mark, language, lines: [] };
        return [];
      }
      const marks = HEADING.exec(line)?.[0];
      if (marks !== undefined) {
        this.#starts = "paragraph";
        const { text } = withoutCitations(line.slice(marks.length));
        return text === "" ? [] : [{ kind: "heading", text }];
      }
    }
    if (line.trim() === "") {
      this.#isInLine = false;
      this.#starts = "paragraph";
      return [];
    }
    const rest = this.#buffer;
    this.#buffer = line;
    const parts = this.#takeSentences(true);
    this.#buffer = rest;
    this.#isInLine = false;
    return parts;
  }

  #takeSentences(isWhole: boolean): WrittenPart[] {
    const parts: WrittenPart[] = [];
    if (!this.#isInLine) {
      const item = ITEM.exec(this.#buffer);
      if (item) {
        // The mark stays in front until the first sentence is whole: a line may come in any pieces.
        if (sentenceEnd(this.#buffer, item[0].length, isWhole) === null) return [];
        this.#starts = item[1] === undefined ? "numbered" : "item";
        this.#buffer = this.#buffer.slice(item[0].length);
      }
    }
    for (;;) {
      const end = sentenceEnd(this.#buffer, 0, isWhole);
      if (end === null || end === 0) return parts;
      const { text, citations } = withoutCitations(this.#buffer.slice(0, end));
      this.#buffer = this.#buffer.slice(end);
      this.#isInLine = true;
      // Citations on a line of their own have no sentence.
      if (text === "") continue;
      parts.push({ kind: "sentence", starts: this.#starts, text, citations });
      this.#starts = "inline";
    }
  }

  #closeCode({ language, lines }: { language: string; lines: string[] }): WrittenPart {
    this.#code = null;
    this.#starts = "paragraph";
    return { kind: "code", language, text: lines.join("\n") };
  }
}

/** End of the sentence that begins at `from`, with the citations behind it; null while more text may belong to the sentence. */
function sentenceEnd(text: string, from: number, isWhole: boolean): number | null {
  let at = from;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === "`") {
      const close = text.indexOf("`", at + 1);
      if (close === -1 && !isWhole) return null;
      at = close === -1 ? at + 1 : close + 1;
      continue;
    }
    if (sign === "[") {
      const citation = readCitation(text, at);
      if (citation === "unfinished" && !isWhole) return null;
      at = typeof citation === "object" && citation !== null ? citation.end : at + 1;
      continue;
    }
    at += 1;
    if (!".!?".includes(sign)) continue;
    while (`"'”)*_`.includes(text[at] ?? "-")) at += 1;
    // Behind the sign of an image there is no new sentence.
    if (at < text.length && !/\s/.test(text[at]!) && !/^\[(?:\d|$)/.test(text.slice(at, at + 2))) continue;
    const end = afterCitations(text, at);
    if (end === null || (end.at === text.length && !isWhole)) {
      if (!isWhole) return null;
      return text.length;
    }
    // "e.g. this" goes on.
    if (!end.hasCited && /\p{Ll}/u.test(text[end.at] ?? "A")) continue;
    return end.at;
  }
  return isWhole ? text.length : null;
}

/** Place behind spaces and citations; null where a citation is not whole. */
function afterCitations(text: string, from: number): { at: number; hasCited: boolean } | null {
  let at = from;
  let hasCited = false;
  for (;;) {
    while (text[at] === " " || text[at] === "\t") at += 1;
    if (text[at] !== "[") return { at, hasCited };
    const citation = readCitation(text, at);
    if (citation === "unfinished") return null;
    if (citation === null) return { at, hasCited };
    at = citation.end;
    hasCited = true;
    // A full stop may stand behind the citation as well.
    if (".!?".includes(text[at] ?? "-")) at += 1;
  }
}

type Read = { citation: Citation; end: number };
const LONGEST_QUOTE = 600;

/** Citation `[2]` or `[2 "words"]` at a place; null for other text, `unfinished` for text that may become one. */
function readCitation(text: string, at: number): Read | null | "unfinished" {
  let end = at + 1;
  while (/\d/.test(text[end] ?? "") && end - at < 4) end += 1;
  const digits = text.slice(at + 1, end);
  if (end === text.length) return "unfinished";
  if (digits === "") return null;
  const passage = Number(digits);
  if (text[end] === "]") return { citation: { passage, quote: null }, end: end + 1 };
  while (/[ :,]/.test(text[end] ?? "")) end += 1;
  if (end === text.length) return "unfinished";
  if (!/["“]/.test(text[end]!)) return null;
  const start = end + 1;
  const close = [text.indexOf('"]', start), text.indexOf("”]", start)].filter((found) => found !== -1);
  if (close.length === 0) return text.length - start > LONGEST_QUOTE ? null : "unfinished";
  const stop = Math.min(...close);
  if (stop - start > LONGEST_QUOTE) return null;
  return { citation: { passage, quote: text.slice(start, stop) }, end: stop + 2 };
}

/** A piece without its citations and without addresses: an answer leads nowhere but to its passages. */
function withoutCitations(written: string): { text: string; citations: Citation[] } {
  const citations: Citation[] = [];
  let text = "";
  let at = 0;
  while (at < written.length) {
    const found = written[at] === "[" ? readCitation(written, at) : null;
    if (typeof found === "object" && found !== null) {
      citations.push(found.citation);
      at = found.end;
      text = text.trimEnd();
    } else {
      text += written[at];
      at += 1;
    }
  }
  return {
    text: text
      .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, "$1")
      .replace(/\.\.$/, ".")
      .trim(),
    citations,
  };
}
