import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { COPY } from "./copy.ts";
import { filterKeys } from "./displayed-key.ts";
import { revokeKey, useReloadApiKeys } from "./queries.ts";
import type { ApiKey } from "./queries.ts";

/** From this many on there is a field to find one in. */
const SEARCHED_FROM = 6;

type KeyListProps = {
  keys: readonly ApiKey[];
  displayedId: string | null;
  onDisplay: (id: string) => void;
};

/** All keys; a revoked one is struck through and can only be looked at. */
export function KeyList({ keys, displayedId, onDisplay }: KeyListProps) {
  const [wanted, setWanted] = useState("");
  const found = filterKeys(keys, wanted);
  return (
    <div className="grid grid-cols-1 gap-3">
      {keys.length >= SEARCHED_FROM && (
        <Input
          type="search"
          aria-label="Find a key"
          placeholder="Find a key"
          className="max-w-[320px]"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
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
          {found.map((key) => (
            <Row key={key.id} className={key.isActive ? undefined : "text-subtle"}>
              <Cell label="Name">
                <span className={key.isActive ? "font-medium" : "line-through"}>{key.name}</span>
              </Cell>
              <Cell label="Key">
                <code className={key.isActive ? undefined : "line-through"}>{key.maskedKey}</code>
              </Cell>
              <Cell label="Created">
                <time dateTime={key.createdAt}>{formatDate(key.createdAt)}</time>
              </Cell>
              <Cell label="Last used">
                {key.lastUsed === null ? (
                  "Never"
                ) : (
                  <time dateTime={key.lastUsed} title={formatDate(key.lastUsed)}>
                    {formatAgo(key.lastUsed)}
                    {key.lastClient !== null && ` by ${key.lastClient}`}
                  </time>
                )}
              </Cell>
              <Cell label="Status">
                {key.isActive ? (
                  <Chip kind="complete">Active</Chip>
                ) : (
                  <Chip kind="revoked">{COPY.revoked}</Chip>
                )}
              </Cell>
              <Cell>
                {key.isActive && (
                  <span className="flex justify-end gap-2">
                    {key.id !== displayedId && (
                      <Button size="sm" onClick={() => onDisplay(key.id)} aria-label={`Use ${key.name}`}>
                        Use
                      </Button>
                    )}
                    <RevokeButton apiKey={key} />
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {found.length === 0 && <p className="text-md text-muted">No key of that name.</p>}
    </div>
  );
}

function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false);
  const reload = useReloadApiKeys();
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: async () => {
      setIsOpen(false);
      await reload();
    },
  });
  return (
    <AlertDialog
      title={`Revoke ${apiKey.name}`}
      description={COPY.confirmRevoke}
      action="Revoke"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      trigger={
        <Button size="sm" variant="danger" aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      }
    >
      {revoke.error && <Problem {...errorWords(revoke.error, COPY.unknownError)} />}
    </AlertDialog>
  );
}
