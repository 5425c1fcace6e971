import type { ReactNode } from "react";
import { readBlocks, readSpans } from "#web/lib/blocks.ts";
import type { Block } from "#web/lib/blocks.ts";

/** Text of a document, drawn with its headings, lists and code. The text comes from elsewhere, so none of it becomes markup. */
export function DocumentText({ text }: { text: string }) {
  return (
    <div className="grid grid-cols-1 gap-3 text-md">
      {readBlocks(text).map((block) => (
        <BlockText key={block.line} block={block} />
      ))}
    </div>
  );
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      // A document's heading is a paragraph: headings in the page's outline are ours.
      return <p className="font-semibold wrap-anywhere">{spansOf(block.text)}</p>;
    case "code":
      return (
        <pre
          tabIndex={0}
          className="overflow-x-auto rounded-sm border border-border bg-sunken px-3 py-2 leading-relaxed"
        >
          <code>{block.text}</code>
        </pre>
      );
    case "list": {
      const items = block.items.map((item) => (
        <li key={item.line} className="wrap-anywhere whitespace-pre-line">
          {spansOf(item.text)}
        </li>
      ));
      return block.isNumbered ? (
        <ol className="grid list-decimal gap-1 pl-5">{items}</ol>
      ) : (
        <ul className="grid list-disc gap-1 pl-5">{items}</ul>
      );
    }
    case "paragraph":
      return <p className="wrap-anywhere whitespace-pre-line">{spansOf(block.text)}</p>;
    default:
      return block satisfies never;
  }
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
