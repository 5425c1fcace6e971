import { useId } from "react";
import { grouped } from "#web/lib/grouped.ts";

type TrimBarProps = {
  tokensRead: number;
  tokensTotal: number;
  /** Whether only the bar is shown, for rows of a table; the figures are then said to those who do not see the bar. */
  isCompact?: boolean;
};

/**
 * The part of a page that was read (solid) beside the part that was left out (hatched). Drawn with attributes: the page's
 * policy allows no style in the markup.
 */
export function TrimBar({ tokensRead, tokensTotal, isCompact = false }: TrimBarProps) {
  const pattern = useId();
  const share = tokensTotal > 0 ? Math.min(1, tokensRead / tokensTotal) : 1;
  const read = `${grouped(tokensRead)} tokens read`;
  const leftOut = Math.round((1 - share) * 100);
  const rest = `${grouped(tokensTotal)} on the page, ${leftOut === 0 ? "nothing" : `${leftOut}%`} left out`;
  const bar = (
    <svg
      aria-hidden="true"
      className="block h-2.5 w-full rounded-xs border border-strong"
      width="100%"
      height="10"
    >
      <pattern id={pattern} width="7" height="10" patternUnits="userSpaceOnUse">
        <rect width="7" height="10" className="fill-surface" />
        <rect x="4" width="3" height="10" className="fill-border" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
      <rect
        width={`${Math.max(share * 100, 0.8)}%`}
        height="100%"
        className="fill-accent forced-colors:fill-[CanvasText]"
      />
    </svg>
  );
  if (isCompact)
    return (
      <span className="block min-w-16" title={`${read}, ${rest}`}>
        {bar}
        <span className="sr-only">{`${read}, ${rest}`}</span>
      </span>
    );
  return (
    <figure>
      {bar}
      <figcaption className="mt-1.5 flex flex-wrap justify-between gap-x-4 font-mono text-sm text-muted tabular-nums">
        <span>{read}</span>
        <span>{rest}</span>
      </figcaption>
    </figure>
  );
}
