import { Ago } from "#web/components/ui/ago.tsx";
import { detailsOf, formatAmount } from "./transactions.ts";
import type { Transaction } from "./transactions.ts";

/** The newest few transactions, for the dashboard. */
export function LatestActivity({ rows }: { rows: readonly Transaction[] }) {
  return (
    <ul className="grid grid-cols-1 text-sm">
      {rows.map((row) => (
        <li key={row.id} className="flex items-baseline gap-3 border-t border-border py-2 first:border-t-0">
          <span className="min-w-0 flex-1 truncate" title={detailsOf(row)}>
            {detailsOf(row) || row.source}
          </span>
          <Ago iso={row.timestamp} className="shrink-0 text-muted" />
          <span className="w-14 shrink-0 text-right font-mono tabular-nums">{formatAmount(row.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
