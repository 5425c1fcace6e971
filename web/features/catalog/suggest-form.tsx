import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { SUGGESTION_CHARACTERS } from "#schema/api/catalog.ts";
import { errorWords } from "#web/api/errors.ts";
import { useSession } from "#web/api/session.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { COPY, suggestionWords } from "./copy.ts";
import { suggest } from "./queries.ts";

/** The way back here, to the form. */
const CONT = `?cont=${encodeURIComponent("/catalog#suggest")}`;
const EMPTY = { url: "", name: "", note: "" };

/** A form to suggest what is missing in the catalog. Anybody who is not signed in is led to signing in, and back. */
export function SuggestForm() {
  const { data: session } = useSession();
  return (
    <Card id="suggest" aria-labelledby="suggest-title" className="grid max-w-[640px] grid-cols-1 gap-4">
      <h2 id="suggest-title" className="text-lg">
        {COPY.suggest}
      </h2>
      <p className="text-md text-muted">{COPY.suggestIntro}</p>
      {session?.user ? <Fields /> : <SignInFirst />}
    </Card>
  );
}

function SignInFirst() {
  return (
    <>
      <p className="text-md">{COPY.signInFirst}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={{ pathname: "/login", search: CONT }} variant="primary">
          Sign in
        </ButtonLink>
        <ButtonLink to={{ pathname: "/signup", search: CONT }}>Create an account</ButtonLink>
      </div>
    </>
  );
}

function Fields() {
  const [form, setForm] = useState(EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({ mutationFn: suggest, onSuccess: () => setForm(EMPTY) });

  function submit(event: FormEvent) {
    event.preventDefault();
    const url = form.url.trim();
    const wrong = url === "" ? COPY.noUrl : /\s/.test(url) ? COPY.spaces : null;
    setProblem(wrong);
    if (wrong === null) send.mutate({ url, name: form.name.trim(), note: form.note.trim() });
  }

  const typed = (name: keyof typeof EMPTY) => ({
    name,
    value: form[name],
    autoComplete: "off",
    maxLength: SUGGESTION_CHARACTERS[name],
    onChange: ({ target }: { target: { value: string } }) => setForm({ ...form, [name]: target.value }),
  });

  return (
    <form onSubmit={submit} noValidate aria-labelledby="suggest-title" className="grid grid-cols-1 gap-4">
      <Field label="Address" hint="Where the documentation begins." error={problem}>
        {(control) => (
          <Input
            {...control}
            {...typed("url")}
            required
            inputMode="url"
            placeholder="https://example.com/docs/"
          />
        )}
      </Field>
      <Field label="Name" hint="What it is called. You may leave it out.">
        {(control) => <Input {...control} {...typed("name")} />}
      </Field>
      <Field
        label="Note"
        hint="What is good to know, such as which part of the site matters. You may leave it out."
      >
        {(control) => <Textarea {...control} {...typed("note")} rows={2} />}
      </Field>
      {send.error && <Problem {...errorWords(send.error, COPY.suggestFailed)} />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" isBusy={send.isPending}>
          {COPY.send}
        </Button>
        <p role="status" className="text-md">
          {send.data && suggestionWords(send.data)}
        </p>
      </div>
    </form>
  );
}
