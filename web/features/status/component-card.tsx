import { Card } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { FiguresTable } from "#web/components/ui/figures-table.tsx";
import { STATE_WORDS } from "./copy.ts";
import { barsOf, percent } from "./days.ts";
import type { Bar } from "./days.ts";
import type { Status } from "./queries.ts";

const CHIPS = { operational: "complete", trouble: "failed", unknown: "unknown" } as const;
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const STEP = 10;
const HEIGHT = 40;
/** Least height of a bar with failures, so that one failure in a day is seen as well. */
const LEAST = 8;

type ComponentCardProps = {
  component: Status["components"][number];
  /** Whether the server has stopped answering: the card then shows the last known state. */
  isLost: boolean;
  /** Last day of the chart. */
  until: Date;
};

/** One component: its state, a bar for each day, the same figures as a table, and how long a check takes. */
export function ComponentCard({ component, isLost, until }: ComponentCardProps) {
  const { id, name, uptime, meanMs, maxMs, days } = component;
  const state = isLost ? "unknown" : component.state;
  const bars = barsOf(days, until);
  return (
    <Card aria-labelledby={`status-${id}`} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={`status-${id}`} className="text-lg">
          {name}
        </h2>
        <Chip kind={CHIPS[state]}>{STATE_WORDS[state]}</Chip>
      </div>
      <Bars bars={bars} />
      <p className="flex justify-between gap-x-6 text-sm text-muted max-sm:flex-col">
        <span>
          {uptime === null ? "No checks yet" : `${percent(uptime)} of the checks in 90 days went well`}
        </span>
        {meanMs !== null && (
          <span>
            {meanMs} ms on average, {maxMs} ms at most
          </span>
        )}
      </p>
      <FiguresTable
        of={name}
        columns={["Day (UTC)", "Checks", "Failed", "Average"]}
        rows={days.toReversed().map(({ day, checks, failures, meanMs: mean }) => ({
          name: labelOf(day),
          figures: [checks, failures, `${mean} ms`],
        }))}
      />
    </Card>
  );
}

/** The bars, for the eye alone; the table beneath says the same. Failures hang from the top and shorten the green. */
function Bars({ bars }: { bars: Bar[] }) {
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-10 w-full"
      aria-hidden="true"
    >
      {bars.map((bar, index) => (
        <DayBar key={bar.day} bar={bar} x={index * STEP + 1} />
      ))}
    </svg>
  );
}

function DayBar({ bar, x }: { bar: Bar; x: number }) {
  const width = STEP - 3;
  if (bar.failedShare === null)
    return (
      <rect x={x} width={width} height={HEIGHT} className="fill-hover forced-colors:fill-[GrayText]">
        <title>{`${labelOf(bar.day)}: no checks`}</title>
      </rect>
    );
  const failed = bar.failures === 0 ? 0 : Math.max(LEAST, bar.failedShare * HEIGHT);
  return (
    <g>
      <title>{`${labelOf(bar.day)}: ${bar.failures} of ${bar.checks} checks failed`}</title>
      <rect
        x={x}
        y={failed}
        width={width}
        height={HEIGHT - failed}
        className="fill-ok forced-colors:fill-[CanvasText]"
      />
      {failed > 0 && (
        <rect x={x} width={width} height={failed - 2} className="fill-danger forced-colors:fill-[LinkText]" />
      )}
    </g>
  );
}

function labelOf(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}
