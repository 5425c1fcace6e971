import { useMutation } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { PRODUCT } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { cancelRun, retryRun, useReloadRuns } from "./queries.ts";
import type { JobRun } from "./queries.ts";
import { formatDuration, isActive } from "./run-state.ts";
import { RunStatus } from "./run-status.tsx";

const COLUMNS = 8;
const SECOND_MS = 1_000;
const IDLE_MS = 10_000;

type JobListProps = {
  runs: readonly JobRun[];
  /** Who is looking. */
  userId: string;
  onExamine: (run: JobRun) => void;
};

/** Runs, newest first; a failed one opens to what went wrong. */
export function JobList({ runs, userId, onExamine }: JobListProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const now = useClock(runs.some(isActive));

  function toggle(id: string) {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  }

  return (
    <Table label="Jobs">
      <TableHead>
        <Column>
          <span className="sr-only">Error</span>
        </Column>
        <Column>Name</Column>
        <Column>Started</Column>
        <Column isNumeric>Duration</Column>
        <Column>Started by</Column>
        <Column isNumeric>Docs</Column>
        <Column>Status</Column>
        <Column>
          <span className="sr-only">Actions</span>
        </Column>
      </TableHead>
      <TableBody>
        {runs.map((run) => {
          const isOpen = opened.has(run.executionId);
          return (
            <Fragment key={run.executionId}>
              <Row>
                <Cell className="w-8 max-sm:hidden">
                  {run.error !== null && (
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      aria-label={`Error of ${run.displayName}`}
                      onClick={() => toggle(run.executionId)}
                      className="inline-flex size-7 items-center justify-center rounded-xs hover:bg-hover touch"
                    >
                      {isOpen ? (
                        <ChevronDown aria-hidden="true" className="size-4" />
                      ) : (
                        <ChevronRight aria-hidden="true" className="size-4" />
                      )}
                    </button>
                  )}
                </Cell>
                <Cell label="Name" className="sm:max-w-72">
                  <span className="font-medium wrap-anywhere" title={run.url}>
                    {run.displayName || run.url}
                  </span>
                </Cell>
                <Cell label="Started" className="whitespace-nowrap">
                  <time dateTime={run.startTime} title={formatDate(run.startTime)}>
                    {formatAgo(run.startTime, now)}
                  </time>
                </Cell>
                <Cell label="Duration" isNumeric className="whitespace-nowrap">
                  {formatDuration(run.startTime, run.endTime, now)}
                </Cell>
                <Cell label="Started by">{startedBy(run, userId)}</Cell>
                <Cell label="Docs" isNumeric>
                  {run.docsCount.toLocaleString("en-US")}
                </Cell>
                <Cell label="Status">
                  <RunStatus run={run} />
                </Cell>
                <Cell>
                  <span className="flex justify-end gap-2">
                    <RunAction run={run} />
                    <Button
                      size="sm"
                      onClick={() => onExamine(run)}
                      aria-label={`Details of ${run.displayName}`}
                    >
                      Details
                    </Button>
                  </span>
                </Cell>
              </Row>
              {run.error !== null && (
                <tr className={isOpen ? "max-sm:block" : "hidden max-sm:block"}>
                  <td colSpan={COLUMNS} className="px-3 pb-3 text-danger max-sm:block sm:pl-14">
                    {run.error}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
}

/** What can be done about a run: stop it while it goes on, begin it anew when it has failed. */
export function RunAction({ run }: { run: JobRun }) {
  const reload = useReloadRuns();
  const act = useMutation({
    mutationFn: () => (isActive(run) ? cancelRun(run.executionId) : retryRun(run.executionId)),
    onSettled: reload,
    onError: (error) =>
      showToast({
        text: errorWords(error, "That did not work. Try again.").message,
        kind: "danger",
        durationMs: 5_000,
      }),
  });
  if (!isActive(run) && run.status !== "FAILED") return null;
  const word = isActive(run) ? "Cancel" : "Retry";
  return (
    <Button
      size="sm"
      isBusy={act.isPending}
      onClick={() => act.mutate()}
      aria-label={`${word} ${run.displayName}`}
    >
      {word}
    </Button>
  );
}

function startedBy({ startedByUserId }: JobRun, userId: string): string {
  if (startedByUserId === null) return PRODUCT;
  return startedByUserId === userId ? "You" : startedByUserId;
}

/** The time of day: every second while something is timed by it, else now and then. */
function useClock(isRunning: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), isRunning ? SECOND_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
