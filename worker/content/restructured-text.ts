import { MISSING } from "./includes/include-reader.ts";
import { fenced } from "./notebook.ts";
import { csvTable, listTable, rstTableAt } from "./rst-tables.ts";
import { tableLines } from "./table-lines.ts";

/**
 * reStructuredText, with the directives that Sphinx adds, as markdown: headings, code blocks, admonitions, links and
 * descriptions of functions and classes. Directives that only arrange pages (tables of contents, pictures, targets) are left out;
 * unknown markup stays as it is written.
 */
export function restructuredTextToMarkdown(text: string): string {
  const source = text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n");
  const context = { targets: listTargets(source), styles: [], depth: 0 };
  return convert(source, context)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

type Context = {
  /** Addresses of named links, by name in lower case. */
  targets: Map<string, string>;
  /** Styles of headings in the order of their first use, which is that of their levels. */
  styles: string[];
  /** Number of directives around the lines. */
  depth: number;
};

/** Depth to which directives within directives are read; below, the text stays as it is. */
const MAX_DEPTH = 8;
/** Limit on lines whose markup is read: a longer line is data or an attack and stays unchanged. */
const MAX_INLINE_CHARACTERS = 4000;

const ADORNMENT = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const DIRECTIVE = /^(\s*)\.\. (?:\|[^|]+\| )?([\w:+.-]+)::(?:\s([^]*))?$/;
const CODE = new Set([
  "code-block",
  "sourcecode",
  "code",
  "testcode",
  "parsed-literal",
  "ipython",
  "prompt",
  "console",
]);
const ADMONITIONS = new Set(
  "note warning tip hint important caution danger attention error seealso versionadded versionchanged deprecated".split(
    " ",
  ),
);
/** Directives that arrange pages and hold no text. */
const SILENT = new Set(
  "toctree contents image figure raw index include meta highlight currentmodule module py:module py:currentmodule default-domain tabularcolumns only sectionauthor codeauthor testsetup testcleanup graphviz".split(
    " ",
  ),
);
/** Directives whose API list Sphinx makes of code: `autoclass`, `autosummary`, `doxygenclass`. The code is not read, only named. */
const API_LIST = /^(?:\w+:)?(?:auto(?!section)\w+|doxygen\w+|click|typer|argparse)$/;
/** Directives for things of a programming language, with or without its domain: `py:function`, `c:type`, `method`. */
const OBJECT =
  /^(?:\w+:)?(?:function|method|class|exception|attribute|data|property|decorator|staticmethod|classmethod|macro|type|struct|enum|var|member|option|confval|envvar|describe|cmdoption)$/;

function convert(lines: string[], context: Context): string[] {
  if (context.depth > MAX_DEPTH) return lines;
  const out: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const table = rstTableAt(lines, at);
    if (table) {
      const rows = table.rows.map((row) => row.map((cell) => inline(cell, context)));
      out.push("", ...tableLines(rows), "");
      at = table.next;
      continue;
    }
    const heading = headingAt(lines, at);
    if (heading) {
      out.push("", `${"#".repeat(levelOf(heading.style, context))} ${inline(heading.text, context)}`, "");
      at = heading.next;
      continue;
    }
    const directive = DIRECTIVE.exec(line);
    if (directive) {
      const block = indentedBlock(lines, at + 1, directive[1]?.length ?? 0);
      out.push(
        "",
        ...directiveLines(directive[2] ?? "", directive[3]?.trimStart() ?? "", block.lines, context),
        "",
      );
      at = block.next;
      continue;
    }
    if (/^\s*\.\.(?:\s|$)/.test(line)) {
      // Comments, targets and footnotes are left out.
      at = indentedBlock(lines, at + 1, line.search(/\S/)).next;
      continue;
    }
    if (/^\s*>>> /.test(line)) {
      const end = endOfParagraph(lines, at);
      out.push("", fenced(dedent(lines.slice(at, end)).join("\n"), "python"), "");
      at = end;
      continue;
    }
    if (line.trimEnd().endsWith("::")) {
      const block = indentedBlock(lines, at + 1, line.search(/\S/));
      if (block.lines.some((text) => text.trim() !== "")) {
        const lead = line.trim() === "::" ? "" : inline(`${line.trimEnd().slice(0, -2).trimEnd()}:`, context);
        out.push(lead, "", fenced(dedent(block.lines).join("\n"), ""), "");
        at = block.next;
        continue;
      }
    }
    // Lines indented by four would be code in markdown; here such lines are the body of a definition or a quotation.
    out.push(inline(line.replace(/^ {4,}(?![-*+] |\d+\. )/, "  "), context));
    at += 1;
  }
  return out;
}

function directiveLines(name: string, argument: string, block: string[], context: Context): string[] {
  if (SILENT.has(name)) return [];
  // An included file is missing, since no files are beside the page here.
  if (name === "literalinclude") return [MISSING];
  const inner = { ...context, depth: context.depth + 1 };
  const { body, isEmpty } = withoutOptions(block);
  if (API_LIST.test(name)) return apiList(argument, body);
  // Code is worth more than columns: a table with blocks in its cells is read as lists.
  const hasBlocks = body.some((line) => /::\s*$|\.\. [\w-]+::/.test(line));
  if ((name === "list-table" || name === "csv-table") && !hasBlocks) {
    const header = headerOf(block);
    const rows = name === "list-table" ? listTable(body) : csvTable(header ? [header, ...body] : body);
    const title = argument.trim() === "" ? [] : [`**${inline(argument, context)}**`, ""];
    return [...title, ...tableLines(rows.map((row) => row.map((cell) => inline(cell, context))))];
  }
  if (CODE.has(name)) return isEmpty ? [] : [fenced(body.join("\n"), languageOf(name, argument))];
  const bare = name.replace(/^\w+:/, "");
  if (ADMONITIONS.has(bare) || bare === "admonition") {
    const label = bare === "admonition" ? argument : `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
    const rest = bare === "admonition" ? "" : inline(argument, context);
    return [`**${label}:** ${rest}`.trimEnd(), "", ...convert(body, inner)];
  }
  if (OBJECT.test(name)) {
    const level = Math.min(6, context.styles.length + 1);
    return [`${"#".repeat(level)} \`${argument.replaceAll("`", "")}\``, "", ...convert(body, inner)];
  }
  return [inline(argument, context), "", ...convert(body, inner)];
}

/** The names in an API list, which for `autosummary` are the lines below. */
function apiList(argument: string, body: string[]): string[] {
  const names = [argument, ...body]
    .map((name) => name.trim().replace(/^[~.]+/, ""))
    .filter((name) => /^[\w.:]+(?:\(.*\))?$/.test(name));
  return [`${names.map((name) => `\`${name}\` `).join("")}[API list not in this copy]`];
}

function languageOf(name: string, argument: string): string {
  if (name === "ipython" || name === "testcode") return "python";
  return /^[\w+#-]+$/.exec(argument.trim())?.[0] ?? "";
}

/** The heading at a line: a line with punctuation of its length in the line below, and perhaps above too. */
function headingAt(lines: string[], at: number): { text: string; style: string; next: number } | null {
  const [first = "", second = "", third = ""] = lines.slice(at, at + 3);
  if (ADORNMENT.test(first) && second.trim() !== "" && third.trimEnd() === first.trimEnd())
    return { text: second.trim(), style: `${first.charAt(0)}${first.charAt(0)}`, next: at + 3 };
  const isUnderlined =
    first.trim() !== "" &&
    !/^\s/.test(first) &&
    !ADORNMENT.test(first) &&
    ADORNMENT.test(second) &&
    second.trimEnd().length >= Math.min(first.trimEnd().length, 4) &&
    (at === 0 || (lines[at - 1] ?? "").trim() === "" || ADORNMENT.test(lines[at - 1] ?? ""));
  return isUnderlined ? { text: first.trim(), style: second.charAt(0), next: at + 2 } : null;
}

function levelOf(style: string, { styles }: Context): number {
  if (!styles.includes(style)) styles.push(style);
  return Math.min(6, styles.indexOf(style) + 1);
}

/** The lines from `from` on that are indented deeper than `indent`, with the empty lines between. */
function indentedBlock(lines: string[], from: number, indent: number): { lines: string[]; next: number } {
  let next = from;
  let end = from;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    if (line.trim() !== "" && line.search(/\S/) <= indent) break;
    next += 1;
    if (line.trim() !== "") end = next;
  }
  return { lines: lines.slice(from, end), next: Math.max(end, from) };
}

/** The body of a directive behind its options (`:linenos:`). */
function withoutOptions(block: string[]): { body: string[]; isEmpty: boolean } {
  const start = block.findIndex((line) => !/^\s+:[\w-]+:/.test(line));
  const body = dedent(start === -1 ? [] : block.slice(start));
  return { body, isEmpty: body.every((line) => line.trim() === "") };
}

/** The head of a `csv-table`, which may stand in the line below the name of the option. */
function headerOf(block: string[]): string | undefined {
  const at = block.findIndex((line) => /^\s+:header:/.test(line));
  if (at === -1) return undefined;
  const [first = "", ...below] = block.slice(at).map((line) => line.trim());
  return [first.slice(":header:".length).trim(), ...below].find((line) => line !== "");
}

function dedent(lines: string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const least = indents.length > 0 ? Math.min(...indents) : 0;
  return lines.map((line) => line.slice(least));
}

function endOfParagraph(lines: string[], from: number): number {
  const end = lines.findIndex((line, at) => at >= from && line.trim() === "");
  return end === -1 ? lines.length : end;
}

/** Addresses of targets such as `.. _name: https://…`. */
function listTargets(lines: string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, url] = /^\s*\.\. _`?([^:`]+)`?: +(https?:\S+)/.exec(line) ?? [];
      return name && url ? [[name.toLowerCase(), url]] : [];
    }),
  );
}

const INLINE =
  /``(.+?)``|:([\w+.-]{1,60}(?::[\w+.-]{1,60}){0,2}):`([^`]+)`|`([^`<]+)<([^>`]+)>`__?|`([^`]+)`_?_?(?![\w`])/g;

function inline(line: string, { targets }: Context): string {
  if (line.length > MAX_INLINE_CHARACTERS) return line;
  return line.replace(
    INLINE,
    (_whole, code?: string, role?: string, text?: string, label?: string, url?: string, plain?: string) => {
      if (code !== undefined) return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
      if (role === "rfc" || role === "pep") return `${role.toUpperCase()} ${text}`;
      if (text !== undefined) return `\`${roleText(text)}\``;
      if (label !== undefined && url !== undefined)
        return /^https?:/.test(url) ? `[${label.trimEnd()}](${url})` : label.trimEnd();
      const target = targets.get((plain ?? "").toLowerCase());
      return target ? `[${plain}](${target})` : (plain ?? "");
    },
  );
}

/** The shown text of a role: the last part of `~module.Class`, the text of `text <target>`, and `name` of `!name`, which is no link. */
function roleText(role: string): string {
  const shown = /^([^<]+)<[^>]+>$/.exec(role)?.[1]?.trimEnd() ?? role;
  return shown.startsWith("~")
    ? (shown.split(".").at(-1)?.replace(/^~/, "") ?? shown)
    : shown.replace(/^!/, "");
}
