import type { IncludeOrder } from "./markdown-orders.ts";
import { readTag } from "../markdown/tags.ts";
import { withoutMarks } from "./marked-regions.ts";

const IMPORT = /^import\s+(?:\*\s+as\s+)?(\w+)\s+from\s+["']([^"']{1,500})["'];?\s*$/;
/** Limit on the lines of an MDX tag. */
const MAX_TAG_LINES = 40;
const MAX_LINE = 2000;

/**
 * Files that a page of MDX imports and shows: raw code (`!!raw-loader!./a.js`, `./a.js?raw`) wherever its name is used
 * (`<CodeBlock>{a}</CodeBlock>`, `<Code code={a} />`), and partial pages (`import Part from "./_part.mdx"`, `<Part />`).
 */
export class ModuleImports {
  readonly #code = new Map<string, string>();
  readonly #pages = new Map<string, string>();

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, name, module] = line.startsWith("import") ? (IMPORT.exec(line) ?? []) : [];
      if (!name || !module) continue;
      const file = rawFile(module);
      if (file !== null) this.#code.set(name, file);
      else if (/\.(?:md|mdx|markdown)$/i.test(module)) this.#pages.set(name, module);
    }
  }

  /** The first tag in a line that uses one of the files, with the text before and behind the tag; null when none does. */
  usedAt(lines: readonly string[], at: number): ImportUse | null {
    const line = lines[at] ?? "";
    if (this.#code.size + this.#pages.size === 0 || !line.includes("<")) return null;
    const text = lines.slice(at, at + MAX_TAG_LINES).join("\n");
    for (const { index } of line.slice(0, MAX_LINE).matchAll(/<[A-Z]/g)) {
      const tag = readTag(text, index);
      if (!tag) continue;
      const inner = tag.isSelfClosing ? null : shownName(text, tag.end, tag.name);
      const end = inner?.end ?? tag.end;
      const orders = this.#ordersOf(tag.name, text.slice(index, end));
      if (orders.length === 0) continue;
      const [after = ""] = text.slice(end).split("\n", 1);
      const last = at + text.slice(0, end).split("\n").length - 1;
      return { before: line.slice(0, index), orders, after, last };
    }
    return null;
  }

  #ordersOf(name: string, tag: string): IncludeOrder[] {
    const page = this.#pages.get(name);
    if (page !== undefined) return [{ target: page, as: "prose", pick: (all) => [...all] }];
    const language = /\s(?:lang|language)=["']([\w+#-]+)["']/.exec(tag)?.[1];
    const title = /\s(?:title|filename)=["']([^"'\n]{1,200})["']/.exec(tag)?.[1];
    return [...tag.matchAll(/\{\s*(\w+)(?:\.trim(?:End)?\(\))?\s*\}/g)].flatMap(([, used = ""]) => {
      const target = this.#code.get(used);
      if (target === undefined) return [];
      const order: IncludeOrder = { target, as: "code", pick: withoutMarks };
      return [{ ...order, ...(language ? { language } : {}), ...(title ? { title } : {}) }];
    });
  }
}

/** The file whose text a module is; null for a module that is run. */
function rawFile(module: string): string | null {
  const loaded = /^!{0,2}raw-loader!([^]+)$/.exec(module)?.[1];
  if (loaded === undefined && !/[^]\?(?:\w+&)?raw\b/.test(module)) return null;
  return (loaded ?? module).split("?", 1)[0] ?? null;
}

export type ImportUse = { before: string; orders: IncludeOrder[]; after: string; last: number };

/** The end of an element that holds a name in braces and nothing else; null for any other element. */
function shownName(text: string, from: number, name: string): { end: number } | null {
  const content = /\s*\{\s*\w+(?:\.trim(?:End)?\(\))?\s*\}\s*<\/(\w+)>/y;
  content.lastIndex = from;
  return content.exec(text)?.[1] === name ? { end: content.lastIndex } : null;
}
