import { regionOf, withoutMarks } from "./marked-regions.ts";
import { linesBetween, linesIn, parseRanges } from "./pick-lines.ts";

/** An order of a line of markdown to have a file, or a part of one, in the line's place. */
export type IncludeOrder = {
  target: string;
  /** How the file is shown: as a code block, as a part of the page, or as its name says. */
  as: "code" | "prose" | "file";
  language?: string;
  title?: string;
  /** The part of the file; null when the file has no such part. */
  pick: (lines: string[]) => string[] | null;
  /** Whether nothing is lost without the file: layouts and navigation. */
  isOptional?: boolean;
};

/** Limit on the length of an order: longer lines are text. */
const MAX_LINE = 1000;

/** The order that a whole line is, by any generator's way to write it; null for every other line. */
export function orderOf(line: string): IncludeOrder | null {
  const text = line.trim();
  if (text.length > MAX_LINE || !OPENINGS.some((opening) => text.startsWith(opening))) return null;
  return (
    fastapiOrder(text) ??
    bracedOrder(text) ??
    snippetOrder(text) ??
    vitepressOrder(text) ??
    bookOrder(text) ??
    templateOrder(text) ??
    shortcodeOrder(text) ??
    elementOrder(text)
  );
}

const OPENINGS = ["{*", "{!", "--8<--", "-8<-", "<<<", "<!--", "{{", "{%", "<include", "<Include"];

/** The order `{* ../../docs_src/first.py ln[1:3,5] hl[2] *}` of FastAPI and its family. `ln[0]` means the whole file. */
function fastapiOrder(text: string): IncludeOrder | null {
  if (!text.startsWith("{*") || !text.endsWith("*}")) return null;
  const [, target, options = ""] = /^([^\s*]\S*)(?:\s([^*]*))?$/.exec(text.slice(2, -2).trim()) ?? [];
  if (!target) return null;
  const lines = /\bln\[([^\][]*)\]/.exec(options)?.[1];
  const ranges = lines && lines !== "0" ? parseRanges(lines) : null;
  return { target, as: "file", pick: (all) => (ranges ? linesIn(all, ranges) : all) };
}

/** The orders `{!docs/part.md!}` and `{!> part.md [ln:3-9] !}` of markdown-include and mdx_include. */
function bracedOrder(text: string): IncludeOrder | null {
  const [, inner] = /^\{!>?([^!]+)!\}$/.exec(text) ?? [];
  if (!inner) return null;
  const [, target = "", part] = /^([^\s[\]]+)(?:\s*\[(?:ln:)?([^\]]*)\])?$/.exec(inner.trim()) ?? [];
  if (target === "") return null;
  return { target, as: "file", pick: picker(part) };
}

/** The orders `--8<-- "file.py:3:9"` and `--8<-- "file.py:section"` of PyMdown Extensions. */
function snippetOrder(text: string): IncludeOrder | null {
  const [, written] = /^-{1,2}8<-{1,2}\s+["']([^"']+)["']$/.exec(text) ?? [];
  return written ? snippet(written) : null;
}

/** The file of a line within a block of `--8<--`. A file whose name begins with `;` is switched off. */
export function snippet(written: string): IncludeOrder | null {
  if (written.startsWith(";")) return null;
  // The colons of `https://` and `::` do not begin a part.
  const colon = written.search(/(?<=[^:/]):(?!\/\/)/);
  const target = colon === -1 ? written : written.slice(0, colon);
  const part = colon === -1 ? undefined : written.slice(colon + 1);
  return { target, as: "file", pick: picker(part?.replaceAll(/(?<=^|,)\s*(\d*):(\d*)(?=,|$)/g, "$1-$2")) };
}

/** The orders `<<< @/snippets/a.js#region{1,3 js:line-numbers} [title]` and `<!--@include: ./part.md{3,}-->` of VitePress. */
function vitepressOrder(text: string): IncludeOrder | null {
  const page = /^<!--\s*@include:\s*([^\s{}#]+)(?:#([\w-]+))?(?:\{([\d,]*)\})?\s*-->$/.exec(text);
  if (page?.[1]) {
    const [first = "", last = ""] = (page[3] ?? "").split(",");
    const range = page[3] === undefined ? undefined : page[3].includes(",") ? `${first}-${last}` : first;
    return { target: page[1], as: "prose", pick: picker(range ?? page[2]) };
  }
  const [, target, region, braces = "", title] =
    /^<<<\s+([^\s{}#[\]]+)(?:#([\w-]+))?(?:\s*\{([^{}]*)\})?(?:\s*\[([^\]]*)\])?$/.exec(text) ?? [];
  if (!target) return null;
  const language = /(?:^|\s)([A-Za-z][\w+#-]*)/.exec(braces)?.[1];
  return {
    target,
    as: "code",
    ...(language ? { language } : {}),
    ...(title ? { title } : {}),
    pick: picker(region),
  };
}

/** The orders `{{#include file.rs:2:10}}`, `{{#rustdoc_include file.rs:anchor}}` and `{{#playground file.rs}}` of mdBook. */
function bookOrder(text: string): IncludeOrder | null {
  const [, verb, words = ""] =
    /^\{\{\s*#(include|rustdoc_include|playground|playpen)\s([^{}]+)\}\}$/.exec(text) ?? [];
  const [, target, part] = /^([^\s:]+)(?::(\S*))?/.exec(words.trimStart()) ?? [];
  if (!target) return null;
  const lines = /^(\d*)(?::(\d*))?$/.exec(part ?? "-");
  const range = lines ? (part?.includes(":") ? `${lines[1]}-${lines[2]}` : lines[1]) : part;
  return { target, as: verb?.startsWith("play") ? "code" : "file", pick: picker(range) };
}

/** Orders in tags: `{% include "part.md" %}`, `{% include-markdown "a.md" start="<!--a-->" %}`, `{% include_relative part.md %}`. */
function templateOrder(text: string): IncludeOrder | null {
  const [, words = ""] =
    /^\{%-?\s*include(?:[-_](?:markdown|relative|file|example|code))?\s([^%]+)%\}$/.exec(text) ?? [];
  const [, quoted, bare, options = ""] =
    /^(?:["']([^"']+)["']|([^\s"']+))([^]*)$/.exec(words.trimStart()) ?? [];
  const target = quoted ?? bare;
  if (!target || !/\.\w+$/.test(target)) return null;
  const start = option(options, "start");
  const end = option(options, "end");
  return {
    target,
    as: "file",
    isOptional: /\.html?$/i.test(target) || options.includes("ignore missing"),
    pick: (lines) =>
      linesBetween(lines, {
        ...(start === undefined ? {} : { startAfter: start }),
        ...(end === undefined ? {} : { endBefore: end }),
      }),
  };
}

/** Orders of Hugo: `{{% code_sample file="pods/simple.yaml" %}}`, `{{< readfile file="a.txt" code="true" lang="sh" >}}`. */
function shortcodeOrder(text: string): IncludeOrder | null {
  const [, verb = "", options = ""] =
    /^\{\{[<%]\s*([\w/-]+)((?:\s+[\w-]+="[^"]*")+)\s*\/?[>%]\}\}$/.exec(text) ?? [];
  if (
    !/^(?:readfile|code_?-?sample|codenew|code|code-?file|include|include-?code|embed-?code|snippet|literalinclude)$/.test(
      verb,
    )
  )
    return null;
  const target = option(options, "file") ?? option(options, "path") ?? option(options, "src");
  if (!target) return null;
  const language = option(options, "lang") ?? option(options, "language");
  return { target, as: "file", ...(language ? { language } : {}), pick: picker(option(options, "lines")) };
}

/** The order `<include lang="ts">./file.ts#region</include>` of Fumadocs. */
function elementOrder(text: string): IncludeOrder | null {
  const [, attributes = "", target, region] =
    /^<include((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>\s*([^\s<>#]+)(?:#([\w-]+))?\s*<\/include>$/i.exec(text) ?? [];
  if (!target) return null;
  const language = option(attributes, "lang");
  return { target, as: "file", ...(language ? { language } : {}), pick: picker(region) };
}

/** Picks a part of a file by its lines or by its name. Without a part, all lines but those that only mark parts. */
export function picker(part: string | undefined): IncludeOrder["pick"] {
  if (part === undefined || part === "" || part === "-") return withoutMarks;
  const ranges = parseRanges(part);
  if (ranges) return (lines) => linesIn(lines, ranges);
  return (lines) => regionOf(lines, part);
}

function option(options: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(options)?.slice(1).find(Boolean);
}
