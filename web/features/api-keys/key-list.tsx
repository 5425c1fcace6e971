import { memo, useDeferredValue, useMemo } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Sparkline } from "#web/components/ui/sparkline.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { creditsOf, limitWords } from "#web/lib/limit.ts";
import type { Spending } from "#web/lib/limit.ts";
import { nextSort } from "#web/lib/sort.ts";
import type { Sort } from "#web/lib/sort.ts";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { COPY } from "./copy.ts";
import { filterKeys, isLasting } from "./displayed-key.ts";
import { sortKeys, usageWords } from "./key-order.ts";
import type { KeyColumn, KeyUsage } from "./key-order.ts";
import { KeyCell } from "./key-cell.tsx";
import { LimitKey } from "./limit-key.tsx";
import { LastUsed } from "./last-used.tsx";
import type { ApiKey } from "./queries.ts";
import { RevokeButton } from "./revoke-button.tsx";

/** Number of keys on one page of the list. */
const SHOWN_KEYS = 50;

type KeyListProps = {
  keys: readonly ApiKey[];
  displayedId: string | null;
  onDisplay: (id: string) => void;
  /** Words to find a key by. */
  wanted: string;
  onWant: (words: string) => void;
  sort: Sort<KeyColumn>;
  onSort: (sort: Sort<KeyColumn>) => void;
  /** Calls of each key; null while that is not known. */
  usage: KeyUsage | null;
  /** Full keys that are known here, by id. */
  secrets: ReadonlyMap<string, string>;
  onReveal: (id: string) => Promise<string>;
  /** Whether the person may show, limit and revoke keys of this scope. */
  mayManage: boolean;
  spending: Spending | undefined;
};

const HEADS: Record<KeyColumn, string> = {
  name: "Name",
  created: "Created",
  used: "Last used",
  calls: "14 days",
  status: "Status",
};
const NOT_USED: readonly number[] = Array.from<number>({ length: 14 }).fill(0);
const UNKNOWN: KeyUsage = new Map();

/** All keys; each can be shown and masked again, except revoked keys, which are struck through. */
export function KeyList({
  keys,
  displayedId,
  onDisplay,
  wanted,
  onWant,
  sort,
  onSort,
  usage,
  secrets,
  onReveal,
  mayManage,
  spending,
}: KeyListProps) {
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(wanted);
  const { column = null, direction = null } = sort ?? {};
  const found = useMemo(
    () =>
      sortKeys(
        filterKeys(keys, applied),
        column !== null && direction !== null ? { column, direction } : null,
        usage ?? UNKNOWN,
      ),
    [keys, applied, column, direction, usage],
  );
  const head = (of: KeyColumn) => (
    <Column sort={sort?.column === of ? sort.direction : null} onSort={() => onSort(nextSort(sort, of))}>
      {HEADS[of]}
    </Column>
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      <FindInput label="Find a key" among={keys.length} value={wanted} onChange={onWant} />
      <Paged items={found} size={SHOWN_KEYS} noun="keys" question={`${applied} ${column} ${direction}`}>
        {(shown) => (
          <Table label="API keys">
            <TableHead>
              {head("name")}
              <Column>Key</Column>
              {head("created")}
              {head("used")}
              {head("calls")}
              {head("status")}
              <Column>
                <span className="sr-only">Actions</span>
              </Column>
            </TableHead>
            <TableBody>
              {shown.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  isDisplayed={key.id === displayedId}
                  onDisplay={onDisplay}
                  secret={secrets.get(key.id) ?? null}
                  onReveal={onReveal}
                  mayManage={mayManage}
                  spending={spending}
                  days={usage && (usage.get(key.id) ?? NOT_USED)}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </Paged>
      {found.length === 0 && <p className="text-md text-muted">No key of that name.</p>}
    </div>
  );
}

type KeyRowProps = {
  apiKey: ApiKey;
  isDisplayed: boolean;
  onDisplay: (id: string) => void;
  secret: string | null;
  onReveal: (id: string) => Promise<string>;
  days: readonly number[] | null;
  mayManage: boolean;
  spending: Spending | undefined;
};

const KeyRow = memo(function KeyRow({
  apiKey,
  isDisplayed,
  onDisplay,
  secret,
  onReveal,
  days,
  mayManage,
  spending,
}: KeyRowProps) {
  const { id, name, isActive } = apiKey;
  const limit = isActive
    ? limitWords(creditsOf(spending, { kind: "key", id }), apiKey.monthlyCreditLimit, "credit")
    : null;
  return (
    <Row className={isActive ? undefined : "text-subtle"}>
      <Cell isTitle>
        <span className={isActive ? "font-medium" : "line-through"}>{name}</span>
      </Cell>
      <Cell label="Key">
        <KeyCell apiKey={apiKey} secret={secret} mayReveal={mayManage} onReveal={onReveal} />
      </Cell>
      <Cell label="Created">
        <time dateTime={apiKey.createdAt}>{formatDate(apiKey.createdAt)}</time>
      </Cell>
      <Cell label="Last used">
        <LastUsed apiKey={apiKey} />
      </Cell>
      <Cell label="14 days">{days && <Sparkline values={days} label={usageWords(days)} />}</Cell>
      <Cell label="Status">
        <span className="inline-grid gap-1">
          <span>
            <KeyStatus apiKey={apiKey} />
          </span>
          {limit !== null && <span className="text-sm text-muted tabular-nums">{limit} this month</span>}
        </span>
      </Cell>
      <Cell>
        {isActive && (
          <span className="flex justify-end gap-2">
            {!isDisplayed && isLasting(apiKey) && (
              <Button size="sm" onClick={() => onDisplay(id)} aria-label={`Use ${name}`}>
                Use
              </Button>
            )}
            {mayManage && <LimitKey apiKey={apiKey} spending={spending} />}
            {mayManage && <RevokeButton apiKey={apiKey} />}
          </span>
        )}
      </Cell>
    </Row>
  );
});

function KeyStatus({ apiKey: { isActive, endsAt } }: { apiKey: ApiKey }) {
  if (!isActive) return <Chip kind="revoked">{COPY.revoked}</Chip>;
  if (endsAt === null) return <Chip kind="complete">Active</Chip>;
  return <Chip kind="pending">Ends {formatAgo(endsAt)}</Chip>;
}
