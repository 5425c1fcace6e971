import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";

type LimitFieldProps = {
  label: string;
  /** The use that counts for the limit so far, as a sentence. */
  used: string;
  /** The error in the typed limit. */
  error: string | null;
  value: string;
  onChange: (typed: string) => void;
};

/** A field for a limit, with the use of it beside; empty for no limit. */
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
