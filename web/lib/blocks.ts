/** A piece of a document, as it is drawn. Its text is data: nothing of it becomes markup. */
export type Block = { line: number } & (
  | { kind: "heading"; text: string }
  | { kind: "code"; text: string }
  | { kind: "list"; isNumbered: boolean; items: ListItem[] }
  | { kind: "paragraph"; text: string }
);
/** An item of a list. `line` is where the item begins, and tells it from others. */
export type ListItem = { line: number; text: string };

export type Span = { kind: "text" | "code" | "strong"; text: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:([-*+])|\d{1,9}[.)])\s+(.*)$/;

/**
 * Markdown as blocks, as far as blocks help a reader: headings, fences of code, lists and paragraphs. A table stays text in
 * columns, and all other markup stays as it is written. A fence that is not closed goes on to the end.
 */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  let paragraph: string[] = [];
  let at = 0;

  function endParagraph() {
    if (paragraph.length > 0)
      blocks.push({ kind: "paragraph", line: at - paragraph.length, text: paragraph.join("\n") });
    paragraph = [];
  }

  while (at < lines.length) {
    const line = lines[at]!;
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (fence) {
      endParagraph();
      const end = lines.findIndex((other, index) => index > at && isClosing(other, fence));
      const stop = end === -1 ? lines.length : end;
      blocks.push({ kind: "code", line: at, text: lines.slice(at + 1, stop).join("\n") });
      at = stop + 1;
      continue;
    }
    if (heading) {
      endParagraph();
      blocks.push({ kind: "heading", line: at, text: heading[1]! });
    } else if (item) {
      endParagraph();
      const isNumbered = item[1] === undefined;
      const last = blocks.at(-1);
      if (last?.kind === "list" && last.isNumbered === isNumbered && lines[at - 1] !== "")
        last.items.push({ line: at, text: item[2]! });
      else blocks.push({ kind: "list", line: at, isNumbered, items: [{ line: at, text: item[2]! }] });
    } else if (line.startsWith("|")) {
      endParagraph();
      const end = lines.findIndex((other, index) => index > at && !other.startsWith("|"));
      const stop = end === -1 ? lines.length : end;
      blocks.push({ kind: "code", line: at, text: lines.slice(at, stop).join("\n") });
      at = stop;
      continue;
    } else if (line.trim() === "") {
      endParagraph();
    } else if (paragraph.length === 0 && /^\s{2,}\S/.test(line) && blocks.at(-1)?.kind === "list") {
      // An indented line below an item continues that item.
      const above = (blocks.at(-1) as Extract<Block, { kind: "list" }>).items.at(-1)!;
      above.text += `\n${line.trim()}`;
    } else {
      paragraph.push(line);
    }
    at += 1;
  }
  endParagraph();
  return blocks;
}

/** Code and strong words within a line; a link becomes its words. */
export function readSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const part of text.split(/(`{1,3}[^`]{1,1000}`{1,3}|\*\*[^*\n]{1,500}\*\*)/)) {
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
      spans.push({ kind: "code", text: part.replace(/^`+ ?| ?`+$/g, "") });
    else if (part.startsWith("**") && part.endsWith("**") && part.length > 4)
      spans.push({ kind: "strong", text: part.slice(2, -2) });
    else if (part !== "")
      spans.push({ kind: "text", text: part.replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, "$1") });
  }
  return spans;
}

/**
 * The page in an answer of the reading tool, without the frame that is meant for agents: the text between marks such as
 * `<doc-1a2b3c>`, and our own sentences between those parts.
 */
export function withoutFrame(text: string): { head: string; body: string } {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => MARK.test(line));
  if (first === -1) return { head: "", body: text };
  const head = lines.slice(0, first).filter((line) => !line.startsWith("Text between <"));
  // The page's title and address, up to an empty line, stand beside the page already.
  const caption = lines.indexOf("", first) + 1;
  const body = lines.slice(caption).filter((line) => !MARK.test(line));
  return { head: head.join("\n"), body: body.join("\n").trim() };
}

const MARK = /^<\/?doc-\w{6}>$/;

function isClosing(line: string, fence: string): boolean {
  const closing = FENCE.exec(line)?.[1];
  return (
    closing !== undefined &&
    closing[0] === fence[0] &&
    closing.length >= fence.length &&
    line.trim() === closing
  );
}
