import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { SessionUser } from "#schema/api/session.ts";
import { callFunction } from "#web/api/call-function.ts";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { useMailSettings, useProfile, useReload } from "./queries.ts";

const FALLBACK = "The change could not be saved. Please try again.";

/** Name, address and whether news may be sent; `verify` is what can be done about an address that is not verified. */
export function ProfileCard({ user, verify }: { user: SessionUser; verify: ReactNode }) {
  const [name, setName] = useState(user.displayName ?? "");
  const profile = useProfile();
  const mails = useMailSettings();
  const reload = useReload();
  const save = useMutation({
    mutationFn: () => answerOf(api.api.profile.$patch({ json: { displayName: name.trim() || null } })),
    onSuccess: async () => {
      showToast({ text: "Saved", kind: "ok" });
      await Promise.all([refreshSession(), reload("profile")]);
    },
  });
  const consent = useMutation({
    mutationFn: (marketingConsent: boolean) => callFunction("updateMarketingConsent", { marketingConsent }),
    onSettled: () => reload("profile"),
  });

  const savings = useMutation({
    mutationFn: (isOn: boolean) =>
      answerOf(api.api.profile["mail-settings"].$put({ json: { savings: isOn } })),
    onSettled: () => reload("profile"),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  const error = save.error ?? consent.error ?? savings.error;
  return (
    <Card aria-labelledby="profile">
      <CardHeader title="Profile" id="profile" />
      <form onSubmit={submit} className="grid max-w-[480px] gap-4">
        {user.photoURL && (
          <img
            src={user.photoURL}
            alt=""
            width={56}
            height={56}
            referrerPolicy="no-referrer"
            className="size-14 rounded-full border border-border"
          />
        )}
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              autoComplete="name"
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <div className="grid gap-1 text-md">
          <span className="text-sm font-medium">Email</span>
          <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
            {user.email}
            {user.emailVerified ? (
              <Chip kind="complete">Verified</Chip>
            ) : (
              <Chip kind="warning">Not verified</Chip>
            )}
          </span>
          {!user.emailVerified && verify}
        </div>
        <Checkbox
          label="Send me updates"
          hint="News of the product, at most once a month. Nothing is sent before your address is verified."
          checked={consent.isPending ? consent.variables : (profile.data?.marketingConsent ?? false)}
          disabled={!profile.data || consent.isPending}
          onChange={({ target }) => consent.mutate(target.checked)}
        />
        <Checkbox
          label="Send me what my agents saved"
          hint="Once a month, with the tokens they didn't have to read and what those are worth."
          checked={savings.isPending ? savings.variables : (mails.data?.savings ?? false)}
          disabled={!mails.data || savings.isPending}
          onChange={({ target }) => savings.mutate(target.checked)}
        />
        {profile.error && (
          <Problem
            {...errorWords(profile.error, "Your profile could not be read.")}
            onRetry={() => void profile.refetch()}
            isRetrying={profile.isFetching}
          />
        )}
        {error && <Problem {...errorWords(error, FALLBACK)} />}
        <div>
          <Button
            type="submit"
            variant="primary"
            isBusy={save.isPending}
            disabled={name.trim() === (user.displayName ?? "")}
          >
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
