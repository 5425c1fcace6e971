import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  /** What is copied; also what is shown, unless `children` shows it with a secret masked. */
  text: string;
  label: string;
  children?: ReactNode;
  /** Long lines are broken, so that all of them is seen. */
  isWrapped?: boolean;
};

/** Text to paste elsewhere. */
export function CodeBlock({ text, label, children, isWrapped = true }: CodeBlockProps) {
  return (
    <div className="grid gap-3">
      <pre
        // A region that scrolls must be reached by keyboard.
        tabIndex={isWrapped ? undefined : 0}
        role="group"
        aria-label={label}
        className={`overflow-x-auto rounded-sm border border-border bg-sunken px-4 py-3 leading-relaxed ${isWrapped ? "wrap-anywhere whitespace-pre-wrap" : ""}`}
      >
        <code>{children ?? text}</code>
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
