import { useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { TRANSACTION_HISTORY_LIMIT } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { useTitle } from "#web/app/title.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { ActivityFilters } from "#web/features/activity/activity-filters.tsx";
import { ActivityTable, COLUMN_NAMES } from "#web/features/activity/activity-table.tsx";
import { COPY, SHOWN_TRANSACTIONS } from "#web/features/activity/copy.ts";
import { toCsv, toJson } from "#web/features/activity/export.ts";
import { useOlderTransactions, useTransactions } from "#web/features/activity/queries.ts";
import {
  columnsFor,
  filterTransactions,
  keyNameOf,
  NO_FILTERS,
  NO_MEMBERS,
  readFilters,
  readView,
  sortTransactions,
  writeColumns,
  writeFilters,
} from "#web/features/activity/transactions.ts";
import type { ColumnId, Filters, MemberNames, Transaction } from "#web/features/activity/transactions.ts";
import { useCredits } from "#web/features/credits/queries.ts";
import { acceptedMembers, useSelectedTeam } from "#web/features/teams/queries.ts";
import type { Team } from "#web/features/teams/queries.ts";
import { download } from "#web/lib/csv.ts";
import { writeSort } from "#web/lib/sort.ts";

const NONE: readonly Transaction[] = [];
const NOTHING = new URLSearchParams();

export default function ActivityPage() {
  const [limit, setLimit] = useState(SHOWN_TRANSACTIONS);
  const transactions = useTransactions(limit);
  const [params, setParams] = useSearchParams();
  const credits = useCredits();
  const filters = readFilters(params);
  const { data: team } = useSelectedTeam();
  const members = useMemo(() => membersOf(team), [team]);
  const known = columnsFor(members);
  const { sort, columns } = readView(params, known);
  useTitle(COPY.title(team?.name ?? null));
  const newest = transactions.data ?? NONE;
  const isCut = newest.length >= SHOWN_TRANSACTIONS && newest.length >= limit;
  // The newest transactions may not reach back to what the filters ask for: the server knows the rest.
  const isNarrowed = filters.type !== "all" || filters.from !== "" || filters.to !== "";
  const older = useOlderTransactions(filters, limit, isCut && isNarrowed);
  const all = (isCut && isNarrowed ? older.data : undefined) ?? newest;
  // The field and the arrow of a column answer at once; the rows may come a moment later.
  const question = useDeferredValue(writeSort(writeFilters(NOTHING, filters), sort).toString());
  const rows = useMemo(() => {
    const asked = new URLSearchParams(question);
    return sortTransactions(
      filterTransactions(all, readFilters(asked), members),
      readView(asked).sort,
      members,
    );
  }, [all, question, members]);
  const keyNames = useMemo(() => [...new Set(newest.map(keyNameOf))].filter(Boolean).toSorted(), [newest]);
  const columnNames = columns.join();
  // The same array as long as the columns are the same: rows are drawn again for another array.
  const shownColumns = useMemo(
    () => columnsFor(members).filter((column) => columnNames.split(",").includes(column)),
    [columnNames, members],
  );

  // Drawn at once: the arrow turns, and the box is ticked, before the rows follow; and the next change begins with this one.
  function change(next: URLSearchParams) {
    setParams(next, { replace: true, preventScrollReset: true, flushSync: true });
  }

  function filterBy(next: Filters) {
    change(writeFilters(params, next));
  }

  const words = transactions.error && errorWords(transactions.error, COPY.failedFallback);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{COPY.heading(team?.name ?? null)}</h1>
        <div className="flex flex-wrap gap-2">
          <ColumnChooser
            known={known}
            columns={columns}
            onChange={(next) => change(writeColumns(params, next, known))}
          />
          <Button
            size="sm"
            disabled={rows.length === 0}
            onClick={() => download("activity.csv", "text/csv", toCsv(rows, members))}
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
      <ActivityFilters
        filters={filters}
        onChange={filterBy}
        keyNames={keyNames}
        members={members}
        periodStart={credits.data?.periodStart ?? null}
      />
      {words ? (
        <Problem
          message={COPY.failed(words.message)}
          requestId={words.requestId}
          onRetry={() => void transactions.refetch()}
          isRetrying={transactions.isFetching}
        />
      ) : (
        <Loading
          isLoading={transactions.isPending || (rows.length === 0 && older.isFetching)}
          label={COPY.loading}
          isLabelShown
          skeleton={<Skeleton className="h-96" />}
        >
          {() =>
            rows.length === 0 ? (
              <EmptyState
                action={
                  newest.length > 0 && <Button onClick={() => filterBy(NO_FILTERS)}>Clear filters</Button>
                }
              >
                {COPY.none}
              </EmptyState>
            ) : (
              <Paged items={rows} size={SHOWN_TRANSACTIONS} noun="transactions" question={question}>
                {(shown) => (
                  <ActivityTable
                    rows={shown}
                    all={rows}
                    columns={shownColumns}
                    members={members}
                    sort={sort}
                    onSort={(next) => change(writeSort(params, next))}
                  />
                )}
              </Paged>
            )
          }
        </Loading>
      )}
      {isCut && limit < TRANSACTION_HISTORY_LIMIT && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          These are the newest {limit}.
          <Button
            size="sm"
            isBusy={transactions.isFetching}
            onClick={() => setLimit(TRANSACTION_HISTORY_LIMIT)}
          >
            Show {TRANSACTION_HISTORY_LIMIT}
          </Button>
        </p>
      )}
    </>
  );
}

/** Addresses of a team's members in their order; for a person's own activity there are none. */
function membersOf(team: Team | undefined): MemberNames {
  if (!team) return NO_MEMBERS;
  return new Map(acceptedMembers(team).map(({ userId, email }) => [userId, email]));
}

type ColumnChooserProps = {
  known: readonly ColumnId[];
  columns: readonly ColumnId[];
  onChange: (columns: readonly ColumnId[]) => void;
};

function ColumnChooser({ known, columns, onChange }: ColumnChooserProps) {
  return (
    <Dialog title="Columns" trigger={<Button size="sm">Columns</Button>}>
      <div className="grid">
        {known.map((column) => (
          <Checkbox
            key={column}
            label={COLUMN_NAMES[column]}
            checked={columns.includes(column)}
            // One column at least is shown, or there is no header from which to choose others.
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
