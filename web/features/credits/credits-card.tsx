import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import type { CreditOverview } from "./queries.ts";

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const DAY_MS = 86_400_000;

/** Credits left and used. Rows of the allowance are for plans that have one. */
export function CreditsCard({ credits }: { credits: CreditOverview }) {
  const hasAllowance = credits.monthlyAllowance > 0;
  const usedOfPurchased = credits.days.reduce((sum, day) => sum + day.creditsUsed, 0);
  const lastDay = new Date(new Date(credits.periodEnd).getTime() - DAY_MS);
  const rows: [string, number][] = [
    ["Purchased and granted", credits.purchasedCredits],
    ...(hasAllowance
      ? ([
          ["Monthly allowance", credits.monthlyAllowance],
          ["Used of it", credits.monthlyCreditsUsed],
          ["Left of it", credits.monthlyCreditsRemaining],
        ] as [string, number][])
      : ([["Used this period", usedOfPurchased]] as [string, number][])),
  ];
  return (
    <Card aria-labelledby="credits">
      <CardHeader title="Credits" id="credits">
        <ButtonLink to="/subscribe?tier=basic" size="sm">
          Plans
        </ButtonLink>
      </CardHeader>
      <p className="text-2xl font-semibold tabular-nums">
        {credits.totalCreditsAvailable.toLocaleString("en-US")}
        <span className="ml-2 text-md font-normal text-muted">left</span>
      </p>
      <dl className="mt-3 grid gap-1.5 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value.toLocaleString("en-US")}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-border pt-1.5">
          <dt className="text-muted">Period (UTC)</dt>
          <dd>
            {DAY.format(new Date(credits.periodStart))} – {DAY.format(lastDay)}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
