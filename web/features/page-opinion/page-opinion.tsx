import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { OPINION_CHARACTERS } from "#schema/api/page-opinions.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";

/** Asks whether a page was useful. The answer is sent at once, and the reader may add a line. */
export function PageOpinion({ path }: { path: string }) {
  const [isUseful, setIsUseful] = useState<boolean | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const words = useRef<HTMLInputElement>(null);
  const end = useRef<HTMLParagraphElement>(null);

  // The form that had the focus is gone, so the closing line gets the focus.
  useEffect(() => {
    if (isDone) end.current?.focus();
  }, [isDone]);

  async function send(answer: boolean, line?: string) {
    setIsBusy(true);
    setProblem(null);
    try {
      // Few readers answer: the code that sends is loaded then.
      const { sendOpinion } = await import("./queries.ts");
      await sendOpinion({ path, isUseful: answer, words: line });
      setIsUseful(answer);
      setIsDone(line !== undefined);
    } catch (error) {
      setProblem(errorWords(error, COPY.failed).message);
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const line = words.current?.value.trim() ?? "";
    if (line === "") words.current?.focus();
    else if (isUseful !== null) void send(isUseful, line);
  }

  return (
    <section aria-label={COPY.question} data-needs-script="" className="grid grid-cols-1 gap-3 text-md">
      {isDone ? (
        <p ref={end} tabIndex={-1} className="outline-none">
          {COPY.noted}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <p className="mr-2 font-medium">{COPY.question}</p>
            {[true, false].map((answer) => (
              <Button
                key={String(answer)}
                size="sm"
                aria-pressed={isUseful === answer}
                aria-disabled={isBusy}
                onClick={() => !isBusy && void send(answer)}
                className="min-w-14 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              >
                {answer ? COPY.yes : COPY.no}
              </Button>
            ))}
            <p role="status" className="ml-1 text-sm text-muted">
              {isUseful !== null && COPY.thanks}
            </p>
          </div>
          {isUseful !== null && (
            <form onSubmit={submit} noValidate className="flex max-w-measure flex-wrap items-end gap-2">
              <div className="min-w-0 flex-1 basis-64">
                <Field label={isUseful ? COPY.whatHelped : COPY.whatIsMissing}>
                  {(control) => (
                    <Input {...control} ref={words} autoComplete="off" maxLength={OPINION_CHARACTERS} />
                  )}
                </Field>
              </div>
              <Button type="submit" isBusy={isBusy}>
                {COPY.send}
              </Button>
              <p className="basis-full text-sm text-muted">{COPY.optional}</p>
            </form>
          )}
        </>
      )}
      {problem !== null && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </section>
  );
}
