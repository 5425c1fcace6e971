import type { ReactNode } from "react";
import { CALL_PRICES, creditsInWords } from "#schema/plans.ts";
import type { CreditPack } from "#schema/plans.ts";
import { errorWords } from "#web/api/errors.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { FAILED_BILLING, PACK_RULE } from "./copy.ts";
import { dollars } from "./money.ts";
import { useBilling, useFreshBilling } from "./queries.ts";
import type { Billing, Payer } from "./queries.ts";

/** The facts about a purchase, a line each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="grid gap-2 text-md">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-t border-border pt-2">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type PackSummaryProps = { pack: CreditPack; heading: "h1" | "h2" };

export function PackSummary({ pack: { credits, priceCents }, heading: Heading }: PackSummaryProps) {
  return (
    <>
      <Heading className="text-xl">{grouped(credits)} credits</Heading>
      <p className="text-2xl font-semibold">{dollars(priceCents)}</p>
      <Facts
        facts={[
          ["A search", creditsInWords(CALL_PRICES.search)],
          ["A read", creditsInWords(CALL_PRICES.read)],
        ]}
      />
      <p className="text-sm text-muted">{PACK_RULE} You pay once.</p>
    </>
  );
}

type PurchaseProps = { payer: Payer; children: (billing: Billing) => ReactNode };

/** The way to buy. While payments are not open, a payer without a subscription gets a note instead. */
export function Purchase({ payer, children }: PurchaseProps) {
  const billing = useBilling(payer);
  return (
    <Loaded
      query={billing}
      label="Loading the plan"
      skeleton={<Skeleton className="h-10" />}
      failed={(error) => errorWords(error, FAILED_BILLING)}
    >
      {(data) => (data.isOpen || data.subscription ? children(data) : <NotOpen />)}
    </Loaded>
  );
}

/** The page after the payment: the server reads Stripe, so the purchase is there before its webhook. */
export function Bought({
  payer,
  children,
}: {
  payer: Payer;
  /** Words for what the payer has now; null while the payment is not confirmed. */
  children: (billing: Billing) => string | null;
}) {
  const billing = useFreshBilling(payer);
  return (
    <Loaded
      query={billing}
      label="Confirming your payment"
      skeleton={<Skeleton className="h-10" />}
      failed={(error) => errorWords(error, FAILED_BILLING)}
    >
      {(data) => {
        const words = children(data);
        return words === null ? (
          <Banner kind="warning" role="status">
            The payment isn't confirmed yet. This can take a minute; we'll email you if it fails.
          </Banner>
        ) : (
          <Banner kind="ok" role="status">
            {words}
          </Banner>
        );
      }}
    </Loaded>
  );
}

export function LeftPayment() {
  return <Banner>You left the payment before it was done. You weren't charged.</Banner>;
}

function NotOpen() {
  return (
    <>
      <Banner>Payments aren't open yet. Everything works on the Free plan until they are.</Banner>
      <ButtonLink to="/dashboard" variant="primary">
        Go to the dashboard
      </ButtonLink>
    </>
  );
}
