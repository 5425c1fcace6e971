import { passagesOf } from "#schema/api/chat.ts";
import type { AnswerPart, Support, Turn } from "#schema/api/chat.ts";
import { groupParts } from "./group-parts.ts";

/** Turns as markdown: the questions, the answers with the numbers of their passages, and the addresses of these passages. */
export function asMarkdown(turns: readonly Turn[]): string {
  return `${turns.map(turnText).join("\n\n---\n\n")}\n`;
}

function turnText(turn: Turn): string {
  const passages = passagesOf(turn);
  const sources = passages.map(({ number, title, url }) => `${number}. ${title}: <${url}>`);
  return [
    `## ${turn.question}`,
    ...groupParts(turn.parts).map((block) => {
      switch (block.kind) {
        case "heading":
          return `### ${block.text}`;
        case "code":
          return `\`\`\`${block.part.language}\n${block.part.text}\n\`\`\`${marks(block.part)}`;
        case "paragraph":
          return block.sentences.map(sentenceText).join(" ");
        case "list":
          return block.items
            .map(
              (item, index) =>
                `${block.isNumbered ? `${index + 1}.` : "-"} ${item.map(sentenceText).join(" ")}`,
            )
            .join("\n");
        default:
          return block satisfies never;
      }
    }),
    ...(sources.length > 0 ? [`Passages:\n\n${sources.join("\n")}`] : []),
  ].join("\n\n");
}

function sentenceText(part: Extract<AnswerPart, { kind: "sentence" }>): string {
  return part.text + marks(part);
}

function marks({ status, supports }: { status: string; supports: Support[] }): string {
  if (status === "unsupported") return " (not in the passages)";
  return [...new Set(supports.map(({ passage }) => ` [${passage}]`))].join("");
}
