import { type Fence, lineEnd } from "./fences.ts";

/** A range of text that belongs together: a heading, a paragraph, a list, a table, a quotation, a fenced code block. */
export type Block = { start: number; end: number; kind: "heading" | "text" | "table" | "quote" | "fence" };

/** Blocks of a range of a markdown text, in order, without the blank lines between them. */
export function listBlocks(markdown: string, fences: Fence[], start: number, end: number): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let nextFence = firstFrom(fences, start);
  for (let at = start; at < end;) {
    const fence = fences[nextFence];
    if (fence && at >= fence.start) {
      open = undefined;
      blocks.push({ start: at, end: Math.min(fence.end, end), kind: "fence" });
      at = fence.end + 1;
      nextFence++;
      continue;
    }
    const stop = Math.min(lineEnd(markdown, at), end);
    const line = markdown.slice(at, stop);
    if (line.trim() === "") {
      open = undefined;
    } else {
      const kind = kindOf(line);
      if (open?.kind === kind && kind !== "heading") open.end = stop;
      else {
        open = { start: at, end: stop, kind };
        blocks.push(open);
      }
    }
    at = stop + 1;
  }
  return blocks;
}

function kindOf(line: string): Block["kind"] {
  const first = line.charAt(0);
  if (first === "|") return "table";
  if (first === ">") return "quote";
  return first === "#" && /^#{1,6}[ \t]/.test(line) ? "heading" : "text";
}

function firstFrom(fences: Fence[], start: number): number {
  let low = 0;
  let high = fences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fences[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
