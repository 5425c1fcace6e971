import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { errorWords } from "#web/api/errors.ts";
import { useUser } from "#web/app/use-user.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { CrawlDoctor } from "#web/features/job-runs/crawl-doctor.tsx";
import { JobList } from "#web/features/job-runs/job-list.tsx";
import type { JobRun, useJobRuns } from "#web/features/job-runs/queries.ts";
import { statusWord } from "#web/features/job-runs/run-state.ts";
import { AddSite } from "#web/features/sources/add-site.tsx";
import { hasWords } from "#web/lib/has-words.ts";
import type { Finding } from "./resource-tab.ts";

const NONE: readonly JobRun[] = [];

/** The newest runs, and one of them explained. */
export function JobsTab({ runs, wanted, onWant }: { runs: ReturnType<typeof useJobRuns> } & Finding) {
  const user = useUser();
  const [examinedId, setExaminedId] = useState<string | null>(null);
  const examine = useCallback(({ executionId }: JobRun) => setExaminedId(executionId), []);
  const all = runs.data ?? NONE;
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(wanted);
  const found = useMemo(
    () =>
      all.filter(({ displayName, url, status }) =>
        hasWords(`${displayName} ${url} ${statusWord(status)}`, applied),
      ),
    [all, applied],
  );
  const examined = runs.data?.find(({ executionId }) => executionId === examinedId);
  return (
    <>
      <Loaded
        query={runs}
        label="Loading jobs"
        skeleton={<Skeleton className="h-60" />}
        failed={(error) => errorWords(error, "The jobs could not be read.")}
      >
        {() =>
          all.length === 0 ? (
            <EmptyState action={<AddSite />}>
              No jobs yet. One begins when you add something to index.
            </EmptyState>
          ) : (
            <div className="grid grid-cols-1 gap-4">
              <FindInput
                label="Find a job by name, address or status"
                among={all.length}
                value={wanted}
                onChange={onWant}
              />
              {found.length === 0 ? (
                <p className="text-md text-muted">No job matches.</p>
              ) : (
                <JobList runs={found} userId={user.uid} onExamine={examine} />
              )}
            </div>
          )
        }
      </Loaded>
      {examined && <CrawlDoctor run={examined} onClose={() => setExaminedId(null)} />}
    </>
  );
}
