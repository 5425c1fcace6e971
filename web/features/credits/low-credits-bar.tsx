import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import type { Tier } from "#schema/values.ts";
import { grouped } from "#web/lib/grouped.ts";
import { lowCredits } from "./low-credits.ts";

/** Says that credits run low or are used up, and the way on. Nothing while there are enough. */
export function LowCreditsBar({ tier, left }: { tier: Tier; left: number }) {
  const state = lowCredits(tier, left);
  if (state === null) return null;
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
        : `${grouped(left)} credits left.`}
    </Banner>
  );
}
