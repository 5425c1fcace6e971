import { useId } from "react";
import type { ReactNode } from "react";

type LastUsedProps = {
  isLastUsed: boolean;
  /** Content that gets the id of the mark, for `aria-describedby`. */
  children: (describedBy: string | undefined) => ReactNode;
};

/** A mark on the edge of the button that led in the last time. The mark comes late and takes no room, so nothing moves. */
export function LastUsed({ isLastUsed, children }: LastUsedProps) {
  const id = useId();
  return (
    <div className="relative grid">
      {children(isLastUsed ? id : undefined)}
      {isLastUsed && (
        <span
          id={id}
          className="pointer-events-none absolute -top-2.5 right-3 rounded-xs border border-accent/30 bg-accent-soft px-1.5 py-0.5 text-xs font-medium text-accent"
        >
          Last used
        </span>
      )}
    </div>
  );
}
