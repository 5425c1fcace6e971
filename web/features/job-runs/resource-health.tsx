import { Link } from "react-router";
import { Ago } from "#web/components/ui/ago.tsx";
import type { JobRun } from "./queries.ts";
import { isActive, unsettledRuns } from "./run-state.ts";
import { RunStatus } from "./run-status.tsx";

const SHOWN = 4;

/** Sources that are being indexed or failed, the newest first; a line of text where there are none. */
export function ResourceHealth({ runs }: { runs: readonly JobRun[] }) {
  const unsettled = unsettledRuns(runs);
  if (runs.length === 0)
    return (
      <p className="text-md text-muted">
        Nothing of your own is indexed yet.{" "}
        <Link to="/resources?add=site" className="link">
          Add a site
        </Link>
      </p>
    );
  if (unsettled.length === 0)
    return <p className="text-md text-muted">Nothing is running, and nothing has failed.</p>;
  return (
    <ul className="grid grid-cols-1 text-sm">
      {unsettled.slice(0, SHOWN).map((run) => (
        <li
          key={run.executionId}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-border py-2 first:border-t-0"
        >
          <Link
            to={`/resources?${new URLSearchParams({ tab: "jobs", find: run.displayName || run.url })}`}
            className="link min-h-6 min-w-0 flex-1 content-center truncate touch"
            title={run.error ?? run.url}
          >
            {run.displayName || run.url}
          </Link>
          <Ago
            iso={isActive(run) ? run.startTime : (run.endTime ?? run.startTime)}
            className="shrink-0 text-muted"
          />
          <RunStatus run={run} />
        </li>
      ))}
      {unsettled.length > SHOWN && (
        <li className="border-t border-border py-2 text-muted">and {unsettled.length - SHOWN} more</li>
      )}
    </ul>
  );
}
