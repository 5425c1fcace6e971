import { useSearchParams } from "react-router";
import { CREDITS_PER_CALL, PLANS } from "#schema/plans.ts";
import { useSession } from "#web/api/session.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";

/** What a plan gives, before payment. */
export default function SubscribePage() {
  const [params] = useSearchParams();
  const tier = params.get("tier") === "pro" ? "Pro" : "Basic";
  const { data: session } = useSession();
  const plan = PLANS[tier];
  const rows = [
    ["Credits", `${count(plan.monthlyAllowance)} a month`],
    ["Private pages indexed", `up to ${count(plan.maxPages)}`],
    ["API keys", `up to ${count(plan.maxApiKeys)}`],
    ["A search or a read", `${CREDITS_PER_CALL} credit`],
  ];
  return (
    <>
      <h1 className="text-xl">{tier} Plan</h1>
      <p className="text-2xl font-semibold">
        ${plan.priceCents / 100}
        <span className="text-md font-normal text-muted">/month</span>
      </p>
      <dl className="grid gap-2 text-md">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-border pt-2">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {session?.user?.tier === tier ? (
        <Banner kind="ok">You are on {tier}.</Banner>
      ) : (
        <Banner>Payment is not open yet. Your account works on the Free plan until it is.</Banner>
      )}
      {session && !session.user ? (
        <ButtonLink to={`/signup?tier=${tier.toLowerCase()}`} variant="primary">
          Create an account
        </ButtonLink>
      ) : (
        <ButtonLink to="/dashboard" variant="primary">
          Go to the dashboard
        </ButtonLink>
      )}
    </>
  );
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
