import { memo } from "react";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { RowOpener, useOpenRows } from "#web/components/ui/row-opener.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { nextSort } from "#web/lib/sort.ts";
import type { Sort } from "#web/lib/sort.ts";
import { againPath, argsOf, detailsOf, formatAmount, keyNameOf, memberOf, tokensOf } from "./transactions.ts";
import type { ColumnId, MemberNames, Transaction } from "./transactions.ts";

export const COLUMN_NAMES: Record<ColumnId, string> = {
  timestamp: "When",
  source: "Type",
  details: "Details",
  key: "Key",
  member: "Member",
  amount: "Amount",
};

type ActivityTableProps = {
  /** The rows on this page. */
  rows: readonly Transaction[];
  /** All rows that were found, which the last line counts. */
  all: readonly Transaction[];
  columns: readonly ColumnId[];
  members: MemberNames;
  sort: Sort<ColumnId>;
  onSort: (sort: Sort<ColumnId>) => void;
};

/** Transactions, one a row; a usage that has arguments opens to the question and its outcome. */
export function ActivityTable({ rows, all, columns, members, sort, onSort }: ActivityTableProps) {
  const { opened, toggle } = useOpenRows();
  const total = all.reduce((sum, { amount }) => sum + amount, 0);

  return (
    <Table label="Recent activity">
      <TableHead>
        <Column>
          <span className="sr-only">Open</span>
        </Column>
        {columns.map((column) => (
          <Column
            key={column}
            isNumeric={column === "amount"}
            sort={sort?.column === column ? sort.direction : null}
            onSort={() => onSort(nextSort(sort, column))}
          >
            {COLUMN_NAMES[column]}
          </Column>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TransactionRow
            key={row.id}
            row={row}
            columns={columns}
            members={members}
            isOpen={opened.has(row.id)}
            onToggle={toggle}
          />
        ))}
      </TableBody>
      <tfoot className="max-sm:block">
        <Row className="font-medium">
          <td className="px-3 max-sm:hidden" colSpan={columns.length}>
            {all.length.toLocaleString("en-US")} {all.length === 1 ? "transaction" : "transactions"}
          </td>
          <Cell label={`Total of ${all.length}`} isNumeric>
            {formatAmount(total)}
          </Cell>
        </Row>
      </tfoot>
    </Table>
  );
}

type TransactionRowProps = {
  row: Transaction;
  columns: readonly ColumnId[];
  members: MemberNames;
  isOpen: boolean;
  onToggle: (id: string) => void;
};

/** A row that is drawn again only when it changes: typing into a filter must not wait for two hundred rows. */
const TransactionRow = memo(function TransactionRow({
  row,
  columns,
  members,
  isOpen,
  onToggle,
}: TransactionRowProps) {
  const args = argsOf(row);
  return (
    <>
      <Row>
        <Cell
          label="Arguments"
          className={args ? "sm:w-8 max-sm:order-last max-sm:items-center" : "sm:w-8 max-sm:hidden"}
        >
          {args && (
            <RowOpener
              label={`Arguments of ${detailsOf(row)}`}
              isOpen={isOpen}
              onToggle={() => onToggle(row.id)}
            />
          )}
        </Cell>
        {columns.map((column) => (
          <ValueCell key={column} row={row} column={column} members={members} />
        ))}
      </Row>
      {args && isOpen && (
        <tr className="max-sm:block">
          <td colSpan={columns.length + 1} className="px-3 pb-4 max-sm:block sm:pl-16">
            <Opened row={row} args={args} />
          </td>
        </tr>
      )}
    </>
  );
});

type ValueCellProps = { row: Transaction; column: ColumnId; members: MemberNames };

function ValueCell({ row, column, members }: ValueCellProps) {
  const label = COLUMN_NAMES[column];
  switch (column) {
    case "timestamp":
      return (
        <Cell label={label} className="whitespace-nowrap">
          <time dateTime={row.timestamp} title={formatAgo(row.timestamp)}>
            {formatDate(row.timestamp)}
          </time>
        </Cell>
      );
    case "source":
      return (
        <Cell label={label}>
          <Chip>{row.source}</Chip>
        </Cell>
      );
    case "details":
      return (
        <Cell isTitle className="sm:max-w-80">
          <span className="line-clamp-2 wrap-anywhere">{detailsOf(row) || "–"}</span>
        </Cell>
      );
    case "key":
      return (
        <Cell label={label} className="wrap-anywhere sm:max-w-48">
          {keyNameOf(row) || "–"}
        </Cell>
      );
    case "member":
      return (
        <Cell label={label} className="wrap-anywhere sm:max-w-48">
          {memberOf(row, members) || "–"}
        </Cell>
      );
    case "amount":
      return (
        <Cell label={label} isNumeric>
          {formatAmount(row.amount)}
          {row.amount === 0 && row.userAccountAmount !== null && (
            <span className="block text-xs whitespace-nowrap text-muted">
              Member account {formatAmount(row.userAccountAmount)}
            </span>
          )}
        </Cell>
      );
    default:
      return column satisfies never;
  }
}

function Opened({ row, args }: { row: Transaction; args: Record<string, unknown> }) {
  const tokens = tokensOf(row);
  const again = againPath(row);
  return (
    <div className="grid max-w-[640px] grid-cols-1 gap-3">
      {tokens && <TrimBar tokensRead={tokens.sent} tokensTotal={tokens.full} />}
      <CodeBlock text={JSON.stringify(args, null, 2)} label="Arguments" />
      {again !== null && (
        <div>
          <ButtonLink to={again} size="sm">
            Ask again
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
