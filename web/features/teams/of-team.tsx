import type { ReactNode } from "react";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { useTeam } from "./queries.ts";
import type { Team } from "./queries.ts";

/** A page about the selected team; without one, the way to choose a team. */
export function OfTeam({ children }: { children: (team: Team) => ReactNode }) {
  const teamId = selectedTeamId();
  if (teamId === PERSONAL_SCOPE)
    return (
      <EmptyState action={<ButtonLink to="/team">Choose a team</ButtonLink>}>
        This page is about a team, and you are in your personal account.
      </EmptyState>
    );
  return <Chosen teamId={teamId}>{children}</Chosen>;
}

function Chosen({ teamId, children }: { teamId: string; children: (team: Team) => ReactNode }) {
  const team = useTeam(teamId);
  return (
    <Loaded
      query={team}
      label="Loading the team"
      skeleton={<Skeleton className="h-48" />}
      failed={(error) => errorWords(error, "The team couldn't be loaded.")}
    >
      {children}
    </Loaded>
  );
}
