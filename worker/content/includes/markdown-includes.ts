import { fenced } from "../notebook.ts";
import { splitFrontMatter } from "../markdown/front-matter.ts";
import { isNoText, isProse, languageOf } from "./code-languages.ts";
import { fenceOrder } from "./fence-orders.ts";
import type { IncludeReader } from "./include-reader.ts";
import { orderOf, snippet } from "./markdown-orders.ts";
import type { IncludeOrder } from "./markdown-orders.ts";
import { ModuleImports } from "./module-imports.ts";
import { dedented, trimmed } from "./pick-lines.ts";

const FENCE = /^([ \t>]*)(`{3,}|~{3,})([^]*)$/;
const BLOCK_MARK = /^\s*-{1,2}8<-{1,2}\s*$/;
/** Limit on the lines of a block of file names. */
const MAX_BLOCK = 100;

/**
 * Markdown or MDX with its included files in place: code as code blocks, parts of pages as their text, which may include further
 * files. `chain` is the path of the page and, within a part, of the files that include the part.
 */
export async function includeInMarkdown(
  text: string,
  reader: IncludeReader,
  chain: readonly string[],
): Promise<string> {
  const lines = text.split("\n");
  const imports = new ModuleImports(lines);
  const closings = new Closings(lines);
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const opening = FENCE.exec(line);
    if (opening) {
      const [, indent = "", mark = "", info = ""] = opening;
      const end = closings.after(at + 1, mark);
      if (end !== -1) {
        const body = lines.slice(at + 1, end);
        out.push(
          ...(await fenceLines({ line, indent, info, body, last: lines[end] ?? mark }, reader, chain)),
        );
        at = end;
        continue;
      }
    }
    const block = BLOCK_MARK.test(line) ? blockEnd(lines, at) : -1;
    if (block !== -1) {
      for (const name of lines.slice(at + 1, block)) {
        const order = name.trim() === "" ? null : snippet(name.trim());
        if (order) out.push(...(await placed(order, indentOf(name), reader, chain)));
      }
      at = block;
      continue;
    }
    const order = orderOf(line.replace(/^\s*(?:>\s?)+/, ""));
    if (order) {
      out.push(...(await placed(order, /^[\s>]*/.exec(line)?.[0] ?? "", reader, chain)));
      continue;
    }
    const used = imports.usedAt(lines, at);
    if (!used) {
      out.push(line);
      continue;
    }
    if (used.before.trim() !== "") out.push(used.before);
    for (const wanted of used.orders)
      out.push("", ...(await placed(wanted, indentOf(line), reader, chain)), "");
    if (used.after.trim() !== "") out.push(used.after);
    at = used.last;
  }
  return out.join("\n");
}

/** The lines of a code block, with the files that its head or its lines ask for. */
async function fenceLines(
  fence: { line: string; indent: string; info: string; body: string[]; last: string },
  reader: IncludeReader,
  chain: readonly string[],
): Promise<string[]> {
  const { line, indent, info, body, last } = fence;
  const whole = fenceOrder(info, body);
  if (whole) return await placed(whole, indent, reader, chain);
  const out: string[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const text = body[at] ?? "";
    const block = BLOCK_MARK.test(text) ? blockEnd(body, at) : -1;
    const orders =
      block === -1 ? [orderOf(text)] : body.slice(at + 1, block).map((name) => snippet(name.trim()));
    if (orders.some((order) => order === null) || /^\s*(?:<|\{%)/.test(text)) {
      out.push(text);
      continue;
    }
    for (const order of orders)
      if (order) out.push(...indented(await raw(order, reader, chain), indentOf(text)));
    if (block !== -1) at = block;
  }
  return [line, ...out, last];
}

/** The lines in the place of an order: a code block, the text of a part, or the words that there is nothing. */
async function placed(
  order: IncludeOrder,
  indent: string,
  reader: IncludeReader,
  chain: readonly string[],
): Promise<string[]> {
  // Drawings are included for their look; nobody searches for their lines.
  if (isNoText(order.target)) return [];
  const file = await reader.find(order.target, chain);
  const picked = file && order.pick(file.text.split("\n"));
  if (!file || !picked) return order.isOptional ? [] : indented(reader.miss(order.target), indent);
  reader.spend(picked);
  if (order.as === "prose" || (order.as === "file" && isProse(file.path))) {
    const { body } = splitFrontMatter(picked.join("\n"));
    return indented((await includeInMarkdown(body, reader, [...chain, file.path])).split("\n"), indent);
  }
  if (order.isOptional && /\.html?$/i.test(file.path)) return [];
  const title = order.title ? ` [${order.title}]` : "";
  const language = order.language ?? languageOf(file.path);
  return indented(fenced(dedented(trimmed(picked)).join("\n"), language + title).split("\n"), indent);
}

/** The lines of a file within a code block. */
async function raw(order: IncludeOrder, reader: IncludeReader, chain: readonly string[]): Promise<string[]> {
  const file = await reader.find(order.target, chain);
  const picked = file && order.pick(file.text.replace(/(?<!\n)\n+$/, "").split("\n"));
  if (!picked) return reader.miss(order.target);
  reader.spend(picked);
  return picked;
}

function indented(lines: string[], indent: string): string[] {
  return indent === "" ? lines : lines.map((line) => (line === "" ? line : indent + line));
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The lines in which fences are closed; an end that was not found is not looked for again. */
class Closings {
  readonly #lines: string[];
  readonly #unclosed = new Map<string, number>();

  constructor(lines: string[]) {
    this.#lines = lines;
  }

  after(from: number, mark: string): number {
    const sign = mark.charAt(0);
    if (mark.length >= (this.#unclosed.get(sign) ?? Number.POSITIVE_INFINITY)) return -1;
    for (let at = from; at < this.#lines.length; at += 1) {
      const line = (this.#lines[at] ?? "").replace(/^[\s>]+/, "").trimEnd();
      if (line.startsWith(mark) && line === sign.repeat(line.length)) return at;
    }
    this.#unclosed.set(sign, mark.length);
    return -1;
  }
}

function blockEnd(lines: string[], from: number): number {
  const end = lines.slice(from + 1, from + MAX_BLOCK).findIndex((line) => BLOCK_MARK.test(line));
  return end === -1 ? -1 : from + 1 + end;
}
