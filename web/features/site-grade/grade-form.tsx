import { useState } from "react";
import type { FormEvent } from "react";
import { GRADE_LIMITS } from "#schema/api/site-grades.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { startGrade } from "./queries.ts";

/** Asks for the address of a site and begins its grade. The field first holds `site`. */
export function GradeForm({ site, onStarted }: { site: string; onStarted: (site: string) => void }) {
  const [typed, setTyped] = useState(site);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function start() {
    setIsBusy(true);
    setProblem(null);
    try {
      onStarted(await startGrade(typed.trim()));
    } catch (error) {
      setProblem(errorWords(error, COPY.failed).message);
    } finally {
      setIsBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === "") setProblem(COPY.noSite);
    else void start();
  }

  return (
    <form onSubmit={submit} noValidate data-needs-script="" className="grid max-w-[640px] grid-cols-1 gap-4">
      <Field label={COPY.site} hint={COPY.siteHint} error={problem}>
        {(control) => (
          <Input
            {...control}
            required
            inputMode="url"
            autoComplete="url"
            placeholder="docs.example.com"
            maxLength={GRADE_LIMITS.urlCharacters}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {COPY.start}
        </Button>
      </div>
    </form>
  );
}
