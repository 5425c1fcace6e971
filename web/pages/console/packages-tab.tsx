import { useDeferredValue, useMemo } from "react";
import { errorWords } from "#web/api/errors.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { AddPackage } from "#web/features/sources/add-package.tsx";
import { LOAD_INDEX_FAILED } from "#web/features/sources/copy.ts";
import { useSources } from "#web/features/sources/queries.ts";
import { SourceList } from "#web/features/sources/source-list.tsx";
import { LockfileCard } from "#web/features/version-pins/lockfile-card.tsx";
import { hasWords } from "#web/lib/has-words.ts";
import type { Finding, RunStates } from "./resource-tab.ts";

/** The person's own packages, each in the versions that are indexed, and the versions that a project uses. */
export function PackagesTab({ wanted, onWant, ...states }: RunStates & Finding) {
  const sources = useSources();
  const packages = useMemo(
    () => sources.data?.filter(({ kind, isPublic }) => kind === "package" && !isPublic) ?? [],
    [sources.data],
  );
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(wanted);
  const found = useMemo(
    () => packages.filter(({ name, version, url }) => hasWords(`${name} ${version} ${url}`, applied)),
    [packages, applied],
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <Loaded
        query={sources}
        label="Loading packages"
        skeleton={<Skeleton className="h-60" />}
        failed={(error) => errorWords(error, LOAD_INDEX_FAILED)}
      >
        {() =>
          packages.length === 0 ? (
            <EmptyState action={<AddPackage />} example="For example zod of npm, or requests==2.32.3 of PyPI">
              No packages yet.
            </EmptyState>
          ) : (
            <div className="grid grid-cols-1 gap-4">
              <div>
                <AddPackage />
              </div>
              <FindInput label="Find a package" among={packages.length} value={wanted} onChange={onWant} />
              {found.length === 0 ? (
                <p className="text-md text-muted">No package matches.</p>
              ) : (
                <SourceList sources={found} noun="package" {...states} />
              )}
            </div>
          )
        }
      </Loaded>
      <LockfileCard />
    </div>
  );
}
