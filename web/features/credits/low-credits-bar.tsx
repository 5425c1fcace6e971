import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import type { Tier } from "#schema/values.ts";
import { grouped } from "#web/lib/grouped.ts";
import { lowCredits } from "./low-credits.ts";
import { useCredits } from "./queries.ts";

/** Says that credits run low or are used up, and the way on. Nothing while there are enough. */
export function LowCreditsBar({ tier }: { tier: Tier }) {
  const { data } = useCredits();
  const state = data ? lowCredits(tier, data.totalCreditsAvailable) : null;
  if (!data || state === null) return null;
  return (
    <Banner
      kind={state === "none" ? "danger" : "warning"}
      role="status"
      actions={
        <ButtonLink to={tier === "Free" ? "/subscribe?tier=basic" : "/account"} size="sm">
          {tier === "Free" ? "Upgrade" : "Add credits"}
        </ButtonLink>
      }
    >
      {state === "none"
        ? "Your credits are used up. Your agents' requests will fail until you add credits."
        : `${grouped(data.totalCreditsAvailable)} credits left.`}
    </Banner>
  );
}
