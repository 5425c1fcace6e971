import type { ReactNode } from "react";
import { wholeOptions } from "#web/lib/whole-options.ts";
import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  /** The text that is copied, and shown, unless `children` shows it with a secret masked. */
  text: string;
  label: string;
  children?: ReactNode;
  /** Whether long lines are broken, so that all of them is seen. */
  isWrapped?: boolean;
};

/** Text to paste elsewhere. */
export function CodeBlock({ text, label, children, isWrapped = true }: CodeBlockProps) {
  const shown = children ?? text;
  return (
    <div className="grid gap-3">
      <pre
        // A region that scrolls must be reached by keyboard.
        tabIndex={isWrapped ? undefined : 0}
        role="group"
        aria-label={label}
        className={`overflow-x-auto rounded-sm border border-border bg-sunken px-4 py-3 leading-relaxed ${isWrapped ? "wrap-anywhere whitespace-pre-wrap" : ""}`}
      >
        <code>{typeof shown === "string" ? <Command text={shown} /> : shown}</code>
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** The text of a command, with no line broken inside of an option. */
function Command({ text }: { text: string }) {
  return wholeOptions(text).map((piece, index) =>
    piece.isOption ? (
      // The pieces of one text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="whitespace-nowrap">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
