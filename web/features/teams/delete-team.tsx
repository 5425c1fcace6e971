import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { openScope } from "#web/api/selected-team.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { FAILED } from "./copy.ts";
import { deleteTeam } from "./queries.ts";
import type { Team } from "./queries.ts";

/** Deletes a team for its owner, who types its name. Credits that are left are given up only after the dialog has named them. */
export function DeleteTeam({ team }: { team: Team }) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: (forfeitCredits: boolean) => deleteTeam(team.teamId, typed.trim(), forfeitCredits),
    onSuccess: () => openScope(PERSONAL_SCOPE),
  });
  const hasCredits = remove.error instanceof ApiError && remove.error.data.reason === "credits-left";
  return (
    <AlertDialog
      title={`Delete ${team.name}`}
      description="Members lose access, the team's keys stop working and its plan ends at once, without a refund."
      action={hasCredits ? "Delete and give up the credits" : "Delete team"}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        setTyped("");
        remove.reset();
      }}
      isBusy={remove.isPending}
      canConfirm={typed.trim() === team.name}
      onConfirm={() => remove.mutate(hasCredits)}
      trigger={<Button variant="danger">Delete team</Button>}
    >
      <Field label={`Type ${team.name} to confirm`}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {remove.error && <Problem {...errorWords(remove.error, FAILED.delete(0))} />}
    </AlertDialog>
  );
}
