import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Ago } from "#web/components/ui/ago.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { refreshRepository, removeRepository, useReloadRepositories } from "./queries.ts";
import type { Repository } from "./queries.ts";

const COMMIT_CHARACTERS = 7;

/** Number of repositories on one page of the list. */
const SHOWN_REPOSITORIES = 50;

type RepositoryListProps = {
  repositories: readonly Repository[];
  /** The state of a repository's newest run. */
  status: (moduleId: string) => ReactNode;
  isRunning: (moduleId: string) => boolean;
};

/** Branches of repositories that are sources of the scope. */
export function RepositoryList({ repositories, status, isRunning }: RepositoryListProps) {
  return (
    <Paged items={repositories} size={SHOWN_REPOSITORIES} noun="repositories">
      {(shown) => (
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
            {shown.map((repository) => (
              <Row key={repository.moduleId}>
                <Cell isTitle>
                  <span className="font-medium wrap-anywhere">
                    {repository.fullName}
                    {repository.isPrivate && (
                      <Lock aria-label="private" role="img" className="ml-1.5 inline size-3.5 text-muted" />
                    )}
                  </span>
                  {repository.problem !== null && (
                    <span className="mt-1 block text-sm text-danger">{repository.problem}</span>
                  )}
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
                  <Ago iso={repository.lastIndexedAt} />
                </Cell>
                <Cell label="Status">{status(repository.moduleId)}</Cell>
                <Cell>
                  <span className="flex justify-end gap-2">
                    <Actions repository={repository} isRunning={isRunning(repository.moduleId)} />
                  </span>
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Paged>
  );
}

function Actions({ repository, isRunning }: { repository: Repository; isRunning: boolean }) {
  const reload = useReloadRepositories();
  const { moduleId, fullName, branch } = repository;

  async function refresh() {
    const isStarted = await refreshRepository(moduleId);
    if (!isStarted) showToast({ text: "The newest commit is indexed already.", kind: "ok" });
  }

  return (
    <>
      <ActionButton
        label={`Refresh ${fullName} ${branch}`}
        onAct={refresh}
        onSettled={reload}
        failed={(error) => errorWords(error, "The repository could not be refreshed.")}
        disabled={isRunning}
      >
        Refresh
      </ActionButton>
      <ConfirmButton
        title={`Remove ${fullName} (${branch})`}
        description="What was indexed of it is not searchable any more, and its jobs leave the list. The repository itself stays as it is."
        action="Remove"
        onConfirm={() => removeRepository(moduleId)}
        onDone={reload}
        failed={(error) => errorWords(error, "The repository could not be removed.")}
      >
        Remove…
      </ConfirmButton>
    </>
  );
}
