import { asciidocTable } from "./asciidoc-tables.ts";
import { MISSING } from "./includes/include-reader.ts";
import { fenced } from "./notebook.ts";
import { tableLines } from "./table-lines.ts";

/** Limit on lines whose markup is read: a longer line is data or an attack and stays unchanged. */
const MAX_INLINE_CHARACTERS = 4000;
const CODE_BLOCK = /^(-{4,}|\.{4,}|`{3,})(?:\w+)?\s*$/;
const COMMENT_BLOCK = /^\/{4,}\s*$/;
const PASS_BLOCK = /^\+{4,}\s*$/;
/** Frames of examples, sidebars, quotations, open blocks and tables, which hold text. */
const FRAME = /^(?:={4,}|\*{4,}|_{4,}|--|[|,:!]={3,})\s*$/;
const TABLE = /^\|={3,}\s*$/;
/** The mark of a cell that holds blocks, on a line of its own. */
const CELL_MARK = /^[\d.+*<^>]{0,8}[adehlmsv]?\|\s*$/;
const ADMONITION = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): (.*)$/;
const ATTRIBUTE_LINE = /^\[([^\]]*)\]\s*$/;
const MACRO_LINE = /^(?:include|image|video|audio|toc|ifdef|ifndef|ifeval|endif)::/;

/**
 * AsciiDoc as markdown: headings, code blocks, admonitions, lists and links. Unknown markup stays as it is written.
 */
export function asciidocToMarkdown(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const out: string[] = [];
  let language = "";
  let label = "";
  /** The line of attributes above, which may describe the columns of a table. */
  let told = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const frame =
      CODE_BLOCK.exec(line)?.[1] ?? (COMMENT_BLOCK.test(line) || PASS_BLOCK.test(line) ? line.trim() : null);
    if (frame !== null) {
      const end = closing(lines, at + 1, frame);
      const isCode = CODE_BLOCK.test(line);
      if (isCode) {
        const ticked = /^`{3,}(\w+)/.exec(line)?.[1];
        out.push("", fenced(lines.slice(at + 1, end).join("\n"), ticked ?? language), "");
      }
      at = end;
      language = "";
      continue;
    }
    if (TABLE.test(line)) {
      const end = closing(lines, at + 1, line.trimEnd());
      const body = lines.slice(at + 1, end);
      // Code is worth more than columns: a table with blocks in its cells is read as text, one cell below the other.
      if (!body.some((row) => CODE_BLOCK.test(row))) {
        const rows = asciidocTable(body, told);
        out.push("", ...tableLines(rows.map((row) => row.map(inline))), "");
        at = end;
      }
      told = "";
      continue;
    }
    const attributes = ATTRIBUTE_LINE.exec(line)?.[1];
    if (attributes !== undefined && !attributes.startsWith("[")) {
      language = /^(?:source(?:[%.#][\w-]+)*)?\s*,\s*([\w+#-]+)/.exec(attributes)?.[1] ?? "";
      told = attributes;
      label = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\b/.exec(attributes)?.[1] ?? "";
      continue;
    }
    // An include of code is missing, since no files are beside the page here. An included chapter is a page of its own.
    if (/^include::\S+\.(?!adoc|asciidoc|asc)\w+\[/.test(line)) {
      out.push(MISSING);
      continue;
    }
    if (
      FRAME.test(line) ||
      CELL_MARK.test(line) ||
      MACRO_LINE.test(line) ||
      line.startsWith("//") ||
      /^:!?[\w-]+!?:/.test(line) ||
      /^\[\[.*\]\]\s*$/.test(line)
    )
      continue;
    const lead = label && line.trim() !== "" ? `**${capitalised(label)}:** ` : "";
    if (lead) label = "";
    out.push(lead + lineOf(line));
  }
  return out
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function lineOf(line: string): string {
  if (line.length > MAX_INLINE_CHARACTERS) return line;
  const heading = /^(={1,6}|#{1,6})\s+(\S[^]*)$/.exec(line.trimEnd());
  if (heading) {
    const [, marks = "", words = ""] = heading;
    return `\n${"#".repeat(marks.length)} ${inline(words.replace(/(?<!\s)\s+=+$/, ""))}\n`;
  }
  const admonition = ADMONITION.exec(line);
  if (admonition) return `**${capitalised(admonition[1] ?? "")}:** ${inline(admonition[2] ?? "")}`;
  const title = /^\.([^\s.].*)$/.exec(line)?.[1];
  if (title) return `\n**${inline(title)}**\n`;
  const item = /^\s*([*-]+|\.+)\s+(\S.*)$/.exec(line);
  if (item) {
    const [, mark = "", text = ""] = item;
    const bullet = mark.startsWith(".") ? "1." : "-";
    return `${"  ".repeat(mark.length - 1)}${bullet} ${inline(text)}`;
  }
  return line.trim() === "+" ? "" : inline(line);
}

/** A word that ends in `link:address[label]`, `xref:address[label]` or `https://address[label]`, with that ending as a link. */
function labelled(all: string, word: string, label: string): string {
  const [macro, target] = /\b(?:link|xref):([^]+)$/.exec(word) ?? [];
  if (macro !== undefined && target !== undefined) {
    const shown = /^https?:/.test(target) ? `[${label || target}](${target})` : label || target;
    return word.slice(0, -macro.length) + shown;
  }
  const url = /(?<![(\w])https?:\/\/[^]+$/.exec(word)?.[0];
  return url === undefined ? all : word.slice(0, -url.length) + (label ? `[${label}](${url})` : url);
}

function inline(text: string): string {
  return text
    .replace(/(?<![^\s[\]])([^\s[\]]+)\[([^\][]*)\]/g, labelled)
    .replace(
      /<<([^,<>]+)(?:,([^<>]+))?>>/g,
      (_all, target: string, label?: string) => label?.trim() ?? target,
    )
    .replace(/`\+([^`+]+)\+`/g, "`$1`")
    .replace(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, "**$1**");
}

function closing(lines: string[], from: number, frame: string): number {
  for (let at = from; at < lines.length; at += 1) if (lines[at]?.trimEnd() === frame) return at;
  return lines.length;
}

function capitalised(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
