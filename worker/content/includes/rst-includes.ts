import { languageOf } from "./code-languages.ts";
import { partOf } from "./fence-orders.ts";
import type { IncludeReader } from "./include-reader.ts";
import { dedented, trimmed } from "./pick-lines.ts";

const DIRECTIVE = /^(\s*)\.\. (literalinclude|include)::\s([^]*)$/;
const OPTION = /^\s+:([\w-]+):([^]*)$/;
const SUBSTITUTION = /^\s*\.\. \|([^|\s](?:[^|]{0,100}[^|\s])?)\| replace::\s+(\S.*)$/;
/** Limit on the substitutions of one page; more are not a page's own words for things. */
const MAX_SUBSTITUTIONS = 200;

/**
 * reStructuredText with its included files in place, and its substitutions (`|name|`) as their text. A path that begins with a
 * slash counts from the folder of `conf.py`, which is one of the folders around the page.
 */
export async function includeInRst(
  text: string,
  reader: IncludeReader,
  chain: readonly string[],
): Promise<string> {
  const included = await withFiles(text, reader, chain);
  return chain.length === 1 ? substituted(included, reader) : included;
}

async function withFiles(text: string, reader: IncludeReader, chain: readonly string[]): Promise<string> {
  const lines = text.split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, indent = "", verb, target = ""] =
      line.length < 1000 ? (DIRECTIVE.exec(line.trimEnd()) ?? []) : [];
    if (verb === undefined) {
      out.push(line);
      continue;
    }
    const options = new Map<string, string>();
    for (let option = OPTION.exec(lines[at + 1] ?? ""); option; option = OPTION.exec(lines[at + 1] ?? "")) {
      // Options stand deeper than their directive.
      if ((lines[at + 1] ?? "").search(/\S/) <= indent.length) break;
      options.set(option[1] ?? "", (option[2] ?? "").trim());
      at += 1;
    }
    const isCode = verb === "literalinclude" || options.has("literal") || options.has("code");
    const part = await partOfFile(target.trimStart(), options, isCode, reader, chain);
    out.push("", ...part.map((row) => (row === "" ? "" : indent + row)), "");
  }
  return out.join("\n");
}

async function partOfFile(
  target: string,
  options: ReadonlyMap<string, string>,
  isCode: boolean,
  reader: IncludeReader,
  chain: readonly string[],
): Promise<string[]> {
  // `<isonum.txt>` comes with docutils and holds signs alone.
  if (/^<.*>$/.test(target)) return [];
  const file = await reader.find(target, chain);
  const picked = file && partOf(options)(file.text.split("\n"));
  if (!file || !picked) return reader.miss(target);
  reader.spend(picked);
  if (!isCode) {
    const isRst = /\.(?:rst|txt|inc|rest)$/i.test(file.path) || !/\.\w+$/.test(file.path);
    if (isRst) return (await withFiles(picked.join("\n"), reader, [...chain, file.path])).split("\n");
  }
  const language = options.get("language") || options.get("code") || languageOf(file.path);
  const caption = options.get("caption");
  return [
    ...(caption ? [`**${caption.replaceAll("*", "")}**`, ""] : []),
    `.. code-block:: ${language || "text"}`,
    "",
    ...dedented(trimmed(picked)).map((line) => (line.trim() === "" ? "" : `   ${line}`)),
  ];
}

function substituted(text: string, reader: IncludeReader): string {
  if (!text.includes("| replace::")) return text;
  const words = new Map<string, string>();
  const lines = text.split("\n").filter((line) => {
    const [, name, value] =
      line.length < 2000 && line.includes("| replace::") ? (SUBSTITUTION.exec(line) ?? []) : [];
    if (name === undefined || value === undefined || words.size >= MAX_SUBSTITUTIONS) return true;
    words.set(name.toLowerCase(), value.trim());
    return false;
  });
  return lines
    .map((line) =>
      line.includes("|") && line.length < 4000
        ? line.replace(
            /(?<![\w|`])\|([^|\s](?:[^|]{0,100}[^|\s])?)\|_{0,2}(?![\w|`])/g,
            (whole, name: string) => reader.substitute(words.get(name.toLowerCase())) ?? whole,
          )
        : line,
    )
    .join("\n");
}
