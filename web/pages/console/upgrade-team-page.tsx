import { useState } from "react";
import { useSearchParams } from "react-router";
import { CREDIT_PACKS, MAX_PAID_SEATS, PER_SEAT, PLANS } from "#schema/plans.ts";
import type { CreditPack } from "#schema/plans.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { CheckoutButton } from "#web/features/billing/checkout-button.tsx";
import { ALLOWANCE_RULE, FAILED_PURCHASE, FAILED_SUBSCRIPTION } from "#web/features/billing/copy.ts";
import { dollars } from "#web/features/billing/money.ts";
import { Bought, Facts, LeftPayment, PackSummary, Purchase } from "#web/features/billing/purchase.tsx";
import { payForCredits, payForSeats } from "#web/features/billing/queries.ts";
import { SeatsField } from "#web/features/billing/seats-field.tsx";
import { OfTeam } from "#web/features/teams/of-team.tsx";
import type { Team } from "#web/features/teams/queries.ts";
import { grouped } from "#web/lib/grouped.ts";

/** Seats for the selected team, or a pack of credits for it: the price, the way to pay, and the outcome. */
export default function UpgradeTeamPage() {
  return (
    <>
      <h1>Upgrade team</h1>
      <OfTeam>{(team) => <Offer team={team} />}</OfTeam>
    </>
  );
}

function Offer({ team }: { team: Team }) {
  const [params] = useSearchParams();
  const pack = CREDIT_PACKS.find(({ credits }) => String(credits) === params.get("pack"));
  return (
    <>
      {params.has("canceled") && <LeftPayment />}
      {params.has("success") ? (
        <AfterPayment team={team} pack={pack} />
      ) : pack ? (
        <Card aria-label={`Credits for ${team.name}`} className="grid max-w-[480px] gap-4">
          <PackSummary pack={pack} heading="h2" />
          <p className="text-md">These credits are for the team {team.name}.</p>
          <Purchase payer={team}>
            {() => (
              <CheckoutButton onPay={() => payForCredits(team, pack.credits)} failed={FAILED_PURCHASE(500)} />
            )}
          </Purchase>
        </Card>
      ) : (
        <Seats team={team} />
      )}
    </>
  );
}

function Seats({ team }: { team: Team }) {
  const members = team.members.filter(({ state }) => state === "accepted").length;
  const [seats, setSeats] = useState(members);
  const total = seats * PER_SEAT.priceCents;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card aria-labelledby="free">
        <CardHeader title="Free" id="free" />
        <Facts
          facts={[
            ["Price", dollars(0)],
            ["Credits", "members spend their own"],
            ["Private pages indexed", `up to ${grouped(PLANS.Free.maxPages)}`],
            ["API keys", `up to ${grouped(PLANS.Free.maxApiKeys)}`],
          ]}
        />
      </Card>
      <Card aria-labelledby="seats" className="grid gap-4">
        <CardHeader title="Team" id="seats" />
        <SeatsField seats={seats} onChange={setSeats} min={1} max={MAX_PAID_SEATS} />
        <Facts
          facts={[
            ["Price per seat", `${dollars(PER_SEAT.priceCents)} per month`],
            ["Credits", `${grouped(seats * PER_SEAT.monthlyAllowance)} per month, shared`],
            ["Private pages indexed", `up to ${grouped(seats * PER_SEAT.maxPages)}`],
            ["API keys", `up to ${grouped(seats * PER_SEAT.maxApiKeys)}`],
          ]}
        />
        <p role="status" className="text-xl font-semibold">
          {dollars(total)} <span className="text-md font-normal text-muted">per month for {team.name}</span>
        </p>
        <p className="text-sm text-muted">
          Seats begin when you've paid. You then choose who has one. {ALLOWANCE_RULE}
        </p>
        <Purchase payer={team}>
          {({ subscription }) =>
            subscription ? (
              <HasPlan seats={subscription.seats?.paid ?? 0} />
            ) : (
              <CheckoutButton
                onPay={() => payForSeats(team.teamId, seats)}
                failed={FAILED_SUBSCRIPTION(500)}
              />
            )
          }
        </Purchase>
      </Card>
    </div>
  );
}

function AfterPayment({ team, pack }: { team: Team; pack: CreditPack | undefined }) {
  return (
    <>
      <Bought payer={team}>
        {({ subscription }) =>
          pack
            ? `Thank you. ${team.name} has ${grouped(pack.credits)} more credits.`
            : subscription?.seats
              ? `${team.name} has ${seatWords(subscription.seats.paid)}. Choose who gets one.`
              : null
        }
      </Bought>
      <div>
        <ButtonLink to={pack ? "/team" : "/team-manage-seats"} variant="primary">
          {pack ? "Go to the team" : "Choose members"}
        </ButtonLink>
      </div>
    </>
  );
}

/** A note for a team that has a plan: nobody buys a second one. */
function HasPlan({ seats }: { seats: number }) {
  return (
    <>
      <Banner kind="ok">This team already has {seatWords(seats)}.</Banner>
      <ButtonLink to="/team-manage-seats" variant="primary">
        Manage seats
      </ButtonLink>
    </>
  );
}

function seatWords(count: number): string {
  return count === 1 ? "1 paid seat" : `${count} paid seats`;
}
