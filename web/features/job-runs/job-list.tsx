import { memo, useEffect, useState } from "react";
import { PRODUCT } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Ago } from "#web/components/ui/ago.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { RowOpener, useOpenRows } from "#web/components/ui/row-opener.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { cancelRun, retryRun, useReloadRuns } from "./queries.ts";
import type { JobRun } from "./queries.ts";
import { formatDuration, isActive } from "./run-state.ts";
import { RunStatus } from "./run-status.tsx";

const COLUMNS = 8;
const SECOND_MS = 1_000;
const IDLE_MS = 10_000;

type JobListProps = {
  runs: readonly JobRun[];
  /** Id of the person who looks at the list. */
  userId: string;
  onExamine: (run: JobRun) => void;
};

/** Runs, newest first; a failed run opens to its error. */
export function JobList({ runs, userId, onExamine }: JobListProps) {
  const { opened, toggle } = useOpenRows();
  const now = useClock(runs.some(isActive));
  // Ended runs are drawn anew now and then; only a run that goes on has a second hand.
  const coarse = new Date(Math.floor(now.getTime() / IDLE_MS) * IDLE_MS + IDLE_MS).getTime();

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
        {runs.map((run) => (
          <RunRow
            key={run.executionId}
            run={run}
            userId={userId}
            isOpen={opened.has(run.executionId)}
            onToggle={toggle}
            onExamine={onExamine}
            now={isActive(run) ? now.getTime() : coarse}
          />
        ))}
      </TableBody>
    </Table>
  );
}

type RunRowProps = {
  run: JobRun;
  userId: string;
  isOpen: boolean;
  onToggle: (id: string) => void;
  onExamine: (run: JobRun) => void;
  /** The time in milliseconds, so that a row whose time is the same stays as it is. */
  now: number;
};

const RunRow = memo(function RunRow({ run, userId, isOpen, onToggle, onExamine, now }: RunRowProps) {
  const time = new Date(now);
  return (
    <>
      <Row>
        <Cell className="w-8 max-sm:hidden">
          {run.error !== null && (
            <RowOpener
              label={`Error of ${run.displayName}`}
              isOpen={isOpen}
              onToggle={() => onToggle(run.executionId)}
            />
          )}
        </Cell>
        <Cell isTitle className="sm:max-w-72">
          <span className="font-medium wrap-anywhere" title={run.url}>
            {run.displayName || run.url}
          </span>
        </Cell>
        <Cell label="Started" className="whitespace-nowrap">
          <Ago iso={run.startTime} now={time} />
        </Cell>
        <Cell label="Duration" isNumeric className="whitespace-nowrap">
          {formatDuration(run.startTime, run.endTime, time)}
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
            <Button size="sm" onClick={() => onExamine(run)} aria-label={`Details of ${run.displayName}`}>
              Details
            </Button>
          </span>
        </Cell>
      </Row>
      {run.error !== null && (
        <tr className={isOpen ? "max-sm:block" : "hidden max-sm:block"}>
          <td colSpan={COLUMNS} className="px-3 pb-3 text-danger max-sm:block sm:pl-16">
            {run.error}
          </td>
        </tr>
      )}
    </>
  );
});

/** The action on a run: stop while it goes on, begin anew when it has failed. */
export function RunAction({ run }: { run: JobRun }) {
  const reload = useReloadRuns();
  if (!isActive(run) && run.status !== "FAILED") return null;
  const word = isActive(run) ? "Cancel" : "Retry";
  return (
    <ActionButton
      label={`${word} ${run.displayName}`}
      onAct={() => (isActive(run) ? cancelRun(run.executionId) : retryRun(run.executionId))}
      onSettled={reload}
      failed={(error) => errorWords(error, "That did not work. Try again.")}
    >
      {word}
    </ActionButton>
  );
}

function startedBy({ startedByUserId }: JobRun, userId: string): string {
  if (startedByUserId === null) return PRODUCT;
  return startedByUserId === userId ? "You" : startedByUserId;
}

/** The time of day: every second while a run goes on, else now and then. */
function useClock(isRunning: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), isRunning ? SECOND_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
