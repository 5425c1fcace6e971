import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import type { DayOfUsage } from "./queries.ts";

/** Savings of this period: tokens of the full pages beside the tokens that were sent. */
export function Savings({ days }: { days: readonly DayOfUsage[] }) {
  const sent = days.reduce((sum, day) => sum + day.tokensSent, 0);
  const full = days.reduce((sum, day) => sum + day.tokensOfFullPages, 0);
  const saved = Math.max(0, full - sent);
  return (
    <Card aria-labelledby="savings">
      <CardHeader title="Savings" id="savings">
        <ButtonLink to="/savings" size="sm">
          Report
        </ButtonLink>
      </CardHeader>
      {full === 0 ? (
        <p className="text-md text-muted">
          When an agent searches or reads, this shows how much of the pages it did not have to read.
        </p>
      ) : (
        <div className="grid gap-3">
          <p className="text-2xl font-semibold tabular-nums">
            {short(saved)}
            <span className="ml-2 text-md font-normal text-muted">
              tokens your agents did not read this period
            </span>
          </p>
          <TrimBar tokensRead={sent} tokensTotal={full} />
        </div>
      )}
    </Card>
  );
}

const SHORT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

function short(value: number): string {
  return SHORT.format(value);
}
