import type { AnswerPart } from "#schema/api/chat.ts";

type Sentence = Extract<AnswerPart, { kind: "sentence" }>;
/** A block of an answer; `key` tells it from the answer's other blocks. */
export type AnswerBlock = { key: number } & (
  | { kind: "paragraph"; sentences: Sentence[] }
  | { kind: "list"; isNumbered: boolean; items: Sentence[][] }
  | { kind: "code"; part: Extract<AnswerPart, { kind: "code" }> }
  | { kind: "heading"; text: string }
);

/** The pieces of an answer as paragraphs, lists, code and headings. */
export function groupParts(parts: readonly AnswerPart[]): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  for (const [key, part] of parts.entries()) {
    const last = blocks.at(-1);
    if (part.kind === "code") blocks.push({ key, kind: "code", part });
    else if (part.kind === "heading") blocks.push({ key, kind: "heading", text: part.text });
    else if (part.starts === "item" || part.starts === "numbered") {
      const isNumbered = part.starts === "numbered";
      if (last?.kind === "list" && last.isNumbered === isNumbered) last.items.push([part]);
      else blocks.push({ key, kind: "list", isNumbered, items: [[part]] });
    } else if (part.starts === "inline" && last?.kind === "list") last.items.at(-1)!.push(part);
    else if (part.starts === "inline" && last?.kind === "paragraph") last.sentences.push(part);
    else blocks.push({ key, kind: "paragraph", sentences: [part] });
  }
  return blocks;
}
