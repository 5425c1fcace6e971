import { useMutation } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { cx } from "#web/components/class-names.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Dialog, DialogActions } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { useAdding } from "#web/lib/use-adding.ts";
import { findRepositories, readPatterns } from "./find-repositories.ts";
import { addRepository, useBranches, useFoundRepositories, useReloadRepositories } from "./queries.ts";
import type { FoundRepository } from "./queries.ts";

/** The button and the form that make a branch a source. */
export function AddRepository() {
  const [isOpen, setIsOpen] = useAdding("repository");
  return (
    <Dialog
      title="Add a repository"
      description="Its documents become searchable, and stay so with every push."
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button variant="primary">Add a repository</Button>}
    >
      <Choice onDone={() => setIsOpen(false)} />
    </Dialog>
  );
}

function Choice({ onDone }: { onDone: () => void }) {
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState<FoundRepository | null>(null);
  const [branch, setBranch] = useState<string | null>(null);
  const [include, setInclude] = useState("");
  const [exclude, setExclude] = useState("");
  const [withChangelogs, setWithChangelogs] = useState(false);
  const found = useFoundRepositories();
  const branches = useBranches(chosen?.fullName ?? null);
  const reload = useReloadRepositories();
  const add = useMutation({
    mutationFn: () =>
      addRepository({
        repository: chosen!.fullName,
        branch: branch ?? chosen!.defaultBranch,
        ...(include.trim() && { include: readPatterns(include) }),
        ...(exclude.trim() && { exclude: readPatterns(exclude) }),
        withChangelogs,
      }),
    onSuccess: async () => {
      showToast({ text: "Indexing has begun.", kind: "ok" });
      onDone();
      await reload();
    },
  });
  const all = found.data?.pages.flatMap(({ repositories }) => repositories) ?? [];
  const shown = findRepositories(all, wanted);

  if (found.error)
    return (
      <Problem
        {...errorWords(found.error, "Your repositories could not be read.")}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  return (
    <>
      <Input
        type="search"
        aria-label="Find a repository"
        placeholder="Find a repository"
        autoFocus
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <Loading
        isLoading={found.isPending}
        label="Loading repositories"
        skeleton={<Skeleton className="h-60" />}
      >
        {() => (
          <fieldset className="max-h-60 min-w-0 overflow-y-auto rounded-sm border border-border">
            <legend className="sr-only">Repository</legend>
            {shown.map((repository) => (
              <label
                key={repository.fullName}
                className={cx(
                  "flex min-h-10 items-baseline gap-2.5 px-3 py-2 text-md hover:bg-hover touch",
                  chosen?.fullName === repository.fullName && "bg-accent-soft",
                )}
              >
                <input
                  type="radio"
                  name="repository"
                  className="accent-accent"
                  checked={chosen?.fullName === repository.fullName}
                  onChange={() => {
                    setChosen(repository);
                    setBranch(null);
                  }}
                />
                <span className="min-w-0 flex-1">
                  <span className="wrap-anywhere">{repository.fullName}</span>
                  {repository.isPrivate && (
                    <Lock aria-label="private" role="img" className="ml-1.5 inline size-3.5 text-muted" />
                  )}
                  {repository.description && (
                    <span className="block truncate text-sm text-muted">{repository.description}</span>
                  )}
                </span>
                {repository.indexed.length > 0 && <span className="text-sm text-muted">Indexed</span>}
              </label>
            ))}
            {shown.length === 0 && (
              <p className="px-3 py-4 text-md text-muted">No repository of that name.</p>
            )}
            {found.hasNextPage && (
              <div className="p-2">
                <Button
                  size="sm"
                  isBusy={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  Load more
                </Button>
              </div>
            )}
          </fieldset>
        )}
      </Loading>
      {chosen && (
        <Field
          label="Branch"
          error={branches.error && errorWords(branches.error, "The branches could not be read.").message}
        >
          {({ id }) => (
            <Select
              id={id}
              label="Branch"
              options={[...new Set([chosen.defaultBranch, ...(branches.data ?? [])])].map((name) => ({
                value: name,
                label: name,
              }))}
              value={branch ?? chosen.defaultBranch}
              onChange={setBranch}
            />
          )}
        </Field>
      )}
      {chosen && (
        <details>
          <summary className="content-center py-1 text-sm text-muted touch">
            Only some of its documents
          </summary>
          <div className="mt-3 grid gap-4">
            <Field label="Include" hint="Patterns of paths, one a line, such as docs/**.">
              {(control) => (
                <Textarea
                  {...control}
                  className="font-mono"
                  rows={2}
                  value={include}
                  onChange={({ target }) => setInclude(target.value)}
                />
              )}
            </Field>
            <Field label="Exclude" hint="Patterns of paths that are left out.">
              {(control) => (
                <Textarea
                  {...control}
                  className="font-mono"
                  rows={2}
                  value={exclude}
                  onChange={({ target }) => setExclude(target.value)}
                />
              )}
            </Field>
            <Checkbox
              label="Changelogs too"
              hint="They answer few questions and have many words."
              checked={withChangelogs}
              onChange={({ target }) => setWithChangelogs(target.checked)}
            />
          </div>
        </details>
      )}
      {chosen?.isPrivate && selectedTeamId() !== PERSONAL_SCOPE && (
        <Banner>
          Members of this team can search it only while GitHub shows it to them. The team's API keys can
          search it while GitHub shows it to you, and every member can create a key.
        </Banner>
      )}
      {add.error && <Problem {...errorWords(add.error, "The repository could not be added.")} />}
      <DialogActions>
        <Button onClick={onDone} disabled={add.isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={chosen === null}
          isBusy={add.isPending}
          onClick={() => add.mutate()}
        >
          Index
        </Button>
      </DialogActions>
    </>
  );
}
