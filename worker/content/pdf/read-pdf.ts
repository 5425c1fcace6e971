import { listFences } from "../fences.ts";
import { getDocument } from "unpdf/pdfjs";
import { languageOf } from "../language.ts";
import { linesOf } from "./page-lines.ts";
import type { Line, TextRun } from "./page-lines.ts";
import { prescanPdf } from "./prescan.ts";
import { refusal } from "./refusal.ts";
import type { PdfRefusal } from "./refusal.ts";
import { renderPages } from "./render-pages.ts";
import { withoutRunningLines } from "./running-lines.ts";

export type PdfText = {
  kind: "text";
  /** Title that the file states; null for a file without a title, or with the name of a program's file as its title. */
  title: string | null;
  /** Language as ISO 639-1; null when the text does not tell. */
  language: string | null;
  /** Every page in order, from 1; a page without text has an empty markdown. */
  pages: { number: number; markdown: string }[];
};

/** Limits on a page; dense type has 10,000 characters. */
const MAX_PAGE_RUNS = 50_000;
const MAX_PAGE_CHARACTERS = 200_000;
/** Limit on a file; the Bible has 4 million characters. */
const MAX_CHARACTERS = 20_000_000;
/** Limit on unreadable pages in a row; the stated number of pages is a lie then. */
const MAX_FAILED_IN_A_ROW = 50;
const CLEAN_UP_EVERY = 50;
const SAMPLE_CHARACTERS = 100_000;

type Parsed = Awaited<ReturnType<typeof getDocument>["promise"]>;

/**
 * The text of a PDF page by page. A file that is harmful or cannot be read gives a refusal, in words for the file's owner. `bytes`
 * belong to the parser afterwards.
 */
export async function readPdf(
  bytes: Uint8Array,
  { maxPages }: { maxPages: number },
): Promise<PdfText | PdfRefusal> {
  const found = prescanPdf(bytes);
  if (found) return refusal(found);
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    useSystemFonts: true,
    disableFontFace: true,
    // Without these options the parser would fetch something.
    disableAutoFetch: true,
    disableStream: true,
    disableRange: true,
    stopAtErrors: false,
  });
  try {
    const parsed = await task.promise;
    if (parsed.numPages > maxPages)
      return refusal(
        "too-many-pages",
        `This file has ${inWords(parsed.numPages)} pages, and one file may have ${inWords(maxPages)}. Split it and upload the pieces.`,
      );
    if (parsed.numPages === 0) return refusal("no-pages");
    const lines = await readLines(parsed);
    if (lines === null) return refusal("no-pages");
    if (lines === "too-much") return refusal("too-much-text");
    const markdown = renderPages(withoutRunningLines(lines));
    return {
      kind: "text",
      title: await titleOf(parsed),
      language: languageOf(sampleOf(markdown)),
      pages: markdown.map((text, at) => ({ number: at + 1, markdown: text })),
    };
  } catch (error) {
    return refusal(isPasswordError(error) ? "encrypted" : "damaged");
  } finally {
    await task.destroy().catch(() => {});
  }
}

/** The lines of every page; null when no page can be read, or too many in a row cannot. */
async function readLines(parsed: Parsed): Promise<Line[][] | "too-much" | null> {
  const pages: Line[][] = [];
  let failedInARow = 0;
  let wasAnyRead = false;
  let characters = 0;
  for (let number = 1; number <= parsed.numPages; number += 1) {
    try {
      const runs = await readRuns(parsed, number);
      const lines = linesOf(runs);
      characters += runs.reduce((sum, { text }) => sum + text.length, 0);
      pages.push(lines);
      failedInARow = 0;
      wasAnyRead = true;
    } catch {
      pages.push([]);
      failedInARow += 1;
      if (failedInARow >= MAX_FAILED_IN_A_ROW) return null;
    }
    if (characters > MAX_CHARACTERS) return "too-much";
    if (number % CLEAN_UP_EVERY === 0) await parsed.cleanup().catch(() => {});
  }
  return wasAnyRead ? pages : null;
}

/** The text runs of one page, up to the limits on a page. */
async function readRuns(parsed: Parsed, number: number): Promise<TextRun[]> {
  const page = await parsed.getPage(number);
  const reader = page.streamTextContent({ disableNormalization: false }).getReader();
  const runs: TextRun[] = [];
  const monoFonts = new Map<string, boolean>();
  let characters = 0;
  try {
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: Content };
      if (done || !value) break;
      for (const [font, { fontFamily }] of Object.entries(value.styles ?? {}))
        monoFonts.set(font, fontFamily === "monospace");
      for (const item of value.items) {
        const run = runOf(item, monoFonts);
        if (run) runs.push(run);
        characters += item.str?.length ?? 0;
      }
      if (runs.length > MAX_PAGE_RUNS || characters > MAX_PAGE_CHARACTERS) {
        await reader.cancel(new Error("the page has too much text"));
        break;
      }
    }
  } finally {
    page.cleanup();
  }
  return runs;
}

type Item = { str?: string; transform?: number[]; width?: number; height?: number; fontName?: string };
type Content = { items: Item[]; styles?: Record<string, { fontFamily: string }> };

/** The text run of an item; null for an item that is no text, and for text that stands askew, such as a watermark. */
function runOf(
  { str, transform, width = 0, height = 0, fontName = "" }: Item,
  monoFonts: Map<string, boolean>,
) {
  if (!str || !transform) return null;
  const [a = 0, b = 0, , , x = 0, y = 0] = transform;
  if (Math.abs(a) > 0.1 * Math.abs(b) && Math.abs(b) > 0.1 * Math.abs(a)) return null;
  const size = height || Math.hypot(a, b);
  if (![x, y, width, size].every(Number.isFinite)) return null;
  const text = str.replaceAll(/[\0\ufffd\ue000-\uf8ff]/g, "");
  // Fonts of scripts without narrow letters call themselves fonts of typewriters.
  const isMono =
    (monoFonts.get(fontName) ?? false) && !/[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(text);
  return { text, x, y, width, size, font: fontName, isMono };
}

async function titleOf(parsed: Parsed): Promise<string | null> {
  const metadata = await parsed.getMetadata().catch(() => null);
  const title = (metadata?.info as { Title?: unknown } | undefined)?.Title;
  if (typeof title !== "string") return null;
  const words = title
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  const isFileName =
    /^(?:untitled|microsoft \w+ - .*|.*\.(?:docx?|tex|dvi|indd|pptx?|odt|pdf|html?|md|fm))$/i.test(words);
  return words === "" || isFileName || !/\p{L}/u.test(words) ? null : words;
}

/** A sample from all parts of a file, since the first pages often are in another language. */
function sampleOf(pages: string[]): string {
  const step = Math.max(1, Math.floor(pages.length / 40));
  return pages
    .filter((_, at) => at % step === 0)
    .map(withoutFences)
    .join("\n")
    .slice(0, SAMPLE_CHARACTERS);
}

function withoutFences(page: string): string {
  let words = "";
  let at = 0;
  for (const { start, end } of listFences(page)) {
    words += page.slice(at, start);
    at = end;
  }
  return words + page.slice(at);
}

function inWords(count: number): string {
  return count.toLocaleString("en-US");
}

function isPasswordError(error: unknown): boolean {
  return error instanceof Error && error.name === "PasswordException";
}
