import { Plus } from "lucide-react";
import { Link } from "react-router";
import type { SessionUser } from "#schema/api/session.ts";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { openScope, selectedTeamId } from "#web/api/selected-team.ts";
import { useSession } from "#web/api/session.ts";
import { Select } from "#web/components/ui/select.tsx";
import { useTeams } from "./queries.ts";

/** The choice of whose keys, documents and credits the console shows, the person's own or those of a team, and the way to a new team. */
export function ScopeSwitcher({ user, onNavigate }: { user: SessionUser | null; onNavigate?: () => void }) {
  const { data } = useTeams();
  const hasTeams = useSession().data?.flags.teams ?? true;
  const selected = selectedTeamId();
  const teams = data?.teams ?? [];
  const invitations = data?.invitations.length ?? 0;
  return (
    <div className="grid gap-1">
      {teams.length === 0 ? (
        <div className="rounded-sm border border-border bg-surface px-2.5 py-2">
          <p className="text-sm font-medium">Personal</p>
          <p className="min-h-[1lh] truncate text-xs text-subtle" title={user?.email}>
            {user?.email}
          </p>
        </div>
      ) : (
        <Select
          label="Account"
          options={[
            { value: PERSONAL_SCOPE, label: "Personal" },
            ...teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName })),
          ]}
          value={teams.some(({ teamId }) => teamId === selected) ? selected : PERSONAL_SCOPE}
          onChange={openScope}
        />
      )}
      {invitations > 0 && (
        <Link to="/team" onClick={onNavigate} className="link px-2.5 text-sm touch">
          {invitations === 1 ? "1 team invitation" : `${invitations} team invitations`}
        </Link>
      )}
      {hasTeams && (
        <Link
          to="/create-team"
          onClick={onNavigate}
          className="inline-flex min-h-8 items-center gap-2 px-2.5 text-sm text-muted no-underline touch hover:text-text"
        >
          <Plus aria-hidden="true" className="size-4 shrink-0" />
          Create team
        </Link>
      )}
    </div>
  );
}
