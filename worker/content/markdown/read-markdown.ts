import { anchorSuffix, Slugger } from "../anchors.ts";
import type { SourceDocument } from "../document.ts";
import { listFences } from "../fences.ts";
import { BoilerplateTest } from "../html/boilerplate.ts";
import { readPageFacts } from "../html/page-facts.ts";
import { parseHtml } from "../html/parse-html.ts";
import { renderMarkdown } from "../html/render.ts";
import { listSections, plainWords } from "../sections.ts";
import { statedVersion } from "../stated-version.ts";
import { nameApiLists } from "./api-lists.ts";
import { dropComments } from "./comments.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { cleanFence } from "./code-fence.ts";
import { cleanInline, type InlineContext } from "./inline.ts";

/** Markdown or MDX of any flavour as plain markdown with an anchor on every heading. */
export function readMarkdown(source: string, url: string): SourceDocument {
  const { frontMatter, body } = splitFrontMatter(source.replaceAll(/\r\n?/g, "\n"));
  const writer = new MarkdownWriter(nameApiLists(dropComments(body)), url);
  const markdown = writer.write(frontMatter.title);
  const title = frontMatter.title ?? writer.firstHeading ?? lastPathSegment(url);
  return {
    title,
    description: frontMatter.description,
    markdown,
    links: writer.links(),
    canonicalUrl: null,
    language: null,
    statedVersion: statedVersion([title]),
    noIndex: frontMatter.noIndex,
    noFollow: false,
    needsBrowser: false,
  };
}

class MarkdownWriter {
  firstHeading: string | null = null;
  readonly #body: string;
  readonly #baseUrl: URL;
  readonly #hrefs = new Set<string>();
  readonly #slugger = new Slugger();
  readonly #context: InlineContext;
  readonly #out: string[] = [];

  constructor(body: string, url: string) {
    this.#body = body;
    this.#baseUrl = new URL(url);
    this.#context = {
      baseUrl: this.#baseUrl,
      onLink: (href) => this.#hrefs.add(href.split("#", 1)[0] ?? ""),
      definitions: listDefinitions(body),
      tabLabels: [],
    };
  }

  write(title: string | null): string {
    let at = 0;
    for (const fence of listFences(this.#body)) {
      this.#writeProse(this.#body.slice(at, fence.start));
      const code = cleanFence(this.#body.slice(fence.start, fence.end));
      if (code !== null) this.#out.push(code);
      at = fence.end + 1;
    }
    this.#writeProse(this.#body.slice(at));
    if (title !== null && this.firstHeading === null) this.#out.unshift(`# ${title}`, "");
    return joinLines(this.#out);
  }

  links(): string[] {
    const links = new Set<string>();
    for (const href of this.#hrefs) {
      if (href === "" || !URL.canParse(href, this.#baseUrl.href)) continue;
      const url = new URL(href, this.#baseUrl);
      if (url.protocol === "http:" || url.protocol === "https:") links.add(url.href);
    }
    return [...links];
  }

  #writeProse(prose: string): void {
    let paragraph: string[] = [];
    const flush = (): void => {
      if (paragraph.length > 0) this.#writeParagraph(paragraph);
      paragraph = [];
    };
    for (const line of prose.split("\n")) {
      const heading = /^[ \t]*(#{1,6})[ \t]([^]*)$/.exec(line);
      if (heading && !/^(?: {4}|\t)/.test(line)) {
        flush();
        this.#writeHeading(heading[1]?.length ?? 1, heading[2]?.trim() ?? "");
      } else if (/^\s*$/.test(line)) {
        flush();
        this.#out.push("");
      } else if (/^ {0,3}(?:=+|-{2,})[ \t]*$/.test(line) && isSetextText(paragraph)) {
        const [text = ""] = paragraph;
        paragraph = [];
        this.#writeHeading(line.trim().startsWith("=") ? 1 : 2, text.trim());
      } else {
        paragraph.push(line);
      }
    }
    flush();
  }

  #writeHeading(level: number, source: string): void {
    const bare = source.replace(/(?<!#)#+$/, "").trimEnd();
    const own = /\{(?:\/\*)?\s*#?([^\s{}*#][^\s{}*]*)\s*(?:\*\/)?\}$/.exec(bare);
    const words = own ? bare.slice(0, own.index).trimEnd() : source;
    const text = cleanInline(words.replace(/(?<![ \t])[ \t]+#+$/, ""), this.#context)
      .replaceAll(/\s+/g, " ")
      .trim();
    const plain = plainWords(text);
    if (plain === "") return;
    const slug = this.#slugger.slug(plain);
    if (level === 1) this.firstHeading ??= titleOf(plain);
    this.#out.push("", `${"#".repeat(level)} ${text}${anchorSuffix(own?.[1] ?? slug)}`, "");
  }

  #writeParagraph(lines: string[]): void {
    if (isModuleCode(lines)) return;
    const text = lines
      .filter((line) => !isDirective(line))
      .map(labelBox)
      .join("\n");
    const isLeftOut = areBadges(text);
    if (htmlBlock.test(text) && !component.test(text)) {
      const { root } = parseHtml(text);
      const rendered = renderMarkdown(root, {
        boilerplate: new BoilerplateTest(),
        baseUrl: this.#baseUrl,
        keepsLinks: false,
      });
      for (const link of readPageFacts(root, this.#baseUrl.href).links) this.#hrefs.add(link);
      if (rendered.markdown !== "" && !isLeftOut) this.#out.push(rendered.markdown);
      const top = listSections(rendered.markdown).find(({ level }) => level === 1);
      if (top) this.firstHeading ??= titleOf(top.heading);
      return;
    }
    const cleaned = cleanInline(joinCells(text), this.#context);
    if (isLeftOut) return;
    for (const line of cleaned.split("\n")) if (line.trim() !== "") this.#out.push(narrowRow(line.trimEnd()));
  }
}

/** Code between one or two back ticks, or white space that lines columns up. */
const CODE_OR_GAP = /(?<!`)`(?!`)[^`]*`(?!`)|(?<!`)``(?!`)(?:[^`]|`(?!`))*``(?!`)|(?<![ \t])[ \t]{2,}/g;

/** A row of a table without the white space and dashes that line its columns up, which would only cost tokens. */
function narrowRow(line: string): string {
  if (!line.startsWith("|")) return line;
  if (/^[|:\s-]+$/.test(line)) return line.replaceAll(/\s+/g, " ").replaceAll(/-{4,}/g, "---");
  return line.replaceAll(CODE_OR_GAP, (part) => (part.startsWith("`") ? part : " "));
}

function isRow(line: string): boolean {
  return line.trimStart().startsWith("|");
}

/** Rows of tables as one line each: spaces in the place of line breaks, list items and paragraphs in a cell. */
function joinCells(text: string): string {
  const lines = text.split("\n");
  if (!lines.some(isRow) || !/<(?:br|li|p)\b/i.test(text)) return text;
  return lines
    .map((line) => (isRow(line) ? line.replaceAll(/<(?:br|\/li|\/p)\s*\/?>/gi, " ") : line))
    .join("\n");
}

/** A heading without its pictures; for a heading that is only a logo, the text of the picture. */
function titleOf(heading: string): string | null {
  const picture = /\[?\[image: ([^[\]]*)\](?:\]\([^()\s]*\))?/g;
  return heading.replaceAll(picture, "").trim() || heading.replaceAll(picture, "$1").trim() || null;
}

const htmlBlock =
  /^ {0,3}<(?:table|thead|tbody|tr|dl|ul|ol|div|p|section|article|aside|figure|blockquote|center|pre|h[1-6])(?=[\s>/])[^>]*>(?=[\s\S]*\S)/i;

/** The beginning of a component: `<Aside>` and `<Table>` are components, `<ASIDE>` and `<table>` elements. */
const component = /^ {0,3}<[A-Z][a-z]/;

/** Whether a paragraph is one line of words, which a rule below makes a heading, and not a table or a list. */
function isSetextText(paragraph: string[]): boolean {
  return paragraph.length === 1 && !/^\s*(?:[-*+>|<]|\d+[.)]\s|:::)/.test(paragraph[0] ?? "");
}

/** Whether a paragraph is nothing but pictures that lead somewhere: the badges and the logo at the head of a README. */
function areBadges(paragraph: string): boolean {
  return (
    /\S/.test(paragraph) &&
    paragraph
      .replaceAll(/\[!\[[^[\]\n]*\](?:\([^()\n]*\)|\[[^[\]\n]*\])\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g, "")
      .replaceAll(/<a\s[^<>]*>\s*<img\s[^<>]*>\s*<\/a>/gi, "")
      .replaceAll(/<\/?(?:p|div|center|br)(?:\s[^<>]*)?>|&nbsp;/gi, "")
      .trim() === ""
  );
}

/** Whether a paragraph is imports and exports of MDX, which stand in paragraphs of their own. */
function isModuleCode(lines: string[]): boolean {
  const first = lines[0] ?? "";
  if (/^import\s+(?:[\w*{][^'"]*\sfrom\s+)?['"][^'"]+['"];?\s*$/.test(first)) return true;
  if (/^import\s*(?:\w+\s*,\s*)?\{[^}]*$/.test(first))
    return lines.some((line) => /\bfrom\s+['"]/.test(line));
  return /^export\s+(?:const|let|default|async|function|class)\b/.test(first);
}

/** Whether a line is a mark of a generator without text: the end of a box, a contents list, a template tag, a rule, a link definition. */
function isDirective(line: string): boolean {
  return (
    /^:{3,}\s*(?:(?:code-group|tabs|steps|columns)\s*)?(?:\{[^}]*\})?$/.test(line.trim()) ||
    /^\s*(?:\[\[?_?toc_?\]\]?|\/\/\/+|\{[#.][\w-]+\})\s*$/i.test(line) ||
    /^\s*\{(?:%[^%]*%|\{[<%][^}]*[%>]\})\}\s*$/.test(line) ||
    /^\s{0,3}(?:-[ \t]*){3,}$|^\s{0,3}(?:\*[ \t]*){3,}$|^\s{0,3}(?:_[ \t]*){3,}$/.test(line) ||
    definition.test(line.trimEnd())
  );
}

/** The first line of a box or tab as its label, in bold; any other line as it is. */
function labelBox(line: string): string {
  const alert = /^(\s*>\s*)\[!(\w+)\]([^]*)$/.exec(line);
  if (alert) return `${alert[1]}**${alert[3]?.trimStart() || capitalise(alert[2] ?? "")}:**`;
  const box = /^(?::{3,}|!!!\+?|\?\?\?\+?|\/{3,})\s*([A-Za-z][\w-]*)\s*(?:\|\s*)?(?:\{[^}]*\})?([^]*)$/.exec(
    line.trimStart(),
  );
  if (box) return `**${boxTitle(box[2]) || capitalise(box[1] ?? "")}:**`;
  const tab = /^={2,3}\+?\s([^=]+)$/.exec(line.trim())?.[1]?.trim() ?? "";
  const label = /^"?([^"]+)"?$/.exec(tab)?.[1];
  return label ? `**${label.trim()}**` : line;
}

function boxTitle(text = ""): string {
  return text
    .trim()
    .replace(/\{[#.][^{}]*\}$/, "")
    .trimEnd()
    .replace(/^["[]|["\]]$/g, "")
    .trim();
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

const definition = /^ {0,3}\[(?!\^)([^\]\n]{1,200})\]:[ \t]*<?([^\s>]+)>?(?:[ \t]+["'(][^]*)?$/;

function listDefinitions(body: string): Map<string, string> {
  const definitions = new Map<string, string>();
  if (!body.includes("]:")) return definitions;
  for (const line of body.split("\n")) {
    const [, label, href] = definition.exec(line.trimEnd()) ?? [];
    if (label && href) definitions.set(label.toLowerCase(), href);
  }
  return definitions;
}

/** Lines with at most one blank line between them. */
function joinLines(lines: string[]): string {
  const kept = lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
  return kept.join("\n").trim();
}

function lastPathSegment(url: string): string {
  return new URL(url).pathname.split("/").findLast((segment) => segment !== "") ?? url;
}
