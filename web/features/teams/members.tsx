import type { TeamRole } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { openScope } from "#web/api/selected-team.ts";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import type { Spending } from "#web/lib/limit.ts";
import { FAILED, ROLE_WORDS } from "./copy.ts";
import { LimitMember, LimitsOfMember } from "./limit-member.tsx";
import { leaveTeam, removeMember, resendInvite, setRole, useReloadTeams } from "./queries.ts";
import type { Member, Team } from "./queries.ts";

type MembersProps = { team: Team; userId: string; spending: Spending | undefined };

/** The members of a team and the people invited to it, with the actions that the person's own role allows. */
export function Members({ team, userId, spending }: MembersProps) {
  const own = team.members.find((member) => member.userId === userId);
  return (
    <ul aria-label="Members" className="grid">
      {team.members.map((member) => (
        <li
          key={member.membershipId}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-2.5 first:border-t-0"
        >
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {member.displayName ?? member.email}
              {member.userId === userId && <Chip kind="info">You</Chip>}
              {member.state === "invited" && <Chip>Invited</Chip>}
              {member.hasPaidSeat && <Chip kind="complete">Paid seat</Chip>}
            </span>
            <span className="text-sm text-muted">{member.displayName === null ? "" : member.email}</span>
            <LimitsOfMember member={member} spending={spending} />
          </span>
          <Actions
            team={team}
            member={member}
            spending={spending}
            ownRole={own?.role ?? "member"}
            isOwn={member === own}
          />
        </li>
      ))}
    </ul>
  );
}

type ActionsProps = {
  team: Team;
  member: Member;
  spending: Spending | undefined;
  ownRole: TeamRole;
  isOwn: boolean;
};

function Actions({ team, member, spending, ownRole, isOwn }: ActionsProps) {
  const reload = useReloadTeams();
  const { teamId } = team;
  const { membershipId, email } = member;
  const mayChange = ownRole === "owner" || (ownRole === "admin" && member.role !== "owner");
  const roles: readonly TeamRole[] = ownRole === "owner" ? ["owner", "admin", "member"] : ["admin", "member"];
  return (
    <span className="flex flex-wrap items-center gap-2">
      {mayChange ? (
        <span className="w-32">
          <Select
            label={`Role of ${email}`}
            size="sm"
            options={roles.map((value) => ({ value, label: ROLE_WORDS[value] }))}
            value={member.role}
            onChange={(role) => {
              setRole(teamId, membershipId, role)
                .catch((error: unknown) =>
                  showToast({
                    text: errorWords(error, FAILED.role()).message,
                    kind: "danger",
                    durationMs: 5_000,
                  }),
                )
                .finally(() => void reload());
            }}
          />
        </span>
      ) : (
        <span className="text-sm text-muted">{ROLE_WORDS[member.role]}</span>
      )}
      {mayChange && member.state === "invited" && (
        <ActionButton
          label={`Resend the invitation to ${email}`}
          onAct={() => resendInvite(teamId, membershipId)}
          onSettled={reload}
          failed={(error) => errorWords(error, FAILED.resend())}
        >
          Resend
        </ActionButton>
      )}
      {mayChange && <LimitMember teamId={teamId} member={member} spending={spending} />}
      {isOwn ? (
        <ConfirmButton
          title={`Leave ${team.name}`}
          description="You lose access to the team's documents, keys and credits. What is yours stays yours."
          action="Leave"
          onConfirm={() => leaveTeam(teamId, membershipId)}
          onDone={async () => openScope(PERSONAL_SCOPE)}
          failed={(error) => errorWords(error, FAILED.leave())}
        >
          Leave
        </ConfirmButton>
      ) : (
        mayChange && (
          <ConfirmButton
            title={member.state === "invited" ? `Withdraw the invitation to ${email}` : `Remove ${email}`}
            description={
              member.state === "invited"
                ? "The link in the email stops working."
                : "They lose access right away, and the team's keys that they created are revoked. Their personal documents stay theirs."
            }
            action={member.state === "invited" ? "Withdraw" : "Remove"}
            onConfirm={() => removeMember(teamId, membershipId, member.state !== "invited")}
            onDone={reload}
            failed={(error) => errorWords(error, FAILED.remove())}
          >
            {member.state === "invited" ? "Withdraw" : "Remove"}
          </ConfirmButton>
        )
      )}
    </span>
  );
}
