import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, FormActions } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { useAdding } from "#web/lib/use-adding.ts";
import { addSite, useReloadSources } from "./queries.ts";
import { EMPTY_FORM, readSiteForm } from "./site-input.ts";
import type { SiteForm, SiteInput, SiteProblems } from "./site-input.ts";

/** The button and the form for a new site. */
export function AddSite({ variant = "primary" }: { variant?: "primary" | "outline" }) {
  const [isOpen, setIsOpen] = useAdding("site");
  return (
    <Dialog
      title="Add a site"
      description="Its pages are read and become searchable for your agents, and for nobody else."
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button variant={variant}>Add a site</Button>}
    >
      <SiteFields onDone={() => setIsOpen(false)} />
    </Dialog>
  );
}

function SiteFields({ onDone }: { onDone: () => void }) {
  const [form, setForm] = useState(EMPTY_FORM);
  const [problems, setProblems] = useState<SiteProblems>({});
  const reload = useReloadSources();
  const add = useMutation({
    mutationFn: (input: SiteInput) => addSite(input),
    onSuccess: async () => {
      showToast({ text: "Indexing has begun.", kind: "ok" });
      onDone();
      await reload();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = readSiteForm(form);
    setProblems(read.problems ?? {});
    if (read.problems === null) add.mutate(read.input);
  }

  const typed = (name: keyof SiteForm) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Address"
        hint="Where the documentation begins. A llms.txt or a sitemap will do."
        error={problems.url}
      >
        {(control) => (
          <Input
            {...control}
            {...typed("url")}
            required
            autoFocus
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            placeholder="https://example.com/docs/"
          />
        )}
      </Field>
      <Field label="Name" hint="What your agent calls it. Made from the address without one.">
        {(control) => <Input {...control} {...typed("displayName")} autoComplete="off" maxLength={100} />}
      </Field>
      <Field
        label="Pages at most"
        hint="As many as your plan has room for without it."
        error={problems.maxPages}
      >
        {(control) => (
          <Input {...control} {...typed("maxPages")} inputMode="numeric" autoComplete="off" maxLength={9} />
        )}
      </Field>
      <details>
        <summary className="content-center py-1 text-sm text-muted touch">Only some of its pages</summary>
        <div className="mt-3 grid gap-4">
          <Field label="Include" hint="Patterns of paths, one a line, such as guide/**.">
            {(control) => <Textarea {...control} {...typed("include")} className="font-mono" rows={2} />}
          </Field>
          <Field label="Exclude" hint="Patterns of paths that are left out.">
            {(control) => <Textarea {...control} {...typed("exclude")} className="font-mono" rows={2} />}
          </Field>
        </div>
      </details>
      <details>
        <summary className="content-center py-1 text-sm text-muted touch">Behind a login</summary>
        <div className="mt-3">
          <Field
            label="Request headers"
            hint="Sent only to this site and stored encrypted. They aren't shown again."
            error={problems.headers}
          >
            {(control) => (
              <Textarea
                {...control}
                {...typed("headers")}
                className="font-mono"
                rows={2}
                autoComplete="off"
                spellCheck={false}
                placeholder="Authorization: Bearer …"
              />
            )}
          </Field>
        </div>
      </details>
      {add.error && <Problem {...errorWords(add.error, "The site could not be added.")} />}
      <FormActions action="Index" onCancel={onDone} isBusy={add.isPending} />
    </form>
  );
}
