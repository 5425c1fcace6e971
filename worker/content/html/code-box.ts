import { type CodeBlock, codeText, trimCode } from "./code-block.ts";
import { languageOf } from "./code-language.ts";
import type { HtmlElement } from "./parse-html.ts";

type IsDropped = (element: HtmlElement) => boolean;

/** Classes of boxes of code that need no `pre`: Doxygen, Scribble, TeX4ht, CodeMirror, Monaco, highlighters with a box for each line. */
const codeClass =
  /(?:^|\s)(?:fragment|highlight|codehilite|source-?code|code-?(?:block|box|sample|listing)|listing|lstlisting|verbatim|programlisting|screen|syntaxhighlighter|CodeMirror-code|cm-content|view-lines|ace_text-layer|prettyprint|SCodeFlow|SVerbatim|code)(?:\s|$)/i;

/** Class names of the text of an editor, which has a `pre` for each line. */
const editorClass = /(?:^|\s)(?:CodeMirror-code|cm-content|view-lines|ace_text-layer)(?:\s|$)/;

/** Class names of boxes that hold a signature of an API: Doxygen, TypeDoc, Javadoc and generators with similar names. */
const signatureClass =
  /(?:^|\s)(?:[\w-]*[-_])?(?:signature|memproto|prototype|declaration|funcsynopsis|proto)(?:\s|$)/i;

/** Limit on a signature: those of overloaded templates are long, but a longer text is no signature. */
const MAX_SIGNATURE_LENGTH = 3000;

const boxNames = new Set("div p blockquote figure li".split(" "));
const signatureNames = new Set(["div", "li"]);
const lineNames = new Set("div table tbody thead tr td th".split(" "));

/** Code or a signature that is drawn with boxes and spans instead of a `pre`; null for any other element. */
export function readCodeBox(element: HtmlElement, isDropped: IsDropped): CodeBlock | null {
  const { class: className } = element.attributes;
  if (className === undefined || !boxNames.has(element.name)) return null;
  const isSignature = signatureNames.has(element.name) && signatureClass.test(className);
  if (!isSignature && !codeClass.test(className)) return null;
  if (!editorClass.test(className) && !holdsLines(element, isDropped)) return null;
  const code = trimCode(codeText(element, isDropped));
  if (code === "") return null;
  if (!isSignature) return isSentence(code) ? null : { language: languageOf(element), code };
  if (code.length > MAX_SIGNATURE_LENGTH) return null;
  if (element.attributes.class?.startsWith("tsd")) return { language: "ts", code };
  if (/(?:^|\s)(?:member|type)-signature/.test(className)) return { language: "java", code };
  return { language: languageOf(element), code: element.hasBlock ? oneLine(code) : code };
}

/** Whether an element holds boxes and spans alone: no paragraphs, lists or headings, and no `pre`, which is code by itself. */
function holdsLines(element: HtmlElement, isDropped: IsDropped): boolean {
  if (!element.hasBlock) return true;
  return element.children.every(
    (child) =>
      typeof child === "string" ||
      isDropped(child) ||
      ((!isBlockOfText(child) ||
        lineNames.has(child.name) ||
        (child.name === "p" && element.name === "td")) &&
        holdsLines(child, isDropped)),
  );
}

function isBlockOfText({ name }: HtmlElement): boolean {
  return /^(?:p|pre|ul|ol|dl|h[1-6]|blockquote|section|article|details|figure|div|table|tbody|thead|tr|td|th|li|form|hr)$/.test(
    name,
  );
}

/** Whether a text is a sentence: some sites call the box of a notice `highlight`. */
function isSentence(code: string): boolean {
  return /[.!?:]$/.test(code) && !/[;{}=<>$]|^\s{2,}/m.test(code) && code.split(/\s+/).length > 7;
}

/** A signature whose parts are cells of a table, on one line. */
function oneLine(code: string): string {
  return code
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\( | (?=[,)])/g, (match) => match.trim())
    .replaceAll(/(\w) \(/g, "$1(")
    .trim();
}

const codeTableClass = /code|blob|line|src|highlight/i;

/** The code of a table with a number and a line of code in each row; null for any other table. */
export function readCodeTable(
  table: HtmlElement,
  rows: { element: HtmlElement }[][],
  isDropped: IsDropped,
): CodeBlock | null {
  const [first, second] = rows;
  const last = first?.at(-1)?.element;
  if (!second || !last || table.hasHeading) return null;
  if (!codeTableClass.test(`${table.attributes.class ?? ""} ${last.attributes.class ?? ""}`)) return null;
  const lines: string[] = [];
  for (const row of rows) {
    const code = row.at(-1)?.element;
    if (!code || code.name !== "td" || row.length > 2 || code.hasBlock) return null;
    if (row.length === 2 && !/^\d*$/.test(codeText(row[0]!.element, isDropped).trim())) return null;
    lines.push(codeText(code, isDropped).replace(/\n$/, ""));
  }
  // A table of one column, without a column of numbers, is code only by its class; else it is a list.
  if (
    rows.every((row) => row.length === 1) &&
    !/(?:^|\s)(?:code|highlight|blob|src)/i.test(last.attributes.class ?? "")
  )
    return null;
  const code = trimCode(lines.join("\n"));
  return code === "" ? null : { language: languageOf(table), code };
}

/** Whether a `pre` is the column of numbers beside a block of code. */
export function isLineNumbers(pre: HtmlElement, code: string): boolean {
  if (!/^[\s\d]+$/.test(code)) return false;
  let cell: HtmlElement | null = pre;
  for (let levels = 0; cell && levels < 4; levels++, cell = cell.parent) if (cell.name === "td") break;
  if (cell?.name !== "td" || !cell.parent) return false;
  const cells = cell.parent.children.filter((child) => typeof child !== "string");
  return cells.length === 2 && cells[0] === cell;
}
