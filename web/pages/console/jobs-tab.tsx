import { useCallback, useState } from "react";
import { errorWords } from "#web/api/errors.ts";
import { useUser } from "#web/app/use-user.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { CrawlDoctor } from "#web/features/job-runs/crawl-doctor.tsx";
import { JobList } from "#web/features/job-runs/job-list.tsx";
import type { JobRun, useJobRuns } from "#web/features/job-runs/queries.ts";
import { AddSite } from "#web/features/sources/add-site.tsx";

/** The newest runs, and one of them explained. */
export function JobsTab({ runs }: { runs: ReturnType<typeof useJobRuns> }) {
  const user = useUser();
  const [examinedId, setExaminedId] = useState<string | null>(null);
  const examine = useCallback(({ executionId }: JobRun) => setExaminedId(executionId), []);
  const examined = runs.data?.find(({ executionId }) => executionId === examinedId);
  return (
    <>
      <Loaded
        query={runs}
        label="Loading jobs"
        skeleton={<Skeleton className="h-60" />}
        failed={(error) => errorWords(error, "The jobs could not be read.")}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState action={<AddSite />}>
              No jobs yet. One begins when you add something to index.
            </EmptyState>
          ) : (
            <JobList runs={all} userId={user.uid} onExamine={examine} />
          )
        }
      </Loaded>
      {examined && <CrawlDoctor run={examined} onClose={() => setExaminedId(null)} />}
    </>
  );
}
