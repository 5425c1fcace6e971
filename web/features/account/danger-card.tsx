import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callFunction } from "#web/api/call-function.ts";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import type { WithFreshSignIn } from "./queries.ts";

type DangerCardProps = {
  email: string;
  withFreshSignIn: WithFreshSignIn;
};

/** A card for taking one's data along, and for leaving for good. */
export function DangerCard({ email, withFreshSignIn }: DangerCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutation({
    mutationFn: () => withFreshSignIn(() => callFunction("deleteUserCallable")),
    onSuccess: async () => {
      await refreshSession();
      location.assign("/");
    },
  });
  return (
    <Card aria-labelledby="data">
      <CardHeader title="Your data" id="data" />
      <div className="grid gap-4 text-md">
        <p className="text-muted">
          Everything that we keep of your account as one JSON file: profile, keys (masked), sources, runs,
          transactions, consents and events.
        </p>
        <div>
          <a className="link" href="/api/profile/export" download="docenda-export.json">
            Export my data
          </a>
        </div>
        <div className="border-t border-border pt-4">
          <AlertDialog
            title="Delete account"
            description="Your keys stop working at once, and your documents, credits and history are deleted for good. This cannot be undone."
            action="Delete account"
            isOpen={isOpen}
            onOpenChange={(next) => {
              setIsOpen(next);
              setTyped("");
            }}
            isBusy={remove.isPending}
            canConfirm={typed.trim().toLowerCase() === email.toLowerCase()}
            onConfirm={() => remove.mutate()}
            trigger={<Button variant="danger">Delete account</Button>}
          >
            <Field label={`Type ${email} to confirm`}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                />
              )}
            </Field>
            {remove.error && <Problem {...errorWords(remove.error, "The account could not be deleted.")} />}
          </AlertDialog>
        </div>
      </div>
    </Card>
  );
}
