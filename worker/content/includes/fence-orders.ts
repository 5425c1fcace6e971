import type { IncludeOrder } from "./markdown-orders.ts";
import { picker } from "./markdown-orders.ts";
import { linesBetween, linesIn, parseRanges, pythonObject } from "./pick-lines.ts";

/**
 * The include order that a whole code block is, by its head: `{literalinclude} file.py` and `{include}` of MyST, `reference` of
 * Docusaurus with the address of a file inside, `file=./a.js#L3-L9` of the code-import plugins. Null for every other block.
 */
export function fenceOrder(info: string, body: string[]): IncludeOrder | null {
  const myst = /^\{(literalinclude|include)\}\s([^]*)$/.exec(info.trim());
  if (myst?.[2]) return mystOrder(myst[1] ?? "", myst[2].trimStart(), body);
  const language = /^\s*([\w+#-]+)/.exec(info)?.[1];
  if (/\s(?:reference)(?:\s|$)/.test(info)) return referenceOrder(language, body);
  const [, file, part] =
    /\s(?:file|src|from)=["']?([^\s"'#{}]+\.\w+)(?:#([\w-]+))?["']?(?=\s|$)/.exec(info) ?? [];
  if (!file || body.some((line) => line.trim() !== "")) return null;
  return { target: file, as: "code", ...(language ? { language } : {}), pick: picker(part) };
}

/** The part of a file that options of Sphinx's directives choose. */
export function partOf(options: ReadonlyMap<string, string>): IncludeOrder["pick"] {
  const ranges = parseRanges(options.get("lines") ?? "");
  const name = options.get("pyobject");
  const [startLine, endLine] = [options.get("start-line"), options.get("end-line")].map((line) =>
    Number(line ?? Number.NaN),
  );
  const bounds = {
    startAfter: options.get("start-after"),
    startAt: options.get("start-at"),
    endBefore: options.get("end-before"),
    endAt: options.get("end-at"),
  };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, text]) => text));
  return (all) => {
    if (name) return pythonObject(all, name);
    // `start-line` counts from zero.
    const lines = all.slice(startLine || 0, endLine || undefined);
    const between = Object.keys(given).length > 0 ? linesBetween(lines, given) : lines;
    return between && (ranges ? linesIn(between, ranges) : between);
  };
}

function mystOrder(verb: string, target: string, body: string[]): IncludeOrder {
  const options = new Map(
    body.flatMap((line): [string, string][] => {
      const [, name, value = ""] = /^:?([\w-]+):([^]*)$/.exec(line.trim()) ?? [];
      return name ? [[name, value.trim().replace(/^["']|["']$/g, "")]] : [];
    }),
  );
  const language = options.get("language") ?? options.get("code");
  const isCode = verb === "literalinclude" || options.has("literal") || options.has("code");
  return { target, as: isCode ? "code" : "prose", ...(language ? { language } : {}), pick: partOf(options) };
}

/** The order of a block with an address of a file on a forge: the path behind the branch, which may be of this repository. */
function referenceOrder(language: string | undefined, body: string[]): IncludeOrder | null {
  const address = body.find((line) => line.trim() !== "")?.trim() ?? "";
  const [, path, first, last] =
    /^https:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+\/(?:-\/)?blob\/[^/\s]+\/([^\s#?]+)(?:#L(\d+)(?:-L?(\d+))?)?/.exec(
      address,
    ) ?? [];
  if (!path) return null;
  const part = first === undefined ? undefined : `${first}-${last ?? first}`;
  return { target: `/${path}`, as: "code", ...(language ? { language } : {}), pick: picker(part) };
}
