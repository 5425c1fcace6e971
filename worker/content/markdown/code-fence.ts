import { withoutMarks } from "./fence-marks.ts";

/** Languages of examples for twoslash, which checks examples and draws its findings. */
const CHECKED = /^(?:ts|tsx|js|jsx|mts|cts|mjs|cjs|typescript|javascript)$/;

/** Parts of an info string for a site's highlighter: `{1,3-4}`, `[[1, 2, "name"]]`, `twoslash`, `showLineNumbers`. */
const HIGHLIGHTING =
  /(?<!\s)\s*\{(?:[^{}]|\{[^{}]*\})*\}|(?<!\s)\s*\[\[[^\][]*(?:\],?\s*\[[^\][]*)*\]\]|\s(?:twoslash|active|showLineNumbers|lineNumbers)(?=\s|$)/g;

const CUT_BEFORE = /^[ \t]*\/\/ ?---cut(?:-before)?---[ \t]*$/;
const CUT_AFTER = /^[ \t]*\/\/ ?---cut-after---[ \t]*$/;
/** Orders to twoslash about the example, and marks where a reader would see a type or a completion. File names stay. */
const ORDER =
  /^[ \t]*\/\/ ?@(?:errors|noErrors|noErrorValidation|noErrorsCutted|showEmit|showEmittedFile|emit|log|warn|annotate)\b.*$/;
const MARK = /^[ \t]*\/\/[ \t]+\^[?|][ \t]*$/;
const OPTION = /^[ \t]*\/\/ ?@(?!filename\b|ts-)[a-z]+(?::.*)?$/i;

/**
 * A fenced code block as a reader of the site sees it: without words for a checker of examples or a highlighter, and without the
 * lines that an example hides. Null when nothing is left.
 */
export function cleanFence(fence: string): string | null {
  const [opening = "", ...rest] = fence.split("\n");
  const [, mark = "", language = "", info = ""] =
    /^([ \t]*(?:`{3,}|~{3,}))[ \t]*([^\s{]*)([^]*)$/.exec(opening) ?? [];
  if (/\shidden(?=\s|$)/.test(info)) return null;
  // Pandoc's `{.python}` is the language itself.
  const first = language ? `${mark}${language}${info.replace(HIGHLIGHTING, "").trimEnd()}` : opening;
  const closing = rest.pop();
  if (closing === undefined) return first;
  const unmarked = withoutMarks(rest, language.toLowerCase());
  if (!CHECKED.test(language.toLowerCase())) return [first, ...unmarked, closing].join("\n");
  const lines = visibleLines(unmarked, /\btwoslash\b/.test(info));
  // A block that the author left empty stays.
  if (lines.length === 0 && rest.length > 0) return null;
  return [first, ...lines, closing].join("\n");
}

function visibleLines(lines: string[], isTwoslash: boolean): string[] {
  const start = lines.findLastIndex((line) => CUT_BEFORE.test(line)) + 1;
  const end = lines.findIndex((line, index) => index >= start && CUT_AFTER.test(line));
  const shown = lines
    .slice(start, end === -1 ? lines.length : end)
    .filter((line) => !ORDER.test(line) && !MARK.test(line) && !(isTwoslash && OPTION.test(line)));
  if (shown.length === lines.length) return lines;
  while (shown.length > 0 && shown[0]!.trim() === "") shown.shift();
  while (shown.length > 0 && shown.at(-1)!.trim() === "") shown.pop();
  return shown;
}
