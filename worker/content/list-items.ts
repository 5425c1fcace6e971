import type { Block } from "./blocks.ts";
import { lineEnd } from "./fences.ts";

const ITEM = /^(?:[-*+]|\d+[.)])[ \t]/;

/** A block, or a list with the paragraphs, the code and the tables that stand indented below its items. */
export type Unit = Block & { parts: Block[] };

/** Joins indented blocks that belong to an item of a list to that list. */
export function joinListItems(markdown: string, blocks: Block[]): Unit[] {
  const units: Unit[] = [];
  for (const block of blocks) {
    const above = units.at(-1);
    const isBelowItem =
      above?.kind === "text" &&
      /^[ \t]/.test(markdown.slice(block.start, block.start + 1)) &&
      isList(markdown, above);
    if (isBelowItem) {
      above.end = block.end;
      above.parts.push(block);
    } else {
      units.push({ ...block, parts: [block] });
    }
  }
  return units;
}

/** The items of a unit's outermost list, each with all that is below the item; text before the first item is a part of its own. */
export function listItems(markdown: string, unit: Unit): Unit[] {
  const items: Unit[] = [];
  const indent = /^[ \t]*/.exec(markdown.slice(unit.start, unit.end))![0].length;
  for (const part of unit.parts) {
    if (part.kind !== "text") {
      const item = items.at(-1)!;
      item.end = part.end;
      item.parts.push(part);
      continue;
    }
    for (let at = part.start; at < part.end;) {
      const end = Math.min(lineEnd(markdown, at), part.end);
      const line = markdown.slice(at, end);
      const isItem = ITEM.test(line.trimStart());
      const depth = line.length - line.trimStart().length;
      const item = items.at(-1);
      const last = item?.parts.at(-1);
      if (!item || !last || (isItem && depth <= indent)) {
        const range: Block = { start: at, end, kind: "text" };
        items.push({ ...range, parts: [{ ...range }] });
      } else if (last.kind === "text" && at > part.start && !(isItem && !isList(markdown, last, depth))) {
        item.end = last.end = end;
      } else {
        item.parts.push({ start: at, end, kind: "text" });
        item.end = end;
      }
      at = end + 1;
    }
  }
  return items;
}

/** Whether a range begins with an item that is indented by `atLeast` characters or more. */
function isList(markdown: string, { start, end }: Block, atLeast = 0): boolean {
  const line = markdown.slice(start, Math.min(end, start + 40));
  const depth = line.length - line.trimStart().length;
  return ITEM.test(line.trimStart()) && depth >= atLeast;
}
