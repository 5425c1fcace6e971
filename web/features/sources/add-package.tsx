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
import type { PackageInput } from "./queries.ts";

const ECOSYSTEMS: { value: PackageInput["ecosystem"]; label: string }[] = [
  { value: "npm", label: "npm" },
  { value: "pypi", label: "PyPI" },
];

/** The button and the form that make a package a source: its README, its docs and what its types say. */
export function AddPackage() {
  const [isOpen, setIsOpen] = useAdding("package");
  return (
    <Dialog
      title="Add a package"
      description="Its README, its documents and the comments of its types become searchable in one version."
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button>Add a package</Button>}
    >
      <PackageFields onDone={() => setIsOpen(false)} />
    </Dialog>
  );
}

function PackageFields({ onDone }: { onDone: () => void }) {
  const [ecosystem, setEcosystem] = useState<PackageInput["ecosystem"]>("npm");
  const [name, setName] = useState("");
  const [version, setVersion] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useReloadSources();
  const add = useMutation({
    mutationFn: () =>
      addPackage({ ecosystem, name: name.trim(), ...(version.trim() && { version: version.trim() }) }),
    onSuccess: async () => {
      showToast({ text: "Indexing has begun.", kind: "ok" });
      onDone();
      await reload();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(name.trim() === "" ? "Enter the name of a package" : null);
    if (name.trim() !== "") add.mutate();
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Registry">
        {({ id }) => (
          <Select id={id} label="Registry" options={ECOSYSTEMS} value={ecosystem} onChange={setEcosystem} />
        )}
      </Field>
      <Field label="Name" error={problem}>
        {(control) => (
          <Input
            {...control}
            required
            autoComplete="off"
            autoCapitalize="none"
            maxLength={214}
            placeholder={ecosystem === "npm" ? "@scope/name" : "name"}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label="Version" hint="An exact one. The newest without it.">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={version}
            onChange={({ target }) => setVersion(target.value)}
          />
        )}
      </Field>
      {add.error && <Problem {...errorWords(add.error, "The package could not be added.")} />}
      <FormActions action="Index" onCancel={onDone} isBusy={add.isPending} />
    </form>
  );
}
