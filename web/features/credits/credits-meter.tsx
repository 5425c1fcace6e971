import { Link } from "react-router";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { Meter } from "#web/components/ui/meter.tsx";
import { lowCredits } from "./low-credits.ts";
import { useCredits } from "./queries.ts";

const KINDS = { none: "danger", low: "warning", enough: "accent" } as const;

/** Credits left, in a line; for the foot of the rail. The place stays empty while they are not known. */
export function CreditsMeter() {
  const { data } = useCredits();
  if (!data) return <div className="min-h-8" />;
  const left = data.totalCreditsAvailable;
  const had = left + data.monthlyCreditsUsed + data.days.reduce((sum, day) => sum + day.creditsUsed, 0);
  const share = had > 0 ? left / had : 0;
  return (
    <Link to="/dashboard" className="block text-text no-underline">
      <Meter
        label="Credits"
        text={`${left.toLocaleString("en-US")} credits left`}
        share={share}
        kind={KINDS[lowCredits(data, selectedTeamId() !== PERSONAL_SCOPE) ?? "enough"]}
      />
    </Link>
  );
}
