import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import type { KeyScope } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { useAdding } from "#web/lib/use-adding.ts";
import { COPY, VERIFY_TOAST_MS } from "./copy.ts";
import { createKey, useReloadApiKeys } from "./queries.ts";
import type { NewApiKey } from "./queries.ts";

const SCOPES = [
  { value: "index", label: "Search, and add or remove docs" },
  { value: "search", label: "Search only" },
] as const satisfies { value: KeyScope; label: string }[];

type NewKeyProps = {
  isEmailVerified: boolean;
  /** The name in the field at first. */
  defaultName?: string;
  onCreated: (key: NewApiKey) => void;
};

/** The button that opens the form for a new key. Without a verified address a note appears instead. */
export function NewKey({ isEmailVerified, defaultName = "", onCreated }: NewKeyProps) {
  const [isAsked, setIsOpen] = useAdding("key");
  const isOpen = isAsked && isEmailVerified;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);

  // The form had the focus: the focus goes back to the button that opened it, unless something else has taken it.
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  function open() {
    if (isEmailVerified) return setIsOpen(true);
    return showToast({ text: COPY.verifyYourEmail, durationMs: VERIFY_TOAST_MS, target: button.current });
  }

  if (isOpen)
    return (
      <NewKeyForm
        defaultName={defaultName}
        onCreated={(key) => {
          setIsOpen(false);
          onCreated(key);
        }}
        onCancel={() => setIsOpen(false)}
      />
    );
  return (
    <div>
      <Button ref={button} variant="primary" onClick={open}>
        {COPY.newKey}
      </Button>
    </div>
  );
}

type NewKeyFormProps = { defaultName: string; onCreated: (key: NewApiKey) => void; onCancel?: () => void };

/** The form for a new key, for where it stands open. */
export function NewKeyForm({ defaultName, onCreated, onCancel }: NewKeyFormProps) {
  const [name, setName] = useState(defaultName);
  const [scope, setScope] = useState<KeyScope>("index");
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const reload = useReloadApiKeys();
  const create = useMutation({
    mutationFn: createKey,
    onSuccess: async (key) => {
      await reload();
      onCreated(key);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) {
      field.current?.focus();
      create.reset();
      return setProblem(COPY.nameRequired);
    }
    setProblem(null);
    return create.mutate({ name, scope });
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="New API key"
      className="grid max-w-[480px] gap-3 rounded-lg border border-border bg-surface p-4"
    >
      {create.error && <Problem {...errorWords(create.error, COPY.unknownError)} />}
      <Field
        label="Name"
        hint="So that you know it later, such as the machine or the agent that uses it."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="name"
            required
            maxLength={100}
            autoFocus
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label="Access">
        {({ id }) => <Select id={id} label="Access" options={SCOPES} value={scope} onChange={setScope} />}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" variant="primary" isBusy={create.isPending}>
          Create
        </Button>
        {onCancel && (
          <Button onClick={onCancel} disabled={create.isPending}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
