import { listFences } from "./fences.ts";
import { titleParts } from "./html/choose-title.ts";

/** Text that pages of a source share: lines of their frames, each with the one page that keeps the line, and parts of titles. */
export type SharedText = {
  /** The page that keeps a line, by the line's key. */
  keepers: ReadonlyMap<string, string>;
  titleParts: ReadonlySet<string>;
};

type Page = { url: string; title: string; markdown: string };

/** Least pages of a source with shared text: repeated lines of a smaller source may be its own text. */
const MIN_PAGES = 5;
const MIN_SHARE = 0.5;
/** Number of lines at each end of a page that may be frame. */
const EDGE_LINES = 80;
const MAX_KEY = 300;
/** Limit on the words of a label: a line of so few words, without a link, names the text below. */
const MAX_LABEL_WORDS = 3;
/** Limit on the headings of a frame: a run of more sections is text of pages of one kind, such as inherited members. */
const MAX_HEADINGS = 3;
/** Least letters that are left of a page: a page with fewer has only shared text, which then stays. */
const MIN_LETTERS = 40;

export const NOTHING_SHARED: SharedText = { keepers: new Map(), titleParts: new Set() };

/** Counts over a source's pages, or over a sample of them, which lines and parts of titles most of them have. */
export class SharedTextCounter {
  #pages = 0;
  readonly #lines = new Map<string, { pages: number; first: string }>();
  readonly #parts = new Map<string, number>();

  add({ url, title, markdown }: Page): void {
    this.#pages++;
    const { lines, from } = linesOf(markdown);
    const body = lines.slice(from).filter((line) => !isBlank(line));
    const edges = [...body.slice(0, EDGE_LINES), ...body.slice(-EDGE_LINES)];
    const keys = new Set(edges.flatMap(({ key, isCode }) => (key === null || isCode ? [] : [key])));
    for (const key of keys) {
      const known = this.#lines.get(key);
      if (known) known.pages++;
      else this.#lines.set(key, { pages: 1, first: url });
    }
    for (const part of outerParts(title)) this.#parts.set(part, (this.#parts.get(part) ?? 0) + 1);
  }

  /** The shared text of the pages added; empty for fewer than five pages. */
  result(): SharedText {
    if (this.#pages < MIN_PAGES) return NOTHING_SHARED;
    const enough = Math.max(MIN_PAGES - 1, Math.ceil(this.#pages * MIN_SHARE));
    const lines = [...this.#lines].filter(([, { pages }]) => pages >= enough);
    return {
      keepers: new Map(lines.map(([key, { first }]) => [key, first])),
      titleParts: new Set([...this.#parts].filter(([, pages]) => pages >= enough).map(([part]) => part)),
    };
  }
}

/**
 * A page without the lines at its two ends that its source's pages share, and without shared parts of its title. Each such line
 * stays on the page that keeps the line, so nothing is lost to the source. Code stays, and so do labels of the text below.
 * Returns the same object where nothing changes.
 */
export function withoutShared<T extends Page>(page: T, { keepers, titleParts: shared }: SharedText): T {
  const title = withoutSharedParts(page.title, shared);
  const markdown = keepers.size === 0 ? page.markdown : withoutEdges(page, keepers);
  return title === page.title && markdown === page.markdown ? page : { ...page, title, markdown };
}

/** Keys of all lines of a text outside of code. */
export function lineKeys(markdown: string): Set<string> {
  const { lines } = linesOf(markdown);
  return new Set(lines.flatMap(({ key, isCode }) => (key === null || isCode ? [] : [key])));
}

type Line = { text: string; /** Null for a blank line. */ key: string | null; isCode: boolean };

function withoutEdges({ url, markdown }: Page, keepers: SharedText["keepers"]): string {
  const { lines, from } = linesOf(markdown);
  const isShared = ({ key, isCode }: Line) =>
    key === null || (!isCode && keepers.has(key) && keepers.get(key) !== url);
  let head = from;
  while (head < lines.length && isShared(lines[head]!)) head++;
  let tail = lines.length;
  while (tail > head && isShared(lines[tail - 1]!)) tail--;
  head = hasSections(lines.slice(from, head)) ? from : endOfHead(lines, from, head);
  tail = hasSections(lines.slice(tail)) ? lines.length : startOfTail(lines, tail);
  if (head >= tail || (lines.slice(from, head).every(isBlank) && lines.slice(tail).every(isBlank)))
    return markdown;
  const kept = [...lines.slice(0, from), ...lines.slice(head, tail)].map(({ text }) => text).join("\n");
  const body = lines.slice(head, tail).map(({ text }) => text);
  return lettersIn(body.join("\n")) < MIN_LETTERS
    ? markdown
    : kept.trim() + (markdown.endsWith("\n") ? "\n" : "");
}

/** End of the frame above the text: not behind a label of the text, nor within a table or an item of a list. */
function endOfHead(lines: Line[], from: number, end: number): number {
  let at = end;
  while (at > from && at < lines.length && (isBlank(lines[at - 1]!) || !mayEndBefore(lines, at))) at--;
  return at;
}

function mayEndBefore(lines: Line[], at: number): boolean {
  const next = lines.slice(at).find((line) => !isBlank(line));
  const last = lines[at - 1]!;
  if (isLabel(last.text)) return false;
  return !(isTable(last.text) && next && isTable(next.text)) && !/^\s/.test(next?.text ?? "");
}

/** Beginning of the frame below the text: not within a table or an item of a list. */
function startOfTail(lines: Line[], start: number): number {
  let at = start;
  const before = lines.slice(0, at).findLast((line) => !isBlank(line))?.text ?? "";
  const isPart = (text: string) => /^\s/.test(text) || (isTable(text) && isTable(before));
  while (at < lines.length && !isBlank(lines[at]!) && isPart(lines[at]!.text)) at++;
  return at;
}

function hasSections(lines: Line[]): boolean {
  return lines.filter(({ text }) => /^#{1,6} /.test(text)).length > MAX_HEADINGS;
}

function isBlank({ key }: Line): boolean {
  return key === null;
}

function isTable(text: string): boolean {
  return text.startsWith("|");
}

/** Whether a line is a label of the text behind: a heading, or a few words such as `**Parameters**`. */
function isLabel(text: string): boolean {
  const words = text.trim();
  if (/^#{1,6} /.test(words) || /:\W{0,8}$/.test(words)) return true;
  return (
    !/\]\(|^[-*+] |^\||[.!…]$/.test(words) &&
    words.split(/\s+/, MAX_LABEL_WORDS + 1).length <= MAX_LABEL_WORDS
  );
}

/** The lines of a page, and the number of the first line behind the title. */
function linesOf(markdown: string): { lines: Line[]; from: number } {
  const fences = listFences(markdown);
  const lines: Line[] = [];
  let at = 0;
  let next = 0;
  for (const text of markdown.split("\n")) {
    while ((fences[next]?.end ?? Number.POSITIVE_INFINITY) < at) next++;
    const isCode = at >= (fences[next]?.start ?? Number.POSITIVE_INFINITY);
    lines.push({ text, key: keyOf(text), isCode });
    at += text.length + 1;
  }
  const first = lines.findIndex(({ key }) => key !== null);
  return { lines, from: lines[first]?.text.startsWith("# ") ? first + 1 : 0 };
}

/** Key of a line: its text without the addresses of links, which differ from page to page; null for a blank line. */
function keyOf(line: string): string | null {
  const words = line.trim();
  if (words === "") return null;
  return words
    .slice(0, 4 * MAX_KEY)
    .replaceAll(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "]()")
    .replace(/ \{#[^\s{}]+\}$/, "")
    .slice(0, MAX_KEY);
}

function lettersIn(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, "").length;
}

/** The first and the last part of a title of several parts, and the words before a colon; a single word there is the kind of page. */
function outerParts(title: string): string[] {
  const [before] = title.split(": ", 1);
  const named = before !== undefined && before !== title && before.includes(" ") ? [`${before}: `] : [];
  const parts = titleParts(title);
  return parts.length < 2 ? named : [...new Set([parts[0]!, parts.at(-1)!, ...named])];
}

function withoutSharedParts(title: string, shared: SharedText["titleParts"]): string {
  if (shared.size === 0) return title;
  const parts = titleParts(title);
  const own = parts.filter((part) => !shared.has(part));
  const left = own.length > 0 && own.length < parts.length ? own.join(" – ") : title;
  const named = outerParts(left).find((part) => part.endsWith(": ") && shared.has(part));
  return (named === undefined ? left : left.slice(named.length).trim()) || title;
}
