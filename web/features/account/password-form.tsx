import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { signInErrorMessage } from "#schema/sign-in-errors.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { useReload } from "./queries.ts";
import type { WithFreshSignIn } from "./queries.ts";

type PasswordFormProps = {
  email: string;
  hasPassword: boolean;
  /** The dialog for a fresh sign-in, which a first password needs: it is another way in. */
  withFreshSignIn: WithFreshSignIn;
  onEnd: () => void;
};

/** The form for another password, or the first. */
export function PasswordForm({ email, hasPassword, withFreshSignIn, onEnd }: PasswordFormProps) {
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const reload = useReload();
  const change = useMutation({
    mutationFn: () =>
      withFreshSignIn(() =>
        answerOf(api.api.auth["change-password"].$post({ json: { currentPassword, newPassword } })),
      ),
    onSuccess: async () => {
      showToast({ text: "Your password is changed. Other sessions are signed out.", kind: "ok" });
      await reload("profile");
      onEnd();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate();
  }

  return (
    <form onSubmit={submit} className="grid max-w-[480px] gap-4" aria-label="Password">
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <Field label="Current password">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={currentPassword}
              onChange={({ target }) => setCurrentPassword(target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label="New password"
        hint="At least 6 characters; 8 or more is stronger."
        error={problemOf(change.error)}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={newPassword}
            onChange={({ target }) => setNewPassword(target.value)}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" variant="primary" isBusy={change.isPending}>
          Save password
        </Button>
        <Button onClick={onEnd} disabled={change.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function problemOf(error: unknown): string | null {
  if (error === null) return null;
  if (error instanceof ApiError && error.data.reason === "invalid-credential")
    return signInErrorMessage("wrong-password");
  return errorWords(error, "The password could not be changed.").message;
}
