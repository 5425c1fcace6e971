import type { ReactNode } from "react";
import { passagesOf } from "#schema/api/chat.ts";
import type { AnswerPart, ChatPassage, Support, Turn } from "#schema/api/chat.ts";
import { readSpans } from "#web/lib/blocks.ts";
import { COPY } from "./copy.ts";
import { groupParts } from "./group-parts.ts";
import type { AnswerBlock } from "./group-parts.ts";
import type { OpenPassage } from "./passage-drawer.tsx";

type Sentence = Extract<AnswerPart, { kind: "sentence" }>;
type Opens = { passages: readonly ChatPassage[]; onOpen: (passage: OpenPassage) => void };

/** An answer, with the passages behind each sentence; a sentence that no passage supports is marked. */
export function Answer({ turn, onOpen }: { turn: Turn; onOpen: (passage: OpenPassage) => void }) {
  const passages = passagesOf(turn);
  return (
    <div className="grid grid-cols-1 gap-3">
      {groupParts(turn.parts).map((block) => (
        <Block key={block.key} block={block} passages={passages} onOpen={onOpen} />
      ))}
    </div>
  );
}

function Block({ block, ...opens }: { block: AnswerBlock } & Opens) {
  switch (block.kind) {
    case "heading":
      return <p className="font-semibold">{block.text}</p>;
    case "paragraph":
      return <p className="max-w-measure wrap-anywhere">{sentencesOf(block.sentences, opens)}</p>;
    case "list": {
      const items = block.items.map((item, index) => (
        // The items of an answer are only ever added to.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="wrap-anywhere">
          {sentencesOf(item, opens)}
        </li>
      ));
      return block.isNumbered ? (
        <ol className="grid max-w-measure list-decimal gap-1 pl-5">{items}</ol>
      ) : (
        <ul className="grid max-w-measure list-disc gap-1 pl-5">{items}</ul>
      );
    }
    case "code":
      return (
        <figure className="grid gap-1">
          <pre
            tabIndex={0}
            className="overflow-x-auto rounded-sm border border-border bg-sunken px-3 py-2 leading-relaxed"
          >
            <code>{block.part.text}</code>
          </pre>
          <figcaption className="text-sm">
            <Proof part={block.part} {...opens} />
          </figcaption>
        </figure>
      );
    default:
      return block satisfies never;
  }
}

function sentencesOf(sentences: readonly Sentence[], opens: Opens): ReactNode[] {
  return sentences.flatMap((sentence, index) => [
    index > 0 && " ",
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className={sentence.status === "unsupported" ? "text-muted" : undefined}>
      {spansOf(sentence.text)} <Proof part={sentence} {...opens} />
    </span>,
  ]);
}

/** Buttons to the passages of a piece, or the word that there is none. */
function Proof({
  part: { status, supports },
  passages,
  onOpen,
}: { part: { status: string; supports: Support[] } } & Opens) {
  if (status === "unsupported")
    return (
      <span className="inline-block rounded-xs bg-warn-soft px-1.5 text-xs text-warn">
        {COPY.unsupported}
      </span>
    );
  return supports.map((support) => {
    const passage = passages.find(({ number }) => number === support.passage);
    return (
      passage && (
        <button
          key={`${support.passage} ${support.start}`}
          type="button"
          aria-haspopup="dialog"
          aria-label={`Passage ${support.passage}: ${passage.title}`}
          onClick={() => onOpen({ passage, support })}
          className="mx-px inline-flex min-h-6 min-w-6 items-center justify-center rounded-xs bg-accent-soft px-1.5 align-baseline font-mono text-xs text-accent hover:bg-hover"
        >
          {support.passage}
        </button>
      )
    );
  });
}

function spansOf(text: string): ReactNode[] {
  return readSpans(text).map((span, index) => {
    const key = `${span.kind}${index}`;
    if (span.kind === "code")
      return (
        <code key={key} className="rounded-xs bg-sunken px-1">
          {span.text}
        </code>
      );
    return span.kind === "strong" ? <strong key={key}>{span.text}</strong> : span.text;
  });
}
