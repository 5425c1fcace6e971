import { useState } from "react";
import type { FormEvent } from "react";
import { MISSED_QUESTION_CHARACTERS } from "#schema/api/missed-questions.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";

const EMPTY = { question: "", pageUrl: "" };
type State = "writing" | "sending" | "sent";

/** A form to report a question that was answered badly, for anybody. */
export function MissedQuestionForm() {
  const [form, setForm] = useState(EMPTY);
  const [state, setState] = useState<State>("writing");
  const [problem, setProblem] = useState<string | null>(null);
  const question = form.question.trim();

  async function send() {
    setState("sending");
    setProblem(null);
    try {
      // Few readers send a question: the code that sends is loaded then.
      const { sendMiss } = await import("./queries.ts");
      await sendMiss({ question, pageUrl: form.pageUrl.trim() || undefined });
      setForm(EMPTY);
      setState("sent");
    } catch (error) {
      setProblem(errorWords(error, COPY.failed).message);
      setState("writing");
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (question === "") setProblem(COPY.noQuestion);
    else void send();
  }

  return (
    <section
      aria-labelledby="submit-a-miss"
      data-needs-script=""
      className="grid max-w-[640px] grid-cols-1 gap-4"
    >
      <h2 id="submit-a-miss">{COPY.heading}</h2>
      <p className="text-muted">{COPY.intro}</p>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <Field label={COPY.question} hint={COPY.questionHint} error={problem}>
          {(control) => (
            <Input
              {...control}
              required
              autoComplete="off"
              maxLength={MISSED_QUESTION_CHARACTERS.question}
              value={form.question}
              onChange={({ target }) => setForm({ ...form, question: target.value })}
            />
          )}
        </Field>
        <Field label={COPY.page} hint={COPY.pageHint}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoComplete="off"
              maxLength={MISSED_QUESTION_CHARACTERS.pageUrl}
              value={form.pageUrl}
              onChange={({ target }) => setForm({ ...form, pageUrl: target.value })}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="primary" isBusy={state === "sending"}>
            {COPY.send}
          </Button>
          <p role="status" className="text-md">
            {state === "sent" && COPY.sent}
          </p>
        </div>
      </form>
    </section>
  );
}
