import { memo, useDeferredValue, useMemo } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { COPY } from "./copy.ts";
import { filterKeys, isLasting } from "./displayed-key.ts";
import { LastUsed } from "./last-used.tsx";
import type { ApiKey } from "./queries.ts";
import { RevokeButton } from "./revoke-button.tsx";

/** On one page of the list. */
const SHOWN_KEYS = 50;

type KeyListProps = {
  keys: readonly ApiKey[];
  displayedId: string | null;
  onDisplay: (id: string) => void;
  /** Words to find a key by. */
  wanted: string;
  onWant: (words: string) => void;
};

/** All keys; a revoked one is struck through and can only be looked at. */
export function KeyList({ keys, displayedId, onDisplay, wanted, onWant }: KeyListProps) {
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(wanted);
  const found = useMemo(() => filterKeys(keys, applied), [keys, applied]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <FindInput label="Find a key" among={keys.length} value={wanted} onChange={onWant} />
      <Paged items={found} size={SHOWN_KEYS} noun="keys" question={applied}>
        {(shown) => (
          <Table label="API keys">
            <TableHead>
              <Column>Name</Column>
              <Column>Key</Column>
              <Column>Created</Column>
              <Column>Last used</Column>
              <Column>Status</Column>
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

type KeyRowProps = { apiKey: ApiKey; isDisplayed: boolean; onDisplay: (id: string) => void };

const KeyRow = memo(function KeyRow({ apiKey, isDisplayed, onDisplay }: KeyRowProps) {
  const { id, name, isActive } = apiKey;
  return (
    <Row className={isActive ? undefined : "text-subtle"}>
      <Cell label="Name">
        <span className={isActive ? "font-medium" : "line-through"}>{name}</span>
      </Cell>
      <Cell label="Key">
        <code className={isActive ? undefined : "line-through"}>{apiKey.maskedKey}</code>
      </Cell>
      <Cell label="Created">
        <time dateTime={apiKey.createdAt}>{formatDate(apiKey.createdAt)}</time>
      </Cell>
      <Cell label="Last used">
        <LastUsed apiKey={apiKey} />
      </Cell>
      <Cell label="Status">
        <KeyStatus apiKey={apiKey} />
      </Cell>
      <Cell>
        {isActive && (
          <span className="flex justify-end gap-2">
            {!isDisplayed && isLasting(apiKey) && (
              <Button size="sm" onClick={() => onDisplay(id)} aria-label={`Use ${name}`}>
                Use
              </Button>
            )}
            <RevokeButton apiKey={apiKey} />
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
