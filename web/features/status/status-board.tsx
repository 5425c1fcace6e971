import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { StatusState } from "#schema/api/status.ts";
import { STATUS_COMPONENTS } from "#schema/api/status.ts";
import { errorWords } from "#web/api/errors.ts";
import { cx } from "#web/components/class-names.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { ComponentCard } from "./component-card.tsx";
import { LOADING, STATUS_FAILED, summaryWords } from "./copy.ts";
import { lastHeardOf, useStatus } from "./queries.ts";

const LOOKS = {
  operational: { icon: CircleCheck, classes: "bg-ok-soft text-ok" },
  trouble: { icon: TriangleAlert, classes: "bg-danger-soft text-danger" },
  unknown: { icon: CircleDashed, classes: "bg-sunken text-muted" },
} as const;

/** The status of the service now, and on each of the last 90 days. The board says so when the server does not answer. */
export function StatusBoard() {
  const status = useStatus();
  const isLost = status.error !== null;
  return (
    <Loading isLoading={status.isPending} label={LOADING} skeleton={<BoardSkeleton />}>
      {() => (
        <div className="grid gap-6">
          <Summary
            state={isLost ? "unknown" : (status.data?.state ?? "unknown")}
            checkedAt={status.data ? status.data.checkedAt : lastHeardOf()}
            isLost={isLost}
          />
          {isLost && (
            <Problem
              {...errorWords(status.error, STATUS_FAILED)}
              onRetry={() => void status.refetch()}
              isRetrying={status.isFetching}
            />
          )}
          {status.data?.components.map((component) => (
            <ComponentCard
              key={component.id}
              component={component}
              isLost={isLost}
              until={new Date(status.dataUpdatedAt)}
            />
          ))}
        </div>
      )}
    </Loading>
  );
}

type SummaryProps = { state: StatusState; checkedAt: string | null; isLost: boolean };

function Summary({ state, checkedAt, isLost }: SummaryProps) {
  const { icon: Icon, classes } = LOOKS[state];
  const time = checkedAt === null ? null : formatDate(checkedAt);
  return (
    <div role="status" className={cx("rounded-lg border border-current/25 p-5", classes)}>
      <p className="flex items-center gap-3 text-lg font-semibold">
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {summaryWords(state, time, isLost)}
      </p>
      {state !== "unknown" && time !== null && <p className="mt-1 pl-8 text-sm">Last check {time}</p>}
    </div>
  );
}

/** The skeleton, as tall as the board: lines of 28.5 and 19.5 px, on a phone two of those below the bars. */
function BoardSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-[94px]" />
      {STATUS_COMPONENTS.map(({ id }) => (
        <Card key={id} className="grid gap-3">
          <Skeleton className="h-[28.5px] w-40" />
          <Skeleton className="h-10" />
          <Skeleton className="h-[19.5px] w-64 max-w-full max-sm:h-[39px]" />
          <Skeleton className="h-[27.5px] w-24 pointer-coarse:h-11" />
        </Card>
      ))}
    </div>
  );
}
