import { openScope } from "#web/api/selected-team.ts";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { FAILED } from "./copy.ts";
import { respondToInvite, useReloadTeams } from "./queries.ts";
import type { ListedTeam } from "./queries.ts";

/** Invitations to the person's own address, to accept or decline. */
export function Invitations({ invitations }: { invitations: readonly ListedTeam[] }) {
  const reload = useReloadTeams();
  return (
    <ul className="grid gap-3">
      {invitations.map(({ teamId, teamName, memberCount }) => (
        <li key={teamId} className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-md">
            {teamName}{" "}
            <span className="text-muted">{memberCount === 1 ? "1 member" : `${memberCount} members`}</span>
          </span>
          <span className="flex gap-2">
            <ActionButton
              label={`Join ${teamName}`}
              onAct={async () => {
                await respondToInvite(teamId, "accept");
                openScope(teamId);
              }}
              onSettled={reload}
              failed={(error) => errorWords(error, FAILED.respond("accept", 0))}
            >
              Join
            </ActionButton>
            <ActionButton
              label={`Decline ${teamName}`}
              onAct={() => respondToInvite(teamId, "decline")}
              onSettled={reload}
              failed={(error) => errorWords(error, FAILED.respond("decline", 0))}
            >
              Decline
            </ActionButton>
          </span>
        </li>
      ))}
    </ul>
  );
}
