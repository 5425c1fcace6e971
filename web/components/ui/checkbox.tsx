import type { ComponentProps, ReactNode } from "react";

/** The browser's own box in our colour: it works in every form, scheme and contrast. */
export function Checkbox({
  label,
  hint,
  ...rest
}: ComponentProps<"input"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="flex gap-2.5 py-1 text-md pointer-coarse:min-h-11 pointer-coarse:py-2.5">
      <input type="checkbox" {...rest} className="mt-[3px] size-4.5 shrink-0 accent-accent" />
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
