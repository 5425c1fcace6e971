import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, FormActions } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { useAdding } from "#web/lib/use-adding.ts";
import { addPackage, useReloadSources } from "./queries.ts";
import { EMPTY_PACKAGE, readPackageForm, REGISTRIES } from "./package-input.ts";
import type { PackageForm, PackageProblems } from "./package-input.ts";
import type { PackageInput } from "./queries.ts";

const ECOSYSTEMS = REGISTRIES.map(({ ecosystem, name }) => ({ value: ecosystem, label: name }));

/** The button and the form that make a package a source: its README, its docs and its types. */
export function AddPackage() {
  const [isOpen, setIsOpen] = useAdding("package");
  return (
    <Dialog
      title="Add a package"
      description="Its README, its documents and the comments of its types become searchable in one version."
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button variant="primary">Add a package</Button>}
    >
      <PackageFields onDone={() => setIsOpen(false)} />
    </Dialog>
  );
}

function PackageFields({ onDone }: { onDone: () => void }) {
  const [form, setForm] = useState(EMPTY_PACKAGE);
  const [problems, setProblems] = useState<PackageProblems>({});
  const reload = useReloadSources();
  const add = useMutation({
    mutationFn: (input: PackageInput) => addPackage(input),
    onSuccess: async () => {
      showToast({ text: "Indexing has begun.", kind: "ok" });
      onDone();
      await reload();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = readPackageForm(form);
    setProblems(read.problems ?? {});
    if (read.problems === null) add.mutate(read.input);
  }

  const typed = (name: "name" | "version") => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Registry">
        {({ id }) => (
          <Select
            id={id}
            label="Registry"
            options={ECOSYSTEMS}
            value={form.ecosystem}
            onChange={(ecosystem: PackageForm["ecosystem"]) => setForm({ ...form, ecosystem })}
          />
        )}
      </Field>
      <Field
        label="Name"
        hint="A version may follow, as in zod@4.1.0 or requests==2.32.3."
        error={problems.name}
      >
        {(control) => (
          <Input
            {...control}
            {...typed("name")}
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            maxLength={214}
            placeholder={form.ecosystem === "npm" ? "@scope/name" : "name"}
          />
        )}
      </Field>
      <Field label="Version" hint="An exact one. The newest without it." error={problems.version}>
        {(control) => (
          <Input
            {...control}
            {...typed("version")}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
          />
        )}
      </Field>
      {add.error && <Problem {...errorWords(add.error, "The package could not be added.")} />}
      <FormActions action="Index" onCancel={onDone} isBusy={add.isPending} />
    </form>
  );
}
