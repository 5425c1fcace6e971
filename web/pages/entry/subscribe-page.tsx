import { Link, useSearchParams } from "react-router";
import { safeContinuation } from "#schema/continuation.ts";
import { CALL_PRICES, CREDIT_PACKS, creditsInWords, PLANS } from "#schema/plans.ts";
import type { CreditPack } from "#schema/plans.ts";
import type { PaidTier, Tier } from "#schema/values.ts";
import { useSession } from "#web/api/session.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { CheckoutButton } from "#web/features/billing/checkout-button.tsx";
import { ALLOWANCE_RULE, FAILED_PURCHASE, FAILED_SUBSCRIPTION } from "#web/features/billing/copy.ts";
import { dollars } from "#web/features/billing/money.ts";
import { Bought, Facts, LeftPayment, PackSummary, Purchase } from "#web/features/billing/purchase.tsx";
import { payForCredits, payForPlan } from "#web/features/billing/queries.ts";
import type { Billing } from "#web/features/billing/queries.ts";
import { grouped } from "#web/lib/grouped.ts";

/** A purchase for the person's own account: what is bought, the way to pay for it, and the outcome. */
export default function SubscribePage() {
  const [params] = useSearchParams();
  const pack = CREDIT_PACKS.find(({ credits }) => String(credits) === params.get("pack"));
  const tier: PaidTier = params.get("tier") === "pro" ? "Pro" : "Basic";
  const { data: session } = useSession();
  // A person who chose a plan on the way to somewhere else can still go there.
  const cont = params.get("cont");
  return (
    <>
      {pack ? <PackSummary pack={pack} heading="h1" /> : <PlanSummary tier={tier} />}
      {params.has("canceled") && <LeftPayment />}
      {!session ? (
        <Skeleton className="h-10" />
      ) : !session.user ? (
        <ButtonLink to={pack ? "/signup" : `/signup?tier=${tier.toLowerCase()}`} variant="primary">
          Create an account
        </ButtonLink>
      ) : params.has("success") ? (
        <>
          <Bought payer="self">{(billing) => boughtWords(billing, pack)}</Bought>
          <ButtonLink to="/dashboard" variant="primary">
            Go to the dashboard
          </ButtonLink>
        </>
      ) : pack ? (
        <Purchase payer="self">
          {() => (
            <CheckoutButton onPay={() => payForCredits("self", pack.credits)} failed={FAILED_PURCHASE(500)} />
          )}
        </Purchase>
      ) : (
        <Purchase payer="self">
          {({ subscription }) =>
            subscription ? (
              <HasPlan tier={subscription.tier} />
            ) : (
              <CheckoutButton onPay={() => payForPlan(tier)} failed={FAILED_SUBSCRIPTION(500)} />
            )
          }
        </Purchase>
      )}
      <Link
        to={cont === null ? "/pricing" : safeContinuation(cont, window.location.origin)}
        className="link inline-flex min-h-6 items-center justify-self-center text-sm text-muted touch"
      >
        {cont === null ? "Compare plans" : "Not now"}
      </Link>
    </>
  );
}

function boughtWords({ subscription }: Billing, pack: CreditPack | undefined): string | null {
  if (pack) return `Thank you. Your ${grouped(pack.credits)} credits are ready.`;
  if (!subscription) return null;
  const credits = grouped(PLANS[subscription.tier].monthlyAllowance);
  return `You are on ${subscription.tier}. Your ${credits} credits are ready.`;
}

function PlanSummary({ tier }: { tier: PaidTier }) {
  const plan = PLANS[tier];
  return (
    <>
      <h1 className="text-xl">{tier} Plan</h1>
      <p className="text-2xl font-semibold">
        {dollars(plan.priceCents)}
        <span className="text-md font-normal text-muted">/month</span>
      </p>
      <Facts
        facts={[
          ["Credits", `${grouped(plan.monthlyAllowance)} per month`],
          ["Private pages indexed", `up to ${grouped(plan.maxPages)}`],
          ["API keys", `up to ${grouped(plan.maxApiKeys)}`],
          ["A search", creditsInWords(CALL_PRICES.search)],
          ["A read", creditsInWords(CALL_PRICES.read)],
        ]}
      />
      <p className="text-sm text-muted">{ALLOWANCE_RULE} Cancel any time; you keep the month you paid for.</p>
    </>
  );
}

/** A note for a person who has a plan: nobody buys a second one. */
function HasPlan({ tier }: { tier: Tier }) {
  return (
    <>
      <Banner kind="ok">You are on {tier}.</Banner>
      <ButtonLink to="/account" variant="primary">
        Manage billing
      </ButtonLink>
    </>
  );
}
