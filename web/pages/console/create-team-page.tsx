import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { openScope } from "#web/api/selected-team.ts";
import { useUser } from "#web/app/use-user.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { addressesIn } from "#web/features/teams/addresses.ts";
import { FAILED } from "#web/features/teams/copy.ts";
import { createTeam } from "#web/features/teams/queries.ts";

/** A form for a new team, and the people to invite to it. */
export default function CreateTeamPage() {
  const user = useUser();
  const [name, setName] = useState("");
  const [members, setMembers] = useState("");
  const [isMoving, setIsMoving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () => createTeam(name, addressesIn(members), isMoving),
    onSuccess: ({ teamId }) => openScope(teamId, "/team"),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return setProblem("Team name is required");
    setProblem(null);
    return create.mutate();
  }

  return (
    <>
      <h1>Create a team</h1>
      <p className="text-md text-muted">
        Members of a team share API keys, documentation and credits. Your personal documents stay yours unless
        you move them.
      </p>
      {!user.emailVerified && <Banner>Verify your email address before you create a team.</Banner>}
      <form
        onSubmit={submit}
        noValidate
        aria-label="Create a team"
        className="grid max-w-[480px] gap-4 rounded-lg border border-border bg-surface p-4"
      >
        <Field label="Team name" error={problem}>
          {(control) => (
            <Input
              {...control}
              name="teamName"
              required
              maxLength={100}
              autoFocus
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field
          label="Invite members (optional)"
          hint="Email addresses, separated with commas. Each person gets a link that works for seven days."
        >
          {(control) => (
            <Input
              {...control}
              name="teamMembers"
              autoComplete="off"
              maxLength={5000}
              value={members}
              onChange={({ target }) => setMembers(target.value)}
            />
          )}
        </Field>
        <div className="grid gap-1">
          <Checkbox
            label="Move my private index to this team"
            checked={isMoving}
            onChange={({ target }) => setIsMoving(target.checked)}
          />
          <p className="text-sm text-muted">
            Your sites, PDFs and packages become the team's: every member can search them, and owners and
            admins can remove them. They stay searchable during the move. Private repositories stay yours.
          </p>
        </div>
        {create.error && <Problem {...errorWords(create.error, FAILED.create(0))} />}
        <div>
          <Button type="submit" variant="primary" isBusy={create.isPending} disabled={!user.emailVerified}>
            Create team
          </Button>
        </div>
      </form>
    </>
  );
}
