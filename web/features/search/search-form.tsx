import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input, Textarea } from "#web/components/ui/input.tsx";
import { Kbd } from "#web/components/ui/kbd.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { COPY } from "./copy.ts";
import { BUDGETS } from "./search-input.ts";
import type { SearchForm } from "./search-input.ts";

const SCOPE_OPTIONS = [
  { value: "all" as const, label: "All" },
  { value: "private" as const, label: "Private only" },
  { value: "public" as const, label: "Public only" },
];
const BUDGET_OPTIONS = BUDGETS.map((value) => ({
  value,
  label: `${Number(value).toLocaleString("en-US")} tokens`,
}));
const MAX_SOURCES = 20;

type SearchFormProps = {
  form: SearchForm;
  onChange: (form: SearchForm) => void;
  onSearch: () => void;
  isBusy: boolean;
  /** Names of the sources that can be searched. */
  sourceNames: readonly string[];
  /** Whether there is an answer whose passages can be left out of the next. */
  hasSession: boolean;
  keepsSession: boolean;
  onKeepSession: (keeps: boolean) => void;
  /** An element beside the cost, such as the credits left. */
  aside?: ReactNode;
};

/** Fields for the question and where to look for the answer, with the cost before asking. */
export function SearchFields({
  form,
  onChange,
  onSearch,
  isBusy,
  sourceNames,
  hasSession,
  keepsSession,
  onKeepSession,
  aside,
}: SearchFormProps) {
  const question = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (form.query.trim()) onSearch();
    else question.current?.focus();
  }

  /** Enter sends the question, with or without the key of the system; Shift and Enter begin a line. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (!event.metaKey && !event.ctrlKey && event.shiftKey) return;
    event.preventDefault();
    if (!isBusy) submit(event);
  }

  return (
    <form onSubmit={submit} role="search" className="grid grid-cols-1 gap-4">
      <Field label="Question">
        {(control) => (
          <Textarea
            {...control}
            ref={question}
            autoFocus
            rows={2}
            className="min-h-16 resize-y"
            maxLength={4000}
            placeholder="What would your agent ask? Name the library."
            value={form.query}
            onChange={({ target }) => onChange({ ...form, query: target.value })}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Field label="Keywords (optional)" hint="Terms that its docs probably use, with commas between them.">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={700}
            placeholder="schedule, cron, alarm"
            value={form.keywords}
            onChange={({ target }) => onChange({ ...form, keywords: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]">
        <Field label="Scope">
          {({ id }) => (
            <Select
              id={id}
              label="Scope"
              options={SCOPE_OPTIONS}
              value={form.scope}
              onChange={(scope) => onChange({ ...form, scope })}
            />
          )}
        </Field>
        <Field label="Budget">
          {({ id }) => (
            <Select
              id={id}
              label="Budget"
              options={BUDGET_OPTIONS}
              value={form.budget}
              onChange={(budget) => onChange({ ...form, budget })}
            />
          )}
        </Field>
        <SourcePicker
          names={sourceNames}
          chosen={form.sources}
          onChange={(sources) => onChange({ ...form, sources })}
        />
      </div>
      {hasSession && (
        <Checkbox
          label="Leave out what was found before"
          hint="As in the session of an agent, to which nothing is sent twice."
          checked={keepsSession}
          onChange={({ target }) => onKeepSession(target.checked)}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Search
        </Button>
        <span className="text-sm text-muted">
          {COPY.cost} {aside}
        </span>
        <span className="ml-auto text-sm text-muted max-md:hidden">
          <Kbd>{/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"}</Kbd> <Kbd>Enter</Kbd>
        </span>
      </div>
    </form>
  );
}

type SourcePickerProps = {
  names: readonly string[];
  chosen: readonly string[];
  onChange: (names: string[]) => void;
};

/** A choice of sources by name, out of a list that may be long. */
function SourcePicker({ names, chosen, onChange }: SourcePickerProps) {
  const [typed, setTyped] = useState("");
  const listId = useId();
  const offered = names.filter((name) => !chosen.includes(name));

  function take(text: string) {
    const name = offered.find((other) => other.toLowerCase() === text.trim().toLowerCase());
    if (name === undefined || chosen.length >= MAX_SOURCES) return setTyped(text);
    setTyped("");
    return onChange([...chosen, name]);
  }

  return (
    <Field label="Sources">
      {(control) => (
        <div className="grid gap-2">
          <Input
            {...control}
            list={listId}
            autoComplete="off"
            placeholder={chosen.length === 0 ? "All of them" : "One more"}
            value={typed}
            onChange={({ target }) => take(target.value)}
            onKeyDown={(event) => {
              // Enter would send the question before the name is taken.
              if (event.key === "Enter" && typed.trim()) event.preventDefault();
            }}
          />
          <datalist id={listId}>
            {offered.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {chosen.length > 0 && (
            <ul className="flex flex-wrap gap-1.5" aria-label="Chosen sources">
              {chosen.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    onClick={() => onChange(chosen.filter((other) => other !== name))}
                    aria-label={`Do not limit to ${name}`}
                    className="inline-flex min-h-7 items-center gap-1.5 rounded-xs border border-strong px-2 text-sm hover:bg-hover touch"
                  >
                    {name}
                    <X aria-hidden="true" className="size-3.5 text-muted" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}
