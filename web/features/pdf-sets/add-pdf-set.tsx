import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, FormActions } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { useAdding } from "#web/lib/use-adding.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { createSet, useReloadPdfSets } from "./queries.ts";
import { suggestedName } from "./set-state.ts";

/** The button and the form for a new set. The files are sent after the form has closed. */
export function AddPdfSet({ onFiles }: { onFiles: (setId: string, files: readonly File[]) => void }) {
  const [isOpen, setIsOpen] = useAdding("pdfs");
  return (
    <Dialog
      title="Add PDFs"
      description="Files that belong together are one set, which your agents can search by its name."
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button variant="primary">Add PDFs</Button>}
    >
      <NewSet
        onDone={() => setIsOpen(false)}
        onCreated={(setId, files) => {
          setIsOpen(false);
          onFiles(setId, files);
        }}
      />
    </Dialog>
  );
}

type NewSetProps = { onDone: () => void; onCreated: (setId: string, files: readonly File[]) => void };

function NewSet({ onDone, onCreated }: NewSetProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useReloadPdfSets();
  const name = typed ?? suggestedName(files);
  const create = useMutation({
    mutationFn: () => createSet(name.trim()),
    onSuccess: async (setId) => {
      await reload();
      onCreated(setId, files);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(name.trim() === "" ? "Give the set a name" : null);
    if (name.trim() !== "" && files.length > 0) create.mutate();
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ChooseFiles onFiles={setFiles} />
      {files.length > 0 && (
        <p className="text-sm text-muted" role="status">
          {files.length === 1 ? files[0]!.name : `${files.length} files`}
        </p>
      )}
      <Field label="Name" error={problem}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {create.error && <Problem {...errorWords(create.error, "The set could not be made.")} />}
      <FormActions
        action="Upload and index"
        onCancel={onDone}
        isBusy={create.isPending}
        disabled={files.length === 0}
      />
    </form>
  );
}
