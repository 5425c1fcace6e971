import { useMutation } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { refreshRepository, removeRepository, useReloadRepositories } from "./queries.ts";
import type { Repository } from "./queries.ts";

const COMMIT_CHARACTERS = 7;

type RepositoryListProps = {
  repositories: readonly Repository[];
  /** The state of a repository's newest run. */
  status: (moduleId: string) => ReactNode;
  isRunning: (moduleId: string) => boolean;
};

/** Branches of repositories that are sources of the scope. */
export function RepositoryList({ repositories, status, isRunning }: RepositoryListProps) {
  return (
    <Table label="Repositories">
      <TableHead>
        <Column>Name</Column>
        <Column>Branch</Column>
        <Column isNumeric>Docs</Column>
        <Column>Last indexed</Column>
        <Column>Status</Column>
        <Column>
          <span className="sr-only">Actions</span>
        </Column>
      </TableHead>
      <TableBody>
        {repositories.map((repository) => (
          <Row key={repository.moduleId}>
            <Cell label="Name">
              <span className="font-medium wrap-anywhere">
                {repository.fullName}
                {repository.isPrivate && (
                  <Lock aria-label="private" role="img" className="ml-1.5 inline size-3.5 text-muted" />
                )}
              </span>
            </Cell>
            <Cell label="Branch">
              <span className="wrap-anywhere">{repository.branch}</span>
              {repository.commitSha !== null && (
                <code className="ml-2 text-muted" title={repository.commitSha}>
                  {repository.commitSha.slice(0, COMMIT_CHARACTERS)}
                </code>
              )}
            </Cell>
            <Cell label="Docs" isNumeric>
              {repository.totalPages.toLocaleString("en-US")}
            </Cell>
            <Cell label="Last indexed" className="whitespace-nowrap">
              {repository.lastIndexedAt === null ? (
                "Never"
              ) : (
                <time dateTime={repository.lastIndexedAt} title={formatDate(repository.lastIndexedAt)}>
                  {formatAgo(repository.lastIndexedAt)}
                </time>
              )}
            </Cell>
            <Cell label="Status">{status(repository.moduleId)}</Cell>
            <Cell>
              <span className="flex justify-end gap-2">
                <RefreshButton repository={repository} isRunning={isRunning(repository.moduleId)} />
                <RemoveButton repository={repository} />
              </span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function RefreshButton({ repository, isRunning }: { repository: Repository; isRunning: boolean }) {
  const reload = useReloadRepositories();
  const refresh = useMutation({
    mutationFn: () => refreshRepository(repository.moduleId),
    onSettled: reload,
    onSuccess: (isStarted) => {
      if (!isStarted) showToast({ text: "The newest commit is indexed already.", kind: "ok" });
    },
    onError: (error) =>
      showToast({
        text: errorWords(error, "The repository could not be refreshed.").message,
        kind: "danger",
        durationMs: 5_000,
      }),
  });
  return (
    <Button
      size="sm"
      disabled={isRunning}
      isBusy={refresh.isPending}
      onClick={() => refresh.mutate()}
      aria-label={`Refresh ${repository.fullName} ${repository.branch}`}
    >
      Refresh
    </Button>
  );
}

function RemoveButton({ repository }: { repository: Repository }) {
  const [isOpen, setIsOpen] = useState(false);
  const reload = useReloadRepositories();
  const remove = useMutation({
    mutationFn: () => removeRepository(repository.moduleId),
    onSuccess: async () => {
      setIsOpen(false);
      await reload();
    },
  });
  const name = `${repository.fullName} (${repository.branch})`;
  return (
    <AlertDialog
      title={`Remove ${name}`}
      description="What was indexed of it is not searchable any more, and its jobs leave the list. The repository itself stays as it is."
      action="Remove"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      trigger={
        <Button size="sm" variant="danger" aria-label={`Remove ${name}`}>
          Remove…
        </Button>
      }
    >
      {remove.error && <Problem {...errorWords(remove.error, "The repository could not be removed.")} />}
    </AlertDialog>
  );
}
