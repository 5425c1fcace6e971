import type { ReactNode } from "react";
import { Ago } from "#web/components/ui/ago.tsx";
import type { PrivateIndex } from "./queries.ts";

/** The totals of the scope's index, in three figures. */
export function IndexTotals({ index }: { index: PrivateIndex | null }) {
  const updated = index && index.modules.length > 0 ? index.updatedAt : null;
  return (
    <dl className="grid grid-cols-3 gap-4 rounded-lg border border-border bg-surface px-5 py-4 shadow-card">
      <Figure name="Documents">{(index?.totalDocs ?? 0).toLocaleString("en-US")}</Figure>
      <Figure name="Sources">{(index?.modules.length ?? 0).toLocaleString("en-US")}</Figure>
      <Figure name="Last updated">
        <Ago iso={updated} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums max-xs:text-base">{children}</dd>
    </div>
  );
}
