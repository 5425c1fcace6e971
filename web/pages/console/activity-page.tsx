import { useState } from "react";
import { useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { ActivityFilters } from "#web/features/activity/activity-filters.tsx";
import { ActivityTable, COLUMN_NAMES } from "#web/features/activity/activity-table.tsx";
import { COPY } from "#web/features/activity/copy.ts";
import { download, toCsv, toJson } from "#web/features/activity/export.ts";
import { useTransactions } from "#web/features/activity/queries.ts";
import {
  COLUMNS,
  filterTransactions,
  keyNameOf,
  NO_FILTERS,
  readFilters,
  sortTransactions,
  writeFilters,
} from "#web/features/activity/transactions.ts";
import type { ColumnId, Filters, Sort } from "#web/features/activity/transactions.ts";

export default function ActivityPage() {
  const transactions = useTransactions();
  const [params, setParams] = useSearchParams();
  const [sort, setSort] = useState<Sort>(null);
  const [columns, setColumns] = useState<readonly ColumnId[]>(COLUMNS);
  const filters = readFilters(params);
  const all = transactions.data ?? [];
  const rows = sortTransactions(filterTransactions(all, filters), sort);
  const keyNames = [...new Set(all.map(keyNameOf))].filter(Boolean).toSorted();

  function change(next: Filters) {
    setParams(writeFilters(params, next), { replace: true, preventScrollReset: true });
  }

  const words = transactions.error && errorWords(transactions.error, COPY.failedFallback);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{COPY.heading}</h1>
        <div className="flex flex-wrap gap-2">
          <ColumnChooser columns={columns} onChange={setColumns} />
          <Button
            size="sm"
            disabled={rows.length === 0}
            onClick={() => download("activity.csv", "text/csv", toCsv(rows))}
          >
            Export CSV
          </Button>
          <Button
            size="sm"
            disabled={rows.length === 0}
            onClick={() => download("activity.json", "application/json", toJson(rows))}
          >
            Export JSON
          </Button>
        </div>
      </div>
      <ActivityFilters filters={filters} onChange={change} keyNames={keyNames} />
      {words ? (
        <Problem
          message={COPY.failed(words.message)}
          requestId={words.requestId}
          onRetry={() => void transactions.refetch()}
          isRetrying={transactions.isFetching}
        />
      ) : (
        <Loading
          isLoading={transactions.isPending}
          label={COPY.loading}
          skeleton={<Skeleton className="h-96" />}
        >
          {() =>
            rows.length === 0 ? (
              <EmptyState
                action={all.length > 0 && <Button onClick={() => change(NO_FILTERS)}>Clear filters</Button>}
              >
                {COPY.none}
              </EmptyState>
            ) : (
              <ActivityTable
                rows={rows}
                columns={COLUMNS.filter((column) => columns.includes(column))}
                sort={sort}
                onSort={setSort}
              />
            )
          }
        </Loading>
      )}
    </>
  );
}

type ColumnChooserProps = { columns: readonly ColumnId[]; onChange: (columns: readonly ColumnId[]) => void };

function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  return (
    <Dialog
      title="Columns"
      trigger={
        <Button size="sm" variant="ghost">
          Columns
        </Button>
      }
    >
      <div className="grid">
        {COLUMNS.map((column) => (
          <Checkbox
            key={column}
            label={COLUMN_NAMES[column]}
            checked={columns.includes(column)}
            // One column at least, or there is nothing to come back from.
            disabled={columns.length === 1 && columns.includes(column)}
            onChange={({ target }) =>
              onChange(target.checked ? [...columns, column] : columns.filter((other) => other !== column))
            }
          />
        ))}
      </div>
    </Dialog>
  );
}
