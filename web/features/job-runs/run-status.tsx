import { Chip } from "#web/components/ui/chip.tsx";
import { useJobRun } from "./queries.ts";
import type { JobRun } from "./queries.ts";
import { isActive, runState } from "./run-state.ts";

/** The state of a run in a word; for a run that goes on, also its progress. */
export function RunStatus({ run }: { run: Pick<JobRun, "executionId" | "status" | "error"> }) {
  const { kind, words } = runState(run);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip kind={kind}>{words}</Chip>
      {isActive(run) && <Progress id={run.executionId} />}
    </span>
  );
}

function Progress({ id }: { id: string }) {
  const { data } = useJobRun(id, true);
  if (!data?.crawl) return null;
  const { discovered, pending, leased } = data.crawl;
  return (
    <span className="text-xs text-muted tabular-nums">
      {(discovered - pending - leased).toLocaleString("en-US")} of {discovered.toLocaleString("en-US")}
    </span>
  );
}
