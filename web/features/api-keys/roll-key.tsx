import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { COPY } from "./copy.ts";
import { LastUsed } from "./last-used.tsx";
import { createKey, useReloadApiKeys } from "./queries.ts";
import type { ApiKey, NewApiKey } from "./queries.ts";
import { RevokeButton } from "./revoke-button.tsx";

type RollKeyProps = { apiKey: ApiKey; onRolled: (key: NewApiKey) => void };

/**
 * Makes a new key of the same name. The old one goes on until it is revoked: nobody knows better than its last use when
 * everything that had it has the new one.
 */
export function RollKey({ apiKey, onRolled }: RollKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const reload = useReloadApiKeys();
  const roll = useMutation({
    mutationFn: () => createKey(apiKey.name),
    onSuccess: async (key) => {
      setIsOpen(false);
      await reload();
      onRolled(key);
    },
  });
  return (
    <AlertDialog
      title={`Roll ${apiKey.name}`}
      description="A new key of the same name takes its place here. The old one works until you revoke it, so that nothing stops while you change your agents over."
      action="Make the new key"
      isDanger={false}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      isBusy={roll.isPending}
      onConfirm={() => roll.mutate()}
      trigger={
        <Button size="sm" aria-label={`Roll ${apiKey.name}`}>
          Roll…
        </Button>
      }
    >
      {roll.error && <Problem {...errorWords(roll.error, COPY.unknownError)} />}
    </AlertDialog>
  );
}

/** The keys that this one was to replace, and when they were used last: the time to end them is when nobody uses them. */
export function OlderKeys({ keys }: { keys: readonly ApiKey[] }) {
  return keys.map((key) => (
    <Banner key={key.id} kind="warning" actions={<RevokeButton apiKey={key} isOld />}>
      The old key of this name, <code>{key.maskedKey}</code>, still works. Last used:{" "}
      <LastUsed apiKey={key} />.
    </Banner>
  ));
}
