import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";

type LimitFieldProps = {
  label: string;
  /** What counts for the limit so far, as a sentence. */
  used: string;
  /** What is wrong with what is typed. */
  error: string | null;
  value: string;
  onChange: (typed: string) => void;
};

/** A limit to type, beside what is used of it; empty for no limit. */
export function LimitField({ label, used, error, value, onChange }: LimitFieldProps) {
  return (
    <Field label={label} hint={`${used} Leave empty for no limit.`} error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder="No limit"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
