import { useState } from "react";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { useUser } from "#web/app/use-user.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { MODEL_PRICES } from "#schema/model-prices.ts";
import { useSavings } from "#web/features/credits/queries.ts";
import { SavingsTable } from "#web/features/credits/savings-table.tsx";
import { useTeam } from "#web/features/teams/queries.ts";

/** Tokens that the agents of the person or of the selected team did not have to read, and their worth. */
export default function SavingsPage() {
  const teamId = selectedTeamId();
  return (
    <>
      <h1>Savings</h1>
      <p className="max-w-measure text-md text-muted">
        The tokens of whole pages, less the tokens we sent your agents instead, over the last 12 months.
      </p>
      {teamId === PERSONAL_SCOPE ? <Own /> : <OfTeam teamId={teamId} />}
    </>
  );
}

function Own() {
  const { email } = useUser();
  return <Report isTeam={false} nameOf={() => email} />;
}

function OfTeam({ teamId }: { teamId: string }) {
  const { data: team } = useTeam(teamId);
  const emails = new Map(team?.members.map(({ userId, email }) => [userId, email]));
  return <Report isTeam nameOf={(userId) => emails.get(userId) ?? userId ?? "-"} />;
}

type ReportProps = { isTeam: boolean; nameOf: (userId: string | null) => string };

function Report({ isTeam, nameOf }: ReportProps) {
  const savings = useSavings();
  const [price, setPrice] = useState(MODEL_PRICES[0]!.centsPerMillion);
  return (
    <Loaded
      query={savings}
      label="Loading your savings"
      skeleton={<Skeleton className="h-64" />}
      failed={(error) => errorWords(error, "Your savings could not be loaded.")}
    >
      {({ groups, isCut }) =>
        groups.length === 0 ? (
          <EmptyState action={<ButtonLink to="/install">Connect an agent</ButtonLink>}>
            Your agents haven't searched or read anything yet.
          </EmptyState>
        ) : (
          <SavingsTable
            groups={groups}
            isCut={isCut}
            isTeam={isTeam}
            nameOf={nameOf}
            centsPerMillion={price}
            onPrice={setPrice}
          />
        )
      }
    </Loaded>
  );
}
