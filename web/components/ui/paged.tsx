import { useDeferredValue, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { turnTo } from "#web/lib/turn-to.ts";
import { Button } from "./button.tsx";

type PagedProps = {
  items: readonly unknown[];
  /** Number of items on a page. */
  size: number;
  /** The noun for the items: `URLs`. */
  noun: string;
  /** The search or filter behind the list; another one begins at the first page. */
  question?: string;
};

/**
 * A long list in pages, so that little is drawn at a time. A list that fits has no pages. Give the same `items` array as long
 * as the items are the same.
 */
export function Paged<T>({
  items,
  size,
  noun,
  question = "",
  children,
}: PagedProps & { items: readonly T[]; children: (items: readonly T[]) => ReactNode }) {
  const [turned, setTurned] = useState({ question, page: 0 });
  const page = turned.question === question ? turned.page : 0;
  const shown = useMemo(() => turnTo(items, page, size), [items, page, size]);
  // The buttons answer at once; the items of the page may come a moment later.
  const drawn = useDeferredValue(shown.items);
  const turn = (by: number) => setTurned({ question, page: shown.page + by });
  return (
    <>
      {children(drawn)}
      {shown.pages > 1 && (
        <nav aria-label={`Pages of ${noun}`} className="flex items-center justify-between gap-3">
          <Button size="sm" disabled={shown.page === 0} onClick={() => turn(-1)}>
            Back
          </Button>
          <span className="text-sm text-muted tabular-nums" role="status">
            {`Page ${shown.page + 1} of ${shown.pages}, ${items.length.toLocaleString("en-US")} ${noun}`}
          </span>
          <Button size="sm" disabled={shown.page === shown.pages - 1} onClick={() => turn(1)}>
            Next
          </Button>
        </nav>
      )}
    </>
  );
}
