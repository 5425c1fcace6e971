import { PERSONAL_SCOPE } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { useTitle } from "#web/app/title.ts";
import { useUser } from "#web/app/use-user.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { InviteForm } from "#web/features/teams/invite-form.tsx";
import { useSelectedTeam } from "#web/features/teams/queries.ts";
import type { Team } from "#web/features/teams/queries.ts";

/** Invites people to the selected team, and says the outcome for each address. */
export default function AddMembersPage() {
  const { data: team, error, isPending, isFetching, refetch } = useSelectedTeam();
  useTitle("Add members", team?.name);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>Add members</h1>
        <ButtonLink to="/team">{team ? `Back to ${team.name}` : "Teams"}</ButtonLink>
      </div>
      {selectedTeamId() === PERSONAL_SCOPE ? (
        <EmptyState>Select a team first. Then you can invite people to it here.</EmptyState>
      ) : error ? (
        <Problem
          {...errorWords(error, "The team couldn't be loaded.")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Loading isLoading={isPending} label="Loading the team" skeleton={<Skeleton className="h-48" />}>
          {() => team && <Invite team={team} />}
        </Loading>
      )}
    </>
  );
}

function Invite({ team }: { team: Team }) {
  const user = useUser();
  const own = team.members.find(({ userId }) => userId === user.uid);
  if (own === undefined || own.role === "member")
    return <Banner>Only owners and admins of {team.name} can invite people.</Banner>;
  const free = team.numberOfPaidSeats - team.members.filter(({ hasPaidSeat }) => hasPaidSeat).length;
  return (
    <>
      <p className="text-md text-muted">
        {free > 0
          ? `${free} paid ${free === 1 ? "seat is" : "seats are"} free.`
          : "No paid seat is free. New members use the credits of their own accounts until you assign them one."}
      </p>
      <Card aria-label="Invite members">
        <InviteForm team={team} />
      </Card>
    </>
  );
}
