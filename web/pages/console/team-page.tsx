import { PERSONAL_SCOPE } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { openScope, selectedTeamId } from "#web/api/selected-team.ts";
import { useUser } from "#web/app/use-user.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { BillingCard } from "#web/features/billing/billing-card.tsx";
import { useSpending } from "#web/features/credits/queries.ts";
import { UsageByMember } from "#web/features/credits/usage-by-member.tsx";
import { ROLE_WORDS } from "#web/features/teams/copy.ts";
import { DeleteTeam } from "#web/features/teams/delete-team.tsx";
import { Invitations } from "#web/features/teams/invitations.tsx";
import { Members } from "#web/features/teams/members.tsx";
import { acceptedMembers, useTeam, useTeams } from "#web/features/teams/queries.ts";

/** The selected team with its members, or the teams that the person is in. */
export default function TeamPage() {
  const selected = selectedTeamId();
  return selected === PERSONAL_SCOPE ? <Teams /> : <OneTeam teamId={selected} />;
}

function Teams() {
  const { data, error, isPending, isFetching, refetch } = useTeams();
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>Teams</h1>
        <ButtonLink to="/create-team" variant="primary">
          Create a team
        </ButtonLink>
      </div>
      {error && (
        <Problem
          {...errorWords(error, "Your teams couldn't be loaded.")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!error && (
        <Loading isLoading={isPending} label="Loading teams" skeleton={<Skeleton className="h-32" />}>
          {() => (
            <>
              {data && data.invitations.length > 0 && (
                <Card aria-labelledby="invitations">
                  <CardHeader title="Invitations" id="invitations" />
                  <Invitations invitations={data.invitations} />
                </Card>
              )}
              {data?.teams.length === 0 ? (
                <EmptyState>
                  You aren't in a team yet. In a team, people share keys, documents and credits.
                </EmptyState>
              ) : (
                <Card aria-labelledby="your-teams">
                  <CardHeader title="Your teams" id="your-teams" />
                  <ul className="grid gap-3">
                    {data?.teams.map(({ teamId, teamName, role }) => (
                      <li key={teamId} className="flex flex-wrap items-center justify-between gap-3">
                        <span className="text-md">
                          {teamName} <span className="text-muted">{ROLE_WORDS[role]}</span>
                        </span>
                        <Button
                          size="sm"
                          onClick={() => openScope(teamId, "/team")}
                          aria-label={`Open ${teamName}`}
                        >
                          Open
                        </Button>
                      </li>
                    ))}
                  </ul>
                </Card>
              )}
            </>
          )}
        </Loading>
      )}
    </>
  );
}

function OneTeam({ teamId }: { teamId: string }) {
  const user = useUser();
  const { data: team, error, isPending, isFetching, refetch } = useTeam(teamId);
  const spending = useSpending();
  const own = team?.members.find((member) => member.userId === user.uid);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>{team?.name ?? "Team"}</h1>
        <ButtonLink to="/create-team">Create a team</ButtonLink>
      </div>
      {error && (
        <Problem
          {...errorWords(error, "The team couldn't be loaded.")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!error && (
        <Loading isLoading={isPending} label="Loading the team" skeleton={<Skeleton className="h-48" />}>
          {() =>
            team && (
              <>
                {team.isReceivingSources && (
                  <Banner>
                    Documentation from a personal index is moving to this team. It stays searchable.
                  </Banner>
                )}
                <Card aria-labelledby="members">
                  <CardHeader title="Members" id="members">
                    {own && own.role !== "member" && (
                      <ButtonLink to="/add-members" size="sm">
                        Add members
                      </ButtonLink>
                    )}
                  </CardHeader>
                  <Members team={team} userId={user.uid} spending={spending.data} />
                </Card>
                {own && own.role !== "member" && <BillingCard payer={{ teamId }} />}
                <Card aria-labelledby="usage">
                  <CardHeader title="Usage this period" id="usage" />
                  <UsageByMember members={acceptedMembers(team)} />
                </Card>
                {own?.role === "owner" && (
                  <Card aria-labelledby="danger">
                    <CardHeader title="Delete this team" id="danger" />
                    <DeleteTeam team={team} />
                  </Card>
                )}
              </>
            )
          }
        </Loading>
      )}
    </>
  );
}
