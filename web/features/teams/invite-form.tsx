import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import type { TeamRole } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { addressesIn } from "./addresses.ts";
import { FAILED } from "./copy.ts";
import { inviteMembers, useReloadTeams } from "./queries.ts";
import type { Team } from "./queries.ts";

const ROLES = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
] as const satisfies { value: TeamRole; label: string }[];

/** Invites people to a team by email. */
export function InviteForm({ team }: { team: Team }) {
  const [text, setText] = useState("");
  const [role, setRole] = useState<"member" | "admin">("member");
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useReloadTeams();
  const invite = useMutation({
    mutationFn: (emails: string[]) =>
      inviteMembers(
        team,
        emails.map((email) => ({ email, role })),
      ),
    onSuccess: async () => {
      setText("");
      await reload();
    },
    onError: (error) => setProblem(errorWords(error, FAILED.invite(0)).message),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const emails = addressesIn(text);
    if (emails.length === 0) return setProblem("Enter at least one email address");
    setProblem(null);
    return invite.mutate(emails);
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Invite members" className="grid gap-3">
      <Field
        label="Email addresses"
        hint="Separate several with commas. Each person gets a link that works for seven days."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            name="members"
            autoComplete="off"
            maxLength={5000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Field label="Role">
        {({ id }) => (
          <Select id={id} label="Role" options={ROLES} value={role} onChange={setRole} className="max-w-40" />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" isBusy={invite.isPending}>
          Invite
        </Button>
      </div>
      <div role="status" className="text-sm text-muted">
        {invite.isSuccess && (
          <ul aria-label="Invited" className="grid gap-1">
            {invite.data.invited.map(({ email, outcome }) => (
              <li key={email} className="wrap-anywhere">
                {outcome === "invited" ? `${email} is invited.` : `${email} is in the team already.`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  );
}
