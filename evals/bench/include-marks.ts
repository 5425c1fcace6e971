import { basename } from "node:path";

/** An include of code in a page's source, found by plain patterns and not by the product's knowledge of generators. */
export type SourceInclude = { line: number; target: string; part: IncludePart };

/** The lines of the file that an include shows, as far as the mark alone tells. */
export type IncludePart =
  | { kind: "whole" }
  | { kind: "lines"; ranges: [number, number][] }
  | { kind: "named"; name?: string };

type Pattern = {
  mark: RegExp;
  endings: RegExp;
  isInFences: boolean;
  part: (text: string, next: string[]) => IncludePart;
};

const MARKDOWN = /\.(?:md|mdx|markdown)$/;
const whole = (): IncludePart => ({ kind: "whole" });
const named = (): IncludePart => ({ kind: "named" });

const PATTERNS: Pattern[] = [
  {
    mark: /^\s*\{\*\s*(\S+)/,
    endings: MARKDOWN,
    isInFences: true,
    part: (text) => linesOr(/\bln\[([^\]]+)\]/.exec(text)?.[1]),
  },
  {
    mark: /^\s*\{!>?\s*([^\s![]+)/,
    endings: MARKDOWN,
    isInFences: true,
    part: (text) => linesOr(/\[ln:([^\]]+)\]/.exec(text)?.[1]),
  },
  {
    mark: /^\s*-+8<-+\s+["']([^"':;]+)/,
    endings: MARKDOWN,
    isInFences: true,
    part: (text) => (/:[\w-]/.test(text) ? named() : whole()),
  },
  {
    mark: /^\s*<<<\s+([^\s{#[]+)/,
    endings: MARKDOWN,
    isInFences: false,
    part: (text) => (text.includes("#") ? named() : whole()),
  },
  {
    mark: /^\s*\{\{\s*#(?:rustdoc_)?include\s+([^\s:}]+)/,
    endings: MARKDOWN,
    isInFences: true,
    part: (text) => bookPart(text),
  },
  {
    mark: /^import\s+\w+\s+from\s+["'](?:!!raw-loader!([^"']+)|([^"']+)\?raw)["']/,
    endings: /\.mdx?$/,
    isInFences: false,
    part: whole,
  },
  {
    mark: /^\s*\.\. literalinclude::\s+(\S+)/,
    endings: /\.rst$/,
    isInFences: false,
    part: (_text, next) => sphinxPart(next),
  },
  {
    mark: /^include::([^[]+)\[/,
    endings: /\.(?:adoc|asciidoc)$/,
    isInFences: true,
    part: (text) => {
      const name = /\btags?=["']?([\w-]+)/.exec(text)?.[1];
      return name && !text.includes("!")
        ? { kind: "named", name }
        : /\b(?:tags?|lines)=/.test(text)
          ? named()
          : whole();
    },
  },
];
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|svg|png|html)$/i;

/** The includes of code that a page's source has. */
export function listSourceIncludes(path: string, text: string): SourceInclude[] {
  const lines = text.split("\n");
  const patterns = PATTERNS.filter(({ endings }) => endings.test(path));
  let fence: string | null = null;
  let isCommentedOut = false;
  return lines.flatMap((line, at): SourceInclude[] => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && MARKDOWN.test(path)) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (/^\/{4,}\s*$/.test(line) && !MARKDOWN.test(path)) isCommentedOut = !isCommentedOut;
    if (isCommentedOut) return [];
    for (const { mark: pattern, isInFences, part } of patterns) {
      const found = isInFences || fence === null ? pattern.exec(line) : null;
      const target = found?.slice(1).find(Boolean);
      if (!target || PROSE.test(target)) continue;
      // A bare import of a name is an include of code only when that name is shown.
      if (line.startsWith("import") && !text.includes(`{${/^import\s+(\w+)/.exec(line)?.[1]}}`)) continue;
      return [{ line: at + 1, target, part: part(line, lines.slice(at + 1, at + 12)) }];
    }
    return [];
  });
}

/** Paths that a target may mean: those that end in the target's last two parts, or in its last one where it has no more. */
export function filesMeant(target: string, pathsByName: ReadonlyMap<string, string[]>): string[] {
  const parts = target
    .replace(/.*[$}]/, "")
    .split("/")
    .filter((part) => !/^(?:\.{0,2}|@|~)$/.test(part));
  const tail = parts.slice(-2).join("/").replaceAll("\\_", "_");
  // Endings that bundlers put behind a module's name.
  const endings = /\.\w+$/.test(tail) ? [""] : [".tsx", ".ts", ".jsx", ".js"];
  return endings.flatMap((ending) =>
    (pathsByName.get(basename(tail) + ending) ?? []).filter((path) =>
      `/${path}`.endsWith(`/${tail}${ending}`),
    ),
  );
}

function linesOr(written: string | undefined): IncludePart {
  if (written === undefined || written === "0") return { kind: "whole" };
  const ranges = written.split(",").map((part): [number, number] => {
    const [first = 1, last = first] = part.split(/[-:]/).map(Number);
    return [first, last];
  });
  return { kind: "lines", ranges };
}

function bookPart(text: string): IncludePart {
  const [, first, last] = /:(\d+):(\d+)\s*\}\}/.exec(text) ?? [];
  if (first && last) return { kind: "lines", ranges: [[Number(first), Number(last)]] };
  return /include\s+[^\s:}]+:/.test(text) ? { kind: "named" } : { kind: "whole" };
}

function sphinxPart(next: string[]): IncludePart {
  const end = next.findIndex((line) => !/^\s+:[\w-]+:/.test(line));
  const options = next.slice(0, end === -1 ? next.length : end).join("\n");
  const lines = /:lines:\s*([\d, -]+)$/m.exec(options)?.[1]?.trim();
  if (/:(?:start|end|pyobject)/.test(options)) return { kind: "named" };
  return lines && /^[\d,\s]+(?:-\s*\d+[\d,\s-]*)?$/.test(lines) && !lines.endsWith("-")
    ? linesOr(lines.replaceAll(" ", ""))
    : lines
      ? { kind: "named" }
      : { kind: "whole" };
}
