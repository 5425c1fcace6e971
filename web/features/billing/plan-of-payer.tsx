import { PER_SEAT, PLANS } from "#schema/plans.ts";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { ChangePlan } from "./change-plan.tsx";
import { ALLOWANCE_RULE, FAILED_CHANGE, FAILED_PORTAL } from "./copy.ts";
import { dayOf, dollars } from "./money.ts";
import { cancelPlan, openPortal, resumePlan, useReloadBilling } from "./queries.ts";
import type { Billing, Payer } from "./queries.ts";

/** The payer's plan, the cost of the next month, and what can be done about it. */
export function PlanOfPayer({ billing, payer }: { billing: Billing; payer: Payer }) {
  const reload = useReloadBilling();
  const { subscription, isOpen, hasCustomer } = billing;
  const name = planName(subscription);
  return (
    <div className="grid gap-3">
      <p>
        <span className="text-xl font-semibold">{name}</span>
        {subscription && (
          <span className="ml-2 text-muted">{dollars(subscription.priceCents)} per month</span>
        )}
      </p>
      <p className="text-muted">{planWords(billing, payer)}</p>
      <div className="flex flex-wrap gap-2">
        {isOpen && !subscription && (
          <ButtonLink
            to={payer === "self" ? "/subscribe?tier=basic" : "/upgrade-team"}
            variant="primary"
            size="sm"
          >
            {payer === "self" ? "Upgrade to Basic" : "Upgrade team"}
          </ButtonLink>
        )}
        {subscription?.seats && (
          <ButtonLink to="/team-manage-seats" size="sm">
            Manage seats
          </ButtonLink>
        )}
        {payer === "self" && subscription?.cancelsAt === null && subscription.status !== "past_due" && (
          <ChangePlan tier={subscription.tier === "Pro" ? "Basic" : "Pro"} />
        )}
        {hasCustomer && isOpen && (
          <ActionButton
            label="Manage card and invoices"
            onAct={() => openPortal(payer)}
            onSettled={async () => {}}
            failed={(error) => errorWords(error, FAILED_PORTAL)}
          >
            Manage card and invoices
          </ActionButton>
        )}
        {subscription?.cancelsAt === null && (
          <ConfirmButton
            title="Cancel plan"
            description={cancelWords(name, subscription, payer)}
            action="Cancel plan"
            onConfirm={() => cancelPlan(payer)}
            onDone={reload}
            failed={failed}
          >
            Cancel plan
          </ConfirmButton>
        )}
        {subscription && subscription.cancelsAt !== null && (
          <ActionButton
            label="Resume plan"
            onAct={() => resumePlan(payer)}
            onSettled={reload}
            failed={failed}
          >
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

function planName(subscription: Billing["subscription"]): string {
  if (!subscription) return "Free";
  return subscription.seats ? `Team, ${seatWords(subscription.seats.paid)}` : subscription.tier;
}

function planWords({ subscription, isOpen }: Billing, payer: Payer): string {
  if (!subscription) {
    if (!isOpen) return "Payments aren't open on this installation of Docenda.";
    return payer === "self"
      ? `${grouped(PLANS.Free.initialCredits)} credits to start with. A paid plan brings credits every month.`
      : `Members spend their own credits. A paid seat is ${dollars(PER_SEAT.priceCents)} per month and brings ${grouped(PER_SEAT.monthlyAllowance)} credits to the team.`;
  }
  const { seats, tier, periodEnd, cancelsAt } = subscription;
  if (cancelsAt !== null) return `Ends on ${dayOf(cancelsAt)}. Until then nothing changes.`;
  const credits = grouped(seats ? seats.paid * PER_SEAT.monthlyAllowance : PLANS[tier].monthlyAllowance);
  const fewer =
    seats && seats.renewing < seats.paid ? ` with ${seatWords(seats.renewing)} instead of ${seats.paid}` : "";
  return `${credits} credits per month, renews on ${dayOf(periodEnd)}${fewer}. ${ALLOWANCE_RULE}`;
}

function cancelWords(
  name: string,
  { periodEnd }: NonNullable<Billing["subscription"]>,
  payer: Payer,
): string {
  const day = dayOf(periodEnd);
  return payer === "self"
    ? `You keep ${name} and its credits until ${day}. After that you are on Free: what you indexed and the credits you purchased stay, and you can resume until that day.`
    : `The team keeps its seats and their credits until ${day}. After that members spend their own credits. What the team indexed and the credits it purchased stay, and you can resume until that day.`;
}

function seatWords(count: number): string {
  return count === 1 ? "1 seat" : `${count} seats`;
}
