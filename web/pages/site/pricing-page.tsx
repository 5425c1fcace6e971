import { useState } from "react";
import { CALL_PRICES_IN_WORDS, CREDIT_PACKS, PER_SEAT, PLANS } from "#schema/plans.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Pricing } from "#web/features/home/pricing.tsx";
import { ALLOWANCE_RULE, PACK_RULE } from "#web/features/billing/copy.ts";
import { dollars } from "#web/features/billing/money.ts";
import { cheapestPlan, creditsNeeded } from "#web/features/billing/cheapest-plan.ts";
import { grouped } from "#web/lib/grouped.ts";

const FIRST_GUESS = 30;
const MAX_CALLS = 1_000_000;

/** All prices, from schema/plans.ts, and the plan that fits. */
export default function PricingPage() {
  return (
    <main id="main" className="page grid grid-cols-1 gap-14 py-10 sm:py-14">
      <header className="grid gap-3">
        <h1 className="text-hero tracking-tight">Pricing</h1>
        <p className="max-w-measure text-muted">
          {CALL_PRICES_IN_WORDS}. You don't pay when we find nothing, when we fail, or when your agent repeats
          a call within 60 seconds.
        </p>
      </header>
      <section aria-labelledby="plans" className="grid gap-5">
        <h2 id="plans" className="sr-only">
          Plans
        </h2>
        <Pricing />
      </section>
      <TeamPrice />
      <Calculator />
      <section aria-labelledby="packs" className="grid gap-4">
        <h2 id="packs">Credit packs</h2>
        <p className="text-md text-muted">
          {PACK_RULE} {ALLOWANCE_RULE}
        </p>
        <ul className="grid gap-5 md:grid-cols-3">
          {CREDIT_PACKS.map(({ credits, priceCents }) => (
            <li key={credits}>
              <Card aria-label={`${grouped(credits)} credits`} className="grid gap-3">
                <h3 className="text-lg">{grouped(credits)} credits</h3>
                <p className="text-xl font-semibold">{dollars(priceCents)}</p>
                <p className="text-sm text-muted">{perThousand(priceCents, credits)} per 1,000</p>
                <div>
                  <ButtonLink to={`/subscribe?pack=${credits}`}>Buy {grouped(credits)} credits</ButtonLink>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="questions" className="grid max-w-measure gap-4 text-md">
        <h2 id="questions">Billing questions</h2>
        <h3 className="text-md font-semibold">Can I change plans?</h3>
        <p className="text-muted">
          Yes, at any time. You see the price before you confirm. We charge or credit the rest of the month to
          the second.
        </p>
        <h3 className="text-md font-semibold">What happens when I cancel?</h3>
        <p className="text-muted">
          You keep the plan until the end of the month you paid for. After that you are on Free. Your indexed
          docs and purchased credits stay.
        </p>
        <h3 className="text-md font-semibold">What happens when a payment fails?</h3>
        <p className="text-muted">
          We email you and keep your plan's limits while the payment is retried. Monthly credits wait for the
          payment; purchased credits still work.
        </p>
      </section>
    </main>
  );
}

/** The price of a team, which is by seats. */
function TeamPrice() {
  return (
    <section aria-labelledby="team" className="grid gap-3">
      <h2 id="team">Teams</h2>
      <p className="text-xl font-semibold">
        {dollars(PER_SEAT.priceCents)}
        <span className="text-md font-normal text-muted">/month for each paid seat</span>
      </p>
      <p className="max-w-measure text-md text-muted">
        A seat adds {grouped(PER_SEAT.monthlyAllowance)} credits every month, {grouped(PER_SEAT.maxPages)}{" "}
        private pages and {PER_SEAT.maxApiKeys} API keys to the team, which shares them. Members without a
        seat are free and spend their own credits. More seats begin right away, fewer when the month you paid
        for is over.
      </p>
      <div>
        <ButtonLink to="/create-team">Create a team</ButtonLink>
      </div>
    </section>
  );
}

function Calculator() {
  const [text, setText] = useState(String(FIRST_GUESS));
  const callsPerDay = Math.min(MAX_CALLS, Math.max(0, Math.floor(Number(text) || 0)));
  const { tier, extraCredits } = cheapestPlan(callsPerDay);
  const needed = creditsNeeded(callsPerDay);
  return (
    <section aria-labelledby="calculator" className="grid gap-4">
      <h2 id="calculator">Which plan fits?</h2>
      <div className="max-w-60">
        <Field label="Searches and reads per day">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={MAX_CALLS}
              inputMode="numeric"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      <p role="status" className="text-md">
        {grouped(needed)} credits per month: <strong>{tier}</strong>, {dollars(PLANS[tier].priceCents)} per
        month
        {extraCredits > 0 && `, plus ${grouped(extraCredits)} purchased credits`}.
      </p>
    </section>
  );
}

function perThousand(priceCents: number, credits: number): string {
  return dollars(Math.round((priceCents * 1000) / credits));
}
