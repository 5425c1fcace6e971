import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { signInErrorMessage } from "#schema/sign-in-errors.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { formatDate } from "#web/lib/dates.ts";
import { useReload, useSignInMethods } from "./queries.ts";

const NAMES: Record<string, string> = { password: "Password", github: "GitHub", google: "Google" };

/** How one signs in, and the form for another password. */
export function PasswordCard({ email }: { email: string }) {
  const methods = useSignInMethods();
  const [isOpen, setIsOpen] = useState(false);
  const hasPassword = methods.data?.some(({ method }) => method === "password") ?? false;
  return (
    <Card aria-labelledby="sign-in">
      <CardHeader title="Sign-in" id="sign-in" />
      {methods.error && (
        <Problem
          {...errorWords(methods.error, "The ways to sign in could not be read.")}
          onRetry={() => void methods.refetch()}
        />
      )}
      <Loading
        isLoading={methods.isPending}
        label="Loading the ways to sign in"
        skeleton={<Skeleton className="h-22" />}
      >
        {() => (
          <>
            <ul className="grid gap-2 text-md">
              {methods.data?.map(({ method, createdAt }) => (
                <li key={method} className="flex flex-wrap items-center gap-3">
                  <Chip kind="complete">{NAMES[method] ?? method}</Chip>
                  <span className="text-sm text-muted">since {formatDate(createdAt)}</span>
                </li>
              ))}
            </ul>
            {methods.data && (
              <div className="mt-4">
                {isOpen ? (
                  <PasswordForm email={email} hasPassword={hasPassword} onEnd={() => setIsOpen(false)} />
                ) : (
                  <Button onClick={() => setIsOpen(true)}>
                    {hasPassword ? "Change password" : "Set a password"}
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </Loading>
    </Card>
  );
}

type PasswordFormProps = { email: string; hasPassword: boolean; onEnd: () => void };

function PasswordForm({ email, hasPassword, onEnd }: PasswordFormProps) {
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const reload = useReload();
  const change = useMutation({
    mutationFn: () =>
      answerOf(api.api.auth["change-password"].$post({ json: { currentPassword, newPassword } })),
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
