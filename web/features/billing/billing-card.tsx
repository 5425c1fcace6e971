import { CREDIT_PACKS, PLANS } from "#schema/plans.ts";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { ChangePlan } from "./change-plan.tsx";
import { ALLOWANCE_RULE, FAILED_BILLING, FAILED_CHANGE, FAILED_PORTAL, PACK_RULE } from "./copy.ts";
import { InvoiceList } from "./invoice-list.tsx";
import { dayOf, dollars } from "./money.ts";
import { cancelPlan, openPortal, resumePlan, useBilling, useReloadBilling } from "./queries.ts";
import type { Billing } from "./queries.ts";

/** The plan, what it costs next, and how to change or leave it; the packs; the invoices. */
export function BillingCard() {
  const billing = useBilling();
  return (
    <Card aria-labelledby="billing">
      <CardHeader title="Plan and billing" id="billing">
        <ButtonLink to="/pricing" size="sm">
          Compare plans
        </ButtonLink>
      </CardHeader>
      <Loaded
        query={billing}
        label="Loading your plan"
        skeleton={<Skeleton className="h-24" />}
        failed={(error) => errorWords(error, FAILED_BILLING)}
      >
        {(data) => (
          <div className="grid gap-5 text-md">
            <Notices billing={data} />
            <Plan billing={data} />
            <Packs billing={data} />
            {data.hasCustomer && <InvoiceList />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** What the owner has to know or to do. */
function Notices({ billing: { subscription, debtCredits, differences } }: { billing: Billing }) {
  return (
    <>
      {subscription?.status === "past_due" && (
        <Banner kind="warning">
          Your last payment failed, so this month's credits are on hold. Update your card, and we'll try
          again.
        </Banner>
      )}
      {debtCredits > 0 && (
        <Banner kind="warning">
          You spent {grouped(debtCredits)} credits that were refunded or disputed later. The next credits you
          buy cover them first.
        </Banner>
      )}
      {differences.map(({ details, foundAt }) => (
        <Banner key={details} kind="warning">
          We found a difference in your billing records on {dayOf(foundAt)} and are looking into it: {details}
        </Banner>
      ))}
    </>
  );
}

function Plan({ billing }: { billing: Billing }) {
  const reload = useReloadBilling();
  const { subscription, isOpen, hasCustomer } = billing;
  const tier = subscription?.tier ?? "Free";
  return (
    <div className="grid gap-3">
      <p>
        <span className="text-xl font-semibold">{tier}</span>
        {subscription && (
          <span className="ml-2 text-muted">{dollars(subscription.priceCents)} per month</span>
        )}
      </p>
      <p className="text-muted">{planWords(billing)}</p>
      <div className="flex flex-wrap gap-2">
        {isOpen && !subscription && (
          <ButtonLink to="/subscribe?tier=basic" variant="primary" size="sm">
            Upgrade to Basic
          </ButtonLink>
        )}
        {subscription && subscription.cancelsAt === null && subscription.status !== "past_due" && (
          <ChangePlan tier={tier === "Pro" ? "Basic" : "Pro"} />
        )}
        {hasCustomer && isOpen && (
          <ActionButton
            label="Manage card and invoices"
            onAct={openPortal}
            onSettled={async () => {}}
            failed={(error) => errorWords(error, FAILED_PORTAL)}
          >
            Manage card and invoices
          </ActionButton>
        )}
        {subscription && subscription.cancelsAt === null && (
          <ConfirmButton
            title="Cancel plan"
            description={`You keep ${tier} and its credits until ${dayOf(subscription.periodEnd)}. After that you are on Free: what you indexed and the credits you purchased stay, and you can resume until that day.`}
            action="Cancel plan"
            onConfirm={cancelPlan}
            onDone={reload}
            failed={failed}
          >
            Cancel plan
          </ConfirmButton>
        )}
        {subscription && subscription.cancelsAt !== null && (
          <ActionButton label="Resume plan" onAct={resumePlan} onSettled={reload} failed={failed}>
            Resume plan
          </ActionButton>
        )}
      </div>
    </div>
  );
}

function failed(error: unknown) {
  return errorWords(error, FAILED_CHANGE);
}

function planWords({ subscription, isOpen }: Billing): string {
  if (!subscription)
    return isOpen
      ? `${grouped(PLANS.Free.initialCredits)} credits to start with. A paid plan brings credits every month.`
      : "Payments aren't open on this installation of Docenda.";
  if (subscription.cancelsAt !== null)
    return `Ends on ${dayOf(subscription.cancelsAt)}. Until then nothing changes.`;
  const credits = grouped(PLANS[subscription.tier].monthlyAllowance);
  return `${credits} credits per month, renews on ${dayOf(subscription.periodEnd)}. ${ALLOWANCE_RULE}`;
}

function Packs({ billing: { isOpen, purchases } }: { billing: Billing }) {
  return (
    <div className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-md font-semibold">Credits</h3>
      <p className="text-muted">{PACK_RULE}</p>
      {isOpen && (
        <ul className="flex flex-wrap gap-2">
          {CREDIT_PACKS.map(({ credits, priceCents }) => (
            <li key={credits}>
              <ButtonLink to={`/subscribe?pack=${credits}`} size="sm">
                Buy {grouped(credits)} for {dollars(priceCents)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {purchases.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {purchases.map(({ id, credits, amountCents, refundedCents, disputedCents, createdAt }) => (
            <li key={id} className="flex justify-between gap-4">
              <span>
                {dayOf(createdAt)}: {grouped(credits)} credits
                {refundedCents > 0 && <span className="text-muted">, {dollars(refundedCents)} refunded</span>}
                {disputedCents > 0 && <span className="text-muted">, {dollars(disputedCents)} disputed</span>}
              </span>
              <span className="tabular-nums">{dollars(amountCents)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
