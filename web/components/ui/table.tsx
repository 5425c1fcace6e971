import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../class-names.ts";

/**
 * The frame of a table. Under 640 px its rows become cards: give each `Cell` the `label` of its column. A table wider than the
 * page scrolls inside the frame. In a wide window every table fits and has no scrolling frame, so that its head can stay in
 * sight while the page scrolls.
 */
export function Table({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      // A region that scrolls must be reached by keyboard.
      tabIndex={0}
      role="region"
      aria-label={label}
      className={cx(
        "overflow-x-auto rounded-lg border border-border bg-surface shadow-card min-[80rem]:overflow-visible",
        className,
      )}
    >
      <table className="w-full border-collapse text-left text-sm max-sm:block">{children}</table>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-10 text-muted max-sm:sr-only">
      <tr className="h-10">{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="max-sm:block">{children}</tbody>;
}

export type SortDirection = "asc" | "desc" | null;

type ColumnProps = ComponentProps<"th"> & {
  isNumeric?: boolean;
  /** The order of the column; null when it can be sorted and is not. */
  sort?: SortDirection;
  onSort?: () => void;
};

export function Column({ isNumeric, sort, onSort, children, className, ...rest }: ColumnProps) {
  const Icon = sort === "asc" ? ArrowUp : sort === "desc" ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={
        sort === undefined
          ? undefined
          : sort === "asc"
            ? "ascending"
            : sort === "desc"
              ? "descending"
              : "none"
      }
      {...rest}
      className={cx(
        "relative bg-surface px-3 font-medium whitespace-nowrap after:absolute after:inset-x-0 after:-bottom-px after:h-px after:bg-border first:rounded-tl-lg last:rounded-tr-lg",
        isNumeric && "text-right",
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="inline-flex min-h-8 items-center gap-1.5 font-medium touch hover:text-text"
        >
          {children}
          <Icon aria-hidden="true" className={cx("size-3.5", sort ? "text-accent" : "text-subtle")} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      {...rest}
      className={cx(
        "h-10 border-t border-border max-sm:grid max-sm:h-auto max-sm:gap-1 max-sm:px-3 max-sm:py-3 max-sm:first:border-t-0 sm:pointer-coarse:h-11",
        className,
      )}
    />
  );
}

type CellProps = ComponentProps<"td"> & {
  label?: string;
  isNumeric?: boolean;
  /** Whether the cell names the row: on a phone it is the first line of the card, without the name of the column. */
  isTitle?: boolean;
};

/** A cell; on a phone the name of the column stands before the value. */
export function Cell({ label, isNumeric, isTitle, className, children, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={cx(
        "px-3 py-1.5 max-sm:p-0",
        isTitle
          ? "max-sm:order-first max-sm:block max-sm:pb-1 max-sm:text-md"
          : "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:text-right",
        isNumeric && "text-right font-mono tabular-nums",
        className,
      )}
    >
      {label && !isTitle && <span className="text-left font-sans text-muted sm:hidden">{label}</span>}
      <span className="min-w-0 max-sm:wrap-anywhere">{children}</span>
    </td>
  );
}
