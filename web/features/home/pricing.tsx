import { Check } from "lucide-react";
import { PLANS } from "#schema/plans.ts";
import { TIERS } from "#schema/values.ts";
import type { Tier } from "#schema/values.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { grouped } from "#web/lib/grouped.ts";

const FOR_WHOM: Record<Tier, string> = {
  Free: "To try it with your agent.",
  Basic: "For daily work.",
  Pro: "For many agents and large private documentation.",
};

/** The plans as schema/plans.ts has them. */
export function Pricing() {
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {TIERS.map((tier) => (
        <li key={tier}>
          <Plan tier={tier} />
        </li>
      ))}
    </ul>
  );
}

function Plan({ tier }: { tier: Tier }) {
  const plan = PLANS[tier];
  const features = [
    plan.monthlyAllowance > 0
      ? `${grouped(plan.monthlyAllowance)} credits every month`
      : `${grouped(plan.initialCredits)} credits once your email is verified`,
    `${grouped(plan.maxPages)} private pages`,
    `${grouped(plan.maxApiKeys)} API keys`,
  ];
  return (
    <Card aria-label={tier} className="flex h-full flex-col gap-4">
      <div>
        <h3 className="text-lg">{tier}</h3>
        <p className="text-sm text-muted">{FOR_WHOM[tier]}</p>
      </div>
      <p className="text-xl font-semibold tracking-head">
        ${plan.priceCents / 100}
        {plan.priceCents > 0 && <span className="text-md font-normal text-muted">/month</span>}
      </p>
      <ul className="grid gap-1.5 text-md">
        {features.map((feature) => (
          <li key={feature} className="flex items-baseline gap-2">
            <Check aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-1">
        <ButtonLink
          to={tier === "Free" ? "/signup" : `/signup?tier=${tier.toLowerCase()}`}
          variant={tier === "Basic" ? "primary" : "outline"}
        >
          {tier === "Free" ? "Start free" : `Choose ${tier}`}
        </ButtonLink>
      </div>
    </Card>
  );
}
