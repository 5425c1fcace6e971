import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DEFAULT_ROLL_GRACE_HOURS, ROLL_GRACE_HOURS } from "#schema/api/api-keys.ts";
import type { RollGraceHours } from "#schema/api/api-keys.ts";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { COPY } from "./copy.ts";
import { LastUsed } from "./last-used.tsx";
import { rollKey, useReloadApiKeys } from "./queries.ts";
import type { ApiKey, NewApiKey } from "./queries.ts";
import { RevokeButton } from "./revoke-button.tsx";

type RollKeyProps = { apiKey: ApiKey; onRolled: (key: NewApiKey) => void };

const GRACES: Record<RollGraceHours, string> = {
  0: "Ends at once",
  1: "Works for one hour more",
  24: "Works for one day more",
  168: "Works for one week more",
};
const GRACE_OPTIONS = ROLL_GRACE_HOURS.map((hours) => ({ value: String(hours), label: GRACES[hours] }));

/** Puts a new key of the same name in the place of an old one, which goes on for as long as agents need to change over. */
export function RollKey({ apiKey, onRolled }: RollKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [grace, setGrace] = useState(String(DEFAULT_ROLL_GRACE_HOURS));
  const reload = useReloadApiKeys();
  const roll = useMutation({
    mutationFn: () =>
      rollKey(
        apiKey.id,
        ROLL_GRACE_HOURS.find((hours) => String(hours) === grace) ?? DEFAULT_ROLL_GRACE_HOURS,
      ),
    onSuccess: async (key) => {
      setIsOpen(false);
      await reload();
      onRolled(key);
    },
  });
  return (
    <AlertDialog
      title={`Roll ${apiKey.name}`}
      description="A new key of the same name takes its place. The old one cannot be shown any more; it can go on for a while, so that nothing stops while you change your agents over."
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
      <Field label="The old key">
        {({ id }) => <Select id={id} options={GRACE_OPTIONS} value={grace} onChange={setGrace} />}
      </Field>
      {roll.error && <Problem {...errorWords(roll.error, COPY.unknownError)} />}
    </AlertDialog>
  );
}

/** The keys that this one replaces, and when they were used last: a key can end as soon as nobody uses it. */
export function OlderKeys({ keys }: { keys: readonly ApiKey[] }) {
  return keys.map((key) => (
    <Banner key={key.id} kind="warning" actions={<RevokeButton apiKey={key} isOld />}>
      The old key of this name, <code>{key.maskedKey}</code>, works until{" "}
      {key.endsAt !== null && formatDate(key.endsAt)}. Last used: <LastUsed apiKey={key} />.
    </Banner>
  ));
}
