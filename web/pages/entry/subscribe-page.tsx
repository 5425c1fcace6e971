import { Link, useSearchParams } from "react-router";
import { safeContinuation } from "#schema/continuation.ts";
import { CREDIT_PACKS, CREDITS_PER_CALL, PLANS } from "#schema/plans.ts";
import type { CreditPack } from "#schema/plans.ts";
import type { PaidTier } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { useSession } from "#web/api/session.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { CheckoutButton } from "#web/features/billing/checkout-button.tsx";
import {
  ALLOWANCE_RULE,
  FAILED_BILLING,
  FAILED_PURCHASE,
  FAILED_SUBSCRIPTION,
  PACK_RULE,
} from "#web/features/billing/copy.ts";
import { dollars } from "#web/features/billing/money.ts";
import { payForCredits, payForPlan, useBilling, useFreshBilling } from "#web/features/billing/queries.ts";
import { grouped } from "#web/lib/grouped.ts";

/** What is about to be bought, the way to pay for it, and how that went. */
export default function SubscribePage() {
  const [params] = useSearchParams();
  const pack = CREDIT_PACKS.find(({ credits }) => String(credits) === params.get("pack"));
  const tier: PaidTier = params.get("tier") === "pro" ? "Pro" : "Basic";
  const { data: session } = useSession();
  const isBack = params.has("success");
  // Who chose a plan on the way to somewhere else can still go there.
  const cont = params.get("cont");
  return (
    <>
      {pack ? <PackSummary pack={pack} /> : <PlanSummary tier={tier} />}
      {params.has("canceled") && (
        <Banner>You left the payment before it was done. You weren't charged.</Banner>
      )}
      {!session ? (
        <Skeleton className="h-10" />
      ) : !session.user ? (
        <ButtonLink to={pack ? "/signup" : `/signup?tier=${tier.toLowerCase()}`} variant="primary">
          Create an account
        </ButtonLink>
      ) : isBack ? (
        <Bought pack={pack} tier={tier} />
      ) : pack ? (
        <BuyPack pack={pack} />
      ) : (
        <BuyPlan tier={tier} />
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

function PlanSummary({ tier }: { tier: PaidTier }) {
  const plan = PLANS[tier];
  const rows: [string, string][] = [
    ["Credits", `${grouped(plan.monthlyAllowance)} per month`],
    ["Private pages indexed", `up to ${grouped(plan.maxPages)}`],
    ["API keys", `up to ${grouped(plan.maxApiKeys)}`],
    ["A search or a read", `${CREDITS_PER_CALL} credit`],
  ];
  return (
    <>
      <h1 className="text-xl">{tier} Plan</h1>
      <p className="text-2xl font-semibold">
        {dollars(plan.priceCents)}
        <span className="text-md font-normal text-muted">/month</span>
      </p>
      <Rows rows={rows} />
      <p className="text-sm text-muted">{ALLOWANCE_RULE} Cancel any time; you keep the month you paid for.</p>
    </>
  );
}

function PackSummary({ pack: { credits, priceCents } }: { pack: CreditPack }) {
  return (
    <>
      <h1 className="text-xl">{grouped(credits)} credits</h1>
      <p className="text-2xl font-semibold">{dollars(priceCents)}</p>
      <Rows rows={[["A search or a read", `${CREDITS_PER_CALL} credit`]]} />
      <p className="text-sm text-muted">{PACK_RULE} You pay once.</p>
    </>
  );
}

function Rows({ rows }: { rows: [string, string][] }) {
  return (
    <dl className="grid gap-2 text-md">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-t border-border pt-2">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function BuyPlan({ tier }: { tier: PaidTier }) {
  const billing = useBilling();
  return (
    <Loaded
      query={billing}
      label="Loading your plan"
      skeleton={<Skeleton className="h-10" />}
      failed={(error) => errorWords(error, FAILED_BILLING)}
    >
      {({ isOpen, subscription }) =>
        subscription ? (
          <>
            <Banner kind="ok">You are on {subscription.tier}.</Banner>
            <ButtonLink to="/account" variant="primary">
              Manage billing
            </ButtonLink>
          </>
        ) : isOpen ? (
          <CheckoutButton onPay={() => payForPlan(tier)} failed={FAILED_SUBSCRIPTION(500)} />
        ) : (
          <NotOpen />
        )
      }
    </Loaded>
  );
}

function BuyPack({ pack }: { pack: CreditPack }) {
  const billing = useBilling();
  return (
    <Loaded
      query={billing}
      label="Loading your plan"
      skeleton={<Skeleton className="h-10" />}
      failed={(error) => errorWords(error, FAILED_BILLING)}
    >
      {({ isOpen }) =>
        isOpen ? (
          <CheckoutButton onPay={() => payForCredits(pack.credits)} failed={FAILED_PURCHASE(500)} />
        ) : (
          <NotOpen />
        )
      }
    </Loaded>
  );
}

function NotOpen() {
  return (
    <>
      <Banner>Payments aren't open yet. Your account works on the Free plan until they are.</Banner>
      <ButtonLink to="/dashboard" variant="primary">
        Go to the dashboard
      </ButtonLink>
    </>
  );
}

/** After the payment: the server reads Stripe, so what was bought is there before its webhook. */
function Bought({ pack, tier }: { pack: CreditPack | undefined; tier: PaidTier }) {
  const billing = useFreshBilling(true);
  return (
    <Loaded
      query={billing}
      label="Confirming your payment"
      skeleton={<Skeleton className="h-10" />}
      failed={(error) => errorWords(error, FAILED_BILLING)}
    >
      {({ subscription }) => (
        <>
          {pack ? (
            <Banner kind="ok" role="status">
              Thank you. Your {grouped(pack.credits)} credits are ready.
            </Banner>
          ) : subscription ? (
            <Banner kind="ok" role="status">
              You are on {subscription.tier}. Your {grouped(PLANS[subscription.tier].monthlyAllowance)}{" "}
              credits are ready.
            </Banner>
          ) : (
            <Banner kind="warning" role="status">
              The payment for {tier} isn't confirmed yet. This can take a minute; we'll email you if it fails.
            </Banner>
          )}
          <ButtonLink to="/dashboard" variant="primary">
            Go to the dashboard
          </ButtonLink>
        </>
      )}
    </Loaded>
  );
}
