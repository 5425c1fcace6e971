import { ButtonLink } from "#web/components/ui/button.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Purchase } from "#web/features/billing/purchase.tsx";
import { SeatsForm } from "#web/features/billing/seats-form.tsx";
import { OfTeam } from "#web/features/teams/of-team.tsx";

/** The members of the selected team with a paid seat, and the number of seats. */
export default function TeamManageSeatsPage() {
  return (
    <>
      <h1>Manage seats</h1>
      <OfTeam>
        {(team) => (
          <Purchase payer={team}>
            {({ subscription }) =>
              subscription?.seats ? (
                <SeatsForm team={team} seats={subscription.seats} />
              ) : (
                <EmptyState action={<ButtonLink to="/upgrade-team">Upgrade team</ButtonLink>}>
                  This team has no paid seats yet.
                </EmptyState>
              )
            }
          </Purchase>
        )}
      </OfTeam>
    </>
  );
}
