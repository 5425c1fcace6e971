import { FiguresTable } from "#web/components/ui/figures-table.tsx";
import type { DayOfUsage } from "./queries.ts";

const HEIGHT = 96;
const GAP = 2;
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

type UsageChartProps = {
  /** Days of the period until today. */
  days: readonly DayOfUsage[];
  /** Number of days in the period; days to come keep their place. */
  daysOfPeriod: number;
};

/** Credits by day as bars, with the same figures as a table for a person who reads instead of looks. */
export function UsageChart({ days, daysOfPeriod }: UsageChartProps) {
  const most = Math.max(1, ...days.map(({ creditsUsed }) => creditsUsed));
  const width = 100 / Math.max(daysOfPeriod, days.length, 1);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${100 * 6} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-24 w-full border-b border-strong"
        aria-hidden="true"
      >
        {days.map(({ day, creditsUsed, calls }, index) => {
          const height = creditsUsed === 0 ? 0 : Math.max(3, (creditsUsed / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * width * 6 + GAP / 2}
              y={HEIGHT - height}
              width={Math.max(1, width * 6 - GAP)}
              height={height}
              className="fill-accent forced-colors:fill-[CanvasText]"
            >
              <title>{`${labelOf(day)}: ${creditsUsed} credits, ${calls} calls`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-1.5 flex justify-between text-xs text-muted">
        <span>{days[0] && labelOf(days[0].day)}</span>
        <span>at most {most.toLocaleString("en-US")} a day</span>
        <span>{days.length > 1 && `today, ${labelOf(days.at(-1)!.day)}`}</span>
      </figcaption>
      <div className="mt-2">
        <FiguresTable
          columns={["Day (UTC)", "Calls", "Credits"]}
          rows={days.map(({ day, calls, creditsUsed }) => ({
            name: labelOf(day),
            figures: [calls.toLocaleString("en-US"), creditsUsed.toLocaleString("en-US")],
          }))}
        />
      </div>
    </figure>
  );
}

function labelOf(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}
