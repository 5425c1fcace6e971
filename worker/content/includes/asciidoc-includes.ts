import { isProse } from "./code-languages.ts";
import type { IncludeReader } from "./include-reader.ts";
import { MISSING } from "./include-reader.ts";
import { taggedLines, withoutMarks } from "./marked-regions.ts";
import { linesIn, parseRanges, trimmed } from "./pick-lines.ts";

const INCLUDE = /^include::([^[\]]{1,500})\[([^\]]*)\]\s*$/;
const DELIMITER = /^(?:(-{4,}|\.{4,}|\/{4,}|\+{4,}|`{3,})|(`{3,})[\w+#-]+)\s*$/;
const ATTRIBUTE = /^:(!?)([\w-]+)(!?):(?:\s([^]*))?$/;
/** A style such as `[source,java]` above a paragraph: the paragraph is code without marks around it. */
const BLOCK_STYLE = /^\[(?:source|listing|literal|,\s*\w|%|source%)/;
const REFERENCE = /\{([A-Za-z][\w-]*)\}/g;

/**
 * AsciiDoc with its included files in place (by tags and lines, with `leveloffset`), and with the values of its attributes.
 * Files of Antora's families (`example$`, `partial$`) lie in the folders of their module.
 */
export async function includeInAsciidoc(
  text: string,
  reader: IncludeReader,
  chain: readonly string[],
  attributes: Map<string, string> = new Map(),
): Promise<string> {
  const lines = text.split("\n");
  const out: string[] = [];
  /** The mark that closes the block of code which the line is in. */
  let block: string | null = null;
  for (const [at, line] of lines.entries()) {
    const delimiter = DELIMITER.exec(line);
    if (delimiter) {
      const mark = delimiter[1] ?? delimiter[2] ?? "";
      if (block === null) block = mark;
      else if (delimiter[1] === block) block = null;
    }
    // A block that is commented out is shown to nobody, whatever the block includes.
    if (block?.startsWith("////")) {
      out.push(line);
      continue;
    }
    const [, target, written = ""] = line.startsWith("include::") ? (INCLUDE.exec(line.trimEnd()) ?? []) : [];
    if (target !== undefined) {
      const isCode = block !== null || BLOCK_STYLE.test(lines[at - 1] ?? "");
      const needsMarks = block === null && isCode;
      const part = await partOfFile(
        { target: valued(target, attributes, reader), written, isCode },
        reader,
        chain,
        attributes,
      );
      out.push(...(needsMarks && part[0] !== MISSING ? ["----", ...part, "----"] : part));
      continue;
    }
    if (line.startsWith("\\include::")) {
      out.push(line.slice(1));
      continue;
    }
    if (block === null) {
      const [, off = "", name, offToo = "", value = ""] = line.startsWith(":")
        ? (ATTRIBUTE.exec(line.trimEnd()) ?? [])
        : [];
      if (name !== undefined && off + offToo === "")
        attributes.set(name, valued(value.trimStart(), attributes, reader));
      else if (name !== undefined) attributes.delete(name);
    }
    out.push(block === null && line.includes("{") ? valued(line, attributes, reader) : line);
  }
  return out.join("\n");
}

async function partOfFile(
  { target, written, isCode }: { target: string; written: string; isCode: boolean },
  reader: IncludeReader,
  chain: readonly string[],
  attributes: Map<string, string>,
): Promise<string[]> {
  const options = readOptions(valued(written, attributes, reader));
  const file = await reader.find(inFamily(target, chain[0] ?? ""), chain);
  const picked = file && pick(file.text.replace(/(?<!\n)\n+$/, "").split("\n"), options);
  if (!file || !picked) return options.get("opts")?.includes("optional") ? [] : reader.miss(target);
  reader.spend(picked);
  if (isCode) return trimmed(reindented(picked, options.get("indent")));
  if (!isProse(file.path)) return picked;
  const text = await includeInAsciidoc(picked.join("\n"), reader, [...chain, file.path], attributes);
  const offset = Number(/^\+?(-?\d)$/.exec(options.get("leveloffset") ?? "")?.[1] ?? 0);
  return offset === 0 ? text.split("\n") : text.split("\n").map((line) => moved(line, offset));
}

function pick(lines: string[], options: ReadonlyMap<string, string>): string[] | null {
  const tags = options.get("tag") ?? options.get("tags");
  if (tags !== undefined && tags !== "") return taggedLines(lines, tags);
  const ranges = parseRanges(options.get("lines") ?? "");
  return ranges ? linesIn(lines, ranges) : withoutMarks(lines);
}

/** Options of an include, such as `tag=a,leveloffset=+1,lines="1..3,5"`. */
function readOptions(written: string): Map<string, string> {
  const found = written.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^,"']*))/g);
  return new Map([...found].map(([, name = "", ...values]) => [name, (values.find(Boolean) ?? "").trim()]));
}

/** Text with the values of known attributes; references to others stay as they are written. */
function valued(text: string, attributes: ReadonlyMap<string, string>, reader: IncludeReader): string {
  if (text.length > 4000) return text;
  return text.replace(REFERENCE, (whole, name: string) => reader.substitute(attributes.get(name)) ?? whole);
}

const FAMILIES: Record<string, string> = {
  example: "examples",
  examples: "examples",
  partial: "partials",
  partials: "partials",
  page: "pages",
  attachment: "attachments",
};

/** The path of a target in a family: `component:module:partial$path` is in `modules/<module>/partials/path`. */
function inFamily(target: string, page: string): string {
  const [, place = "", family = "", path] = /^((?:[^$:/]*:)*)(\w+)\$(.+)$/.exec(target) ?? [];
  const folder = FAMILIES[family];
  const [, module, inPages] =
    path === undefined ? (/^(?:[\w.@-]+:)?([\w-]+):((?!:)[^$]+)$/.exec(target) ?? []) : [];
  if (inPages && module) return `/modules/${module}/pages/${inPages}`;
  if (path === undefined || folder === undefined) return target;
  const named = place.split(":").at(-2);
  const module2 = named || (/(?:^|\/)modules\/([^/]+)\//.exec(page)?.[1] ?? "ROOT");
  return `/modules/${module2}/${folder}/${path}`;
}

function reindented(lines: string[], indent: string | undefined): string[] {
  if (indent === undefined) return lines;
  const least = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  const lead = " ".repeat(Math.min(20, Number(indent) || 0));
  return Number.isFinite(least)
    ? lines.map((line) => (line.trim() === "" ? "" : lead + line.slice(least)))
    : lines;
}

function moved(line: string, offset: number): string {
  const [, signs, text] = /^(={1,6})(\s+\S.*)$/.exec(line) ?? [];
  if (signs === undefined || text === undefined) return line;
  return "=".repeat(Math.min(6, Math.max(1, signs.length + offset))) + text;
}
