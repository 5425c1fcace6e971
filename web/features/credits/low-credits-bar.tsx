import { PERSONAL_SCOPE } from "#schema/values.ts";
import { creditsInWords } from "#schema/plans.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { lowCredits } from "./low-credits.ts";
import { useCredits } from "./queries.ts";
import type { CreditOverview } from "./queries.ts";

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** A bar on every page that says that credits run low or are used up, and the way on. Nothing while there are enough. */
export function LowCreditsBar() {
  const { data } = useCredits();
  const isTeam = selectedTeamId() !== PERSONAL_SCOPE;
  const state = data ? lowCredits(data, isTeam) : null;
  if (!data || state === null) return null;
  const isFree = data.monthlyAllowance === 0;
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6 md:px-8">
      <Banner
        kind={state === "none" ? "danger" : "warning"}
        role="status"
        actions={
          <ButtonLink to={isTeam ? "/team" : isFree ? "/subscribe?tier=basic" : "/account"} size="sm">
            {isFree && !isTeam ? "Upgrade" : "Add credits"}
          </ButtonLink>
        }
      >
        {words(state, data, isTeam)}
      </Banner>
    </div>
  );
}

function words(state: "low" | "none", credits: CreditOverview, isTeam: boolean): string {
  const back =
    credits.monthlyAllowance > 0
      ? ` Monthly credits come back on ${DAY.format(new Date(credits.periodEnd))}.`
      : "";
  if (state === "low") {
    const left = credits.totalCreditsAvailable;
    return `${creditsInWords(left)} left.${back}`;
  }
  return isTeam
    ? `The team's credits are used up. Members spend their own until you add credits.${back}`
    : `Your credits are used up. Your agents' requests will fail until you add credits.${back}`;
}
