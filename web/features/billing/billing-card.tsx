import { errorWords } from "#web/api/errors.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { AutoTopUp } from "./auto-top-up.tsx";
import { FAILED_BILLING } from "./copy.ts";
import { InvoiceList } from "./invoice-list.tsx";
import { dayOf } from "./money.ts";
import { Packs } from "./packs.tsx";
import { PlanOfPayer } from "./plan-of-payer.tsx";
import { useBilling } from "./queries.ts";
import type { Billing, Payer } from "./queries.ts";

/** The plan, its next payment, and how to change or leave it; the packs; the invoices. */
export function BillingCard({ payer }: { payer: Payer }) {
  const billing = useBilling(payer);
  return (
    <Card aria-labelledby="billing">
      <CardHeader title="Plan and billing" id="billing">
        <ButtonLink to="/pricing" size="sm">
          Compare plans
        </ButtonLink>
      </CardHeader>
      <Loaded
        query={billing}
        label="Loading the plan"
        skeleton={<Skeleton className="h-24" />}
        failed={(error) => errorWords(error, FAILED_BILLING)}
      >
        {(data) => (
          <div className="grid gap-5 text-md">
            <Notices billing={data} />
            <PlanOfPayer billing={data} payer={payer} />
            <Packs billing={data} payer={payer} />
            <AutoTopUp billing={data} payer={payer} />
            {data.hasCustomer && <InvoiceList payer={payer} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** Notices of what the owner has to know or to do. */
function Notices({ billing: { subscription, debtCredits, differences } }: { billing: Billing }) {
  return (
    <>
      {subscription?.status === "past_due" && (
        <Banner kind="warning">
          The last payment failed, so this month's credits are on hold. Update the card, and we'll try again.
        </Banner>
      )}
      {debtCredits > 0 && (
        <Banner kind="warning">
          {grouped(debtCredits)} credits were spent and later refunded or disputed. The next credits you buy
          cover them first.
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
