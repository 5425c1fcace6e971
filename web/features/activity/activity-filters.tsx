import { useEffect, useRef, useState } from "react";
import { TRANSACTION_SOURCES } from "#schema/values.ts";
import { cx } from "#web/components/class-names.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { NO_FILTERS } from "./transactions.ts";
import type { Filters, MemberNames } from "./transactions.ts";

const TYPES = (["all", ...TRANSACTION_SOURCES] as const).map((value) => ({
  value,
  label: value === "all" ? "All" : value[0]!.toUpperCase() + value.slice(1),
}));

/** Presets of days back from today: 1 is today alone. */
const PRESETS = [
  { name: "Today", days: 1 },
  { name: "7 days", days: 7 },
  { name: "30 days", days: 30 },
];

type ActivityFiltersProps = {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Names of the keys that occur in the rows. */
  keyNames: readonly string[];
  /** Members of the selected team; empty for a person's own activity. */
  members: MemberNames;
  /** Start of the period for which credits are given; null while that is not known. */
  periodStart: string | null;
};

/** The filters of the shown transactions: by type, days, key, member and words. */
export function ActivityFilters({ filters, onChange, keyNames, members, periodStart }: ActivityFiltersProps) {
  const change = (changes: Partial<Filters>) => onChange({ ...filters, ...changes });
  const keys = [{ value: "", label: "All keys" }, ...keyNames.map((name) => ({ value: name, label: name }))];
  const isTeam = members.size > 0;
  const people = [
    { value: "", label: "All members" },
    ...[...members].map(([value, label]) => ({ value, label })),
  ];
  const isFiltered = Object.entries(NO_FILTERS).some(
    ([name, value]) => filters[name as keyof Filters] !== value,
  );
  return (
    <div className="grid gap-3" role="group" aria-label="Filters">
      <div
        className={cx(
          "grid gap-3 min-[360px]:grid-cols-2",
          isTeam ? "lg:grid-cols-3" : "lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.4fr)]",
        )}
      >
        <Field label="Type">
          {({ id }) => (
            <Select
              id={id}
              label="Type"
              options={TYPES}
              value={filters.type}
              onChange={(type) => change({ type })}
            />
          )}
        </Field>
        <Field label="Key">
          {({ id }) => (
            <Select
              id={id}
              label="Key"
              options={keys}
              value={filters.key}
              onChange={(key) => change({ key })}
            />
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filters.from}
              max={filters.to || undefined}
              onChange={({ target }) => change({ from: target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filters.to}
              min={filters.from || undefined}
              onChange={({ target }) => change({ to: target.value })}
            />
          )}
        </Field>
        {isTeam && (
          <Field label="Member">
            {({ id }) => (
              <Select
                id={id}
                label="Member"
                options={people}
                value={members.has(filters.member) ? filters.member : ""}
                onChange={(member) => change({ member })}
              />
            )}
          </Field>
        )}
        <div className={isTeam ? undefined : "max-lg:col-span-full"}>
          <Words value={filters.text} onChange={(text) => change({ text })} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {PRESETS.map(({ name, days }) => (
          <Button key={name} size="sm" onClick={() => change({ from: dayBack(days - 1), to: dayBack(0) })}>
            {name}
          </Button>
        ))}
        <Button
          size="sm"
          disabled={periodStart === null}
          onClick={() => change({ from: dayOf(new Date(periodStart!)), to: dayBack(0) })}
        >
          This period
        </Button>
        {isFiltered && (
          <Button size="sm" variant="ghost" onClick={() => onChange(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * A field for words that keeps its own text: the filters come back from the address later than the next key, and a field that
 * waited for them would lose letters.
 */
function Words({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The filter may be cleared elsewhere, or by going back.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  return (
    <Field label="Contains">
      {(control) => (
        <Input
          {...control}
          ref={input}
          type="search"
          placeholder="Question, address, key"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onChange(target.value);
          }}
        />
      )}
    </Field>
  );
}

/** A day of the reader's own calendar, `days` before today. */
function dayBack(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return dayOf(date);
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
