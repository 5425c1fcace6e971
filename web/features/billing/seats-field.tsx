import { useState } from "react";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";

type SeatsFieldProps = { seats: number; onChange: (seats: number) => void; min: number; max: number };

/** A number of seats. A typed number counts when it is in reach; leaving the field shows the number that counts. */
export function SeatsField({ seats, onChange, min, max }: SeatsFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="max-w-40">
      <Field label="Paid seats">
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={typed ?? String(seats)}
            onChange={({ target }) => {
              setTyped(target.value);
              const wanted = Number(target.value);
              if (Number.isInteger(wanted) && wanted >= min && wanted <= max) onChange(wanted);
            }}
            onBlur={() => setTyped(null)}
          />
        )}
      </Field>
    </div>
  );
}
