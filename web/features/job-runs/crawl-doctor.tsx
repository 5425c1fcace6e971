import { memo, useDeferredValue, useMemo, useState } from "react";
import type { PageOutcome } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { countsOf, filterLines, isSearchable, outcomeName, wordsWithoutCrawl } from "./doctor.ts";
import type { LineFilter, OutcomeCount } from "./doctor.ts";
import { RunAction } from "./job-list.tsx";
import { MAX_LINES, useJobRun, useRunPages } from "./queries.ts";
import type { JobRun, RunDetail, RunPage } from "./queries.ts";
import { formatDuration, hasProblems, isActive } from "./run-state.ts";
import { RunStatus } from "./run-status.tsx";
import { SuspiciousPages } from "./suspicious-pages.tsx";

/** Number of lines in the drawer at a time. */
const SHOWN_LINES = 100;

/** One run explained: a verdict, then every URL with its outcome, the reason, and what to do. */
export function CrawlDoctor({ run, onClose }: { run: JobRun; onClose: () => void }) {
  const detail = useJobRun(run.executionId, isActive(run));
  return (
    <Dialog
      shape="drawer"
      title={run.displayName}
      description={
        <span className="wrap-anywhere">
          {run.url}
          <br />
          {formatDate(run.startTime)} · {formatDuration(run.startTime, run.endTime)}
        </span>
      }
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="flex flex-wrap items-center gap-3">
        <RunStatus run={run} />
        <RunAction run={run} />
      </div>
      {run.error !== null && <Banner kind={hasProblems(run) ? "warning" : "danger"}>{run.error}</Banner>}
      <Loaded
        query={detail}
        label="Loading the run"
        skeleton={<Skeleton className="h-40" />}
        failed={(error) => errorWords(error, "The run could not be read.")}
      >
        {(data) => (
          <>
            <p className="text-md">{data.verdict?.text ?? wordsWithoutCrawl(data)}</p>
            {data.verdict && <Advice advice={data.verdict.advice} />}
            <SuspiciousPages sourceId={run.moduleId} />
            {data.crawl && <Lines runId={run.executionId} counts={countsOf(data.crawl.outcomes)} />}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Advice on the run, first the advice that helps the most pages. */
function Advice({ advice }: { advice: NonNullable<RunDetail["verdict"]>["advice"] }) {
  if (advice.length === 0) return null;
  return (
    <section aria-label="What to do" className="rounded-sm bg-sunken px-4 py-3">
      <ul className="grid gap-2 text-sm">
        {advice.map(({ outcome, pages, fix }) => (
          <li key={outcome}>
            <strong className="font-medium">
              {pages.toLocaleString("en-US")} {outcomeName(outcome)}
            </strong>
            : {fix}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ runId, counts }: { runId: string; counts: readonly OutcomeCount[] }) {
  const [filter, setFilter] = useState<LineFilter>({ outcome: "all", text: "" });
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(filter);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  // A run of more lines than one reading takes is read for one outcome.
  const asked = all > MAX_LINES && applied.outcome !== "all" ? applied.outcome : undefined;
  const lines = useRunPages(runId, asked);
  const found = useMemo(() => filterLines(lines.data?.pages ?? [], applied), [lines.data, applied]);
  const options: { value: PageOutcome | "all"; label: string }[] = [
    { value: "all", label: `All (${all.toLocaleString("en-US")})` },
    ...counts.map(({ outcome, count }) => ({
      value: outcome,
      label: `${capital(outcomeName(outcome))} (${count.toLocaleString("en-US")})`,
    })),
  ];

  const change = (changes: Partial<LineFilter>) => setFilter({ ...filter, ...changes });

  return (
    <>
      <div className="grid gap-3 xs:grid-cols-2" role="group" aria-label="Filters">
        <Field label="Outcome">
          {({ id }) => (
            <Select
              id={id}
              label="Outcome"
              options={options}
              value={filter.outcome}
              onChange={(outcome) => change({ outcome })}
            />
          )}
        </Field>
        <Field label="Contains">
          {(control) => (
            <Input
              {...control}
              type="search"
              placeholder="URL or reason"
              value={filter.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
        </Field>
      </div>
      <Loaded
        query={lines}
        label="Loading URLs"
        skeleton={<Skeleton className="h-60" />}
        failed={(error) => errorWords(error, "The list of URLs could not be read.")}
      >
        {({ isCut }) => (
          <>
            {isCut && (
              <p className="text-sm text-muted">
                These are the first {MAX_LINES.toLocaleString("en-US")}. Choose an outcome to see the others.
              </p>
            )}
            {found.length === 0 ? (
              <p className="text-md text-muted">No URL matches.</p>
            ) : (
              <Paged
                items={found}
                size={SHOWN_LINES}
                noun="URLs"
                question={`${applied.outcome} ${applied.text}`}
              >
                {(shown) => (
                  <ul data-lines="" className="grid grid-cols-1">
                    {shown.map((line) => (
                      <Line key={line.url} line={line} />
                    ))}
                  </ul>
                )}
              </Paged>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const Line = memo(function Line({ line }: { line: RunPage }) {
  return (
    <li className="grid gap-1 border-t border-border py-2.5 first:border-t-0">
      <span className="flex items-start gap-3">
        <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{line.url}</span>
        <Chip kind={isSearchable(line.outcome) ? "complete" : "plain"}>
          {capital(outcomeName(line.outcome))}
        </Chip>
      </span>
      {line.reason !== null && <span className="text-sm wrap-anywhere">{line.reason}</span>}
      {line.fix !== null && <span className="text-sm text-muted">{line.fix}</span>}
    </li>
  );
});

function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
