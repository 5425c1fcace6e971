import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, FormActions } from "#web/components/ui/dialog.tsx";
import { LimitField } from "#web/components/ui/limit-field.tsx";
import { NOT_A_LIMIT, readLimit, usedWords } from "#web/lib/limit.ts";
import type { Spending } from "#web/lib/limit.ts";
import { COPY } from "./copy.ts";
import { limitKey, useReloadApiKeys } from "./queries.ts";
import type { ApiKey } from "./queries.ts";

type LimitKeyProps = { apiKey: ApiKey; spending: Spending | undefined };

/** Sets how many credits a key may use per month. */
export function LimitKey({ apiKey, spending }: LimitKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog
      title={`Limit ${apiKey.name}`}
      description="Calls beyond the limit fail, and the agent is told why."
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="sm" aria-label={`Limit ${apiKey.name}`}>
          Limit…
        </Button>
      }
    >
      <LimitForm apiKey={apiKey} spending={spending} onDone={() => setIsOpen(false)} />
    </Dialog>
  );
}

function LimitForm({ apiKey, spending, onDone }: LimitKeyProps & { onDone: () => void }) {
  const [typed, setTyped] = useState(String(apiKey.monthlyCreditLimit ?? ""));
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useReloadApiKeys();
  const save = useMutation({
    mutationFn: (monthlyCredits: number | null) => limitKey(apiKey.id, monthlyCredits),
    onSuccess: async () => {
      await reload();
      onDone();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const limit = readLimit(typed);
    setProblem(limit === undefined ? NOT_A_LIMIT : null);
    if (limit !== undefined) save.mutate(limit);
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <LimitField
        label="Credits per month"
        used={usedWords(spending, { kind: "key", id: apiKey.id })}
        error={problem}
        value={typed}
        onChange={setTyped}
      />
      {save.error && <Problem {...errorWords(save.error, COPY.unknownError)} />}
      <FormActions action="Save" onCancel={onDone} isBusy={save.isPending} />
    </form>
  );
}
