import { fence } from "./code-block.ts";
import { escapeStart } from "./text.ts";

/** A piece of a page that was set in one `pre`: headings of a man page, paragraphs, code. */
export type Preformatted = { kind: "heading" | "block"; text: string };

const manHeading = /^[A-Z][A-Z0-9 ,()/&'-]{2,60}$/;
const MIN_MAN_HEADINGS = 3;

/** The sections of a man page that is set in one `pre`; null for any other text. */
export function readManPage(text: string): Preformatted[] | null {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const headings = lines.filter((line) => manHeading.test(line));
  if (
    headings.length < MIN_MAN_HEADINGS ||
    !headings.some((line) => /^(?:NAME|SYNOPSIS|DESCRIPTION)$/.test(line))
  )
    return null;
  const pieces: Preformatted[] = [];
  let body: string[] = [];
  const flush = (): void => {
    for (const block of readParagraphs(body.join("\n"))) pieces.push({ kind: "block", text: block });
    body = [];
  };
  for (const line of lines) {
    if (manHeading.test(line)) {
      flush();
      pieces.push({ kind: "heading", text: line });
      // The first and the last line of a man page are its name, the section and the date, set in three columns.
    } else if (!isManEdge(line.trimEnd())) {
      body.push(line);
    }
  }
  flush();
  return pieces;
}

/** Whether a line is the first or last of a man page: `ls(1)   User Commands   ls(1)`, or the name at the right end alone. */
function isManEdge(line: string): boolean {
  if (!/\S\(\d\w*\)$/.test(line)) return false;
  return /^\S+\(\d\w*\)\s{2}/.test(line) || /^\s{20,}\S+$/.test(line);
}

/** Paragraphs as text, all else as code: for a `pre` that says that it is text. */
export function readParagraphs(text: string): string[] {
  const blocks: string[] = [];
  let code: string[] = [];
  const flush = (): void => {
    if (code.length > 0)
      blocks.push(fence({ language: "", code: dedent(code.join("\n\n").split("\n")).join("\n") }));
    code = [];
  };
  const paragraphs = text.split(/\n[ \t]*\n/).filter((paragraph) => paragraph.trim() !== "");
  const base = paragraphs.reduce((least, paragraph) => Math.min(least, indentOf(firstLine(paragraph))), 80);
  for (const paragraph of paragraphs) {
    const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
    const prose = proseOf(lines, base);
    if (prose === null) {
      code.push(lines.join("\n"));
    } else {
      flush();
      blocks.push(escapeStart(prose));
    }
  }
  flush();
  return blocks;
}

/** The words of a paragraph on one line, or a term with its indented meaning as one item of a list; null for code. */
function proseOf(lines: string[], base: number): string | null {
  const [first = "", ...rest] = lines;
  const below = rest.length === 0 ? 0 : Math.min(...rest.map(indentOf));
  if (rest.length > 0 && below >= indentOf(first) + 3 && indentOf(first) <= base + 8) {
    // "-h, --help   Shows help", with more help on the lines below; or the term on a line of its own.
    const [term = "", words] = /^(\S.{0,40}?)\s{2,}(\S.*)$/.exec(first.trim())?.slice(1) ?? [first.trim()];
    const meaning = words === undefined ? rest : [words, ...rest];
    if (term.length < 60 && isProse(meaning.map((line) => line.trim())))
      return `- **${term.replaceAll("**", "")}**: ${joinLines(meaning)}`;
  }
  return isProse(lines) ? joinLines(lines) : null;
}

function isProse(lines: string[]): boolean {
  const text = lines.join(" ").trim();
  const words = text.split(/\s+/).filter(isWord).length;
  const symbols = text.replaceAll(/[^{}=<>|$;\\#%~^]/g, "").length;
  if (words < 3 || words < text.split(/\s+/).length * 0.6 || symbols > text.length * 0.03) return false;
  const indents = lines.slice(1).map(indentOf);
  if (indents.some((indent) => indent !== indents[0])) return false;
  if (lines.length === 1) return words > 4 || /[.:,!?)]$/.test(text);
  return lines.slice(0, -1).reduce((sum, line) => sum + line.trim().length, 0) >= 42 * (lines.length - 1);
}

/** Whether a string is the letters of one word, with signs around: `(and`, `user’s`, but not `i++`, `a/b` or `x86`. */
function isWord(word: string): boolean {
  if (/[\d_]/.test(word)) return false;
  const parts = word.match(/[\p{L}'’-]+/gu) ?? [];
  const latin = parts.filter((part) => /[A-Za-z]/.test(part));
  // Letters of other alphabets may be beside other signs, as in languages that put no spaces between words.
  return latin.length < 2 && (latin.length === 0 ? parts : latin).some((part) => /../u.test(part));
}

/** Joins lines into one, and words that were broken at the end of a line. */
function joinLines(lines: string[]): string {
  return lines
    .map((line) => line.trim().replaceAll(/\s{2,}/g, " "))
    .join("\n")
    .replaceAll(/(\p{Ll})[-\u2010]\n(?=\p{Ll})/gu, "$1")
    .replaceAll("\n", " ");
}

function dedent(lines: string[]): string[] {
  const least = lines.reduce(
    (indent, line) => (line.trim() === "" ? indent : Math.min(indent, indentOf(line))),
    80,
  );
  return lines.map((line) => line.slice(Math.min(least, indentOf(line))).trimEnd());
}

function firstLine(paragraph: string): string {
  return paragraph.split("\n").find((line) => line.trim() !== "") ?? "";
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
