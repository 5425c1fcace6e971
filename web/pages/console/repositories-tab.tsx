import { errorWords } from "#web/api/errors.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { AddRepository } from "#web/features/repositories/add-repository.tsx";
import { ConnectGithub, Connection } from "#web/features/repositories/connect-github.tsx";
import { useGithub } from "#web/features/repositories/queries.ts";
import { RepositoryList } from "#web/features/repositories/repository-list.tsx";
import { hasWords } from "#web/lib/has-words.ts";
import type { Finding, RunStates } from "./resource-tab.ts";

/** The connection to GitHub, and the branches of repositories that are sources. */
export function RepositoriesTab({ status, isRunning, wanted, onWant }: RunStates & Finding) {
  const github = useGithub();
  const found =
    github.data?.repositories.filter(({ fullName, branch }) => hasWords(`${fullName} ${branch}`, wanted)) ??
    [];
  return (
    <Loaded
      query={github}
      label="Loading repositories"
      skeleton={<Skeleton className="h-60" />}
      failed={(error) => errorWords(error, "The repositories could not be read.")}
    >
      {({ isConfigured, connection, repositories }) => (
        <div className="grid grid-cols-1 gap-4">
          {!isConfigured && <Banner>This server is not set up to connect GitHub.</Banner>}
          {isConfigured && connection === null && <ConnectGithub />}
          {connection && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              {repositories.length > 0 && <AddRepository />}
              <Connection connection={connection} />
            </div>
          )}
          <FindInput label="Find a repository" among={repositories.length} value={wanted} onChange={onWant} />
          {found.length > 0 && <RepositoryList repositories={found} status={status} isRunning={isRunning} />}
          {found.length === 0 && repositories.length > 0 && (
            <p className="text-md text-muted">No repository matches.</p>
          )}
          {connection && repositories.length === 0 && (
            <EmptyState
              action={<AddRepository />}
              example="Markdown, MDX, reStructuredText, AsciiDoc, text and notebooks are read"
            >
              No repository indexed yet.
            </EmptyState>
          )}
        </div>
      )}
    </Loaded>
  );
}
