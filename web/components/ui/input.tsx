import type { ComponentProps } from "react";
import { cx } from "../class-names.ts";

/** The look of every control that takes text or a choice. */
export const CONTROL =
  "w-full min-w-0 rounded-sm border border-strong bg-surface text-text placeholder:text-subtle touch disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger data-invalid:border-danger";

/** One line of text. Sixteen pixels on a phone, which otherwise zooms in when the field is entered. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input {...rest} className={cx(CONTROL, "min-h-10 px-3 text-md pointer-coarse:text-base", className)} />
  );
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...rest} className={cx(CONTROL, "min-h-24 p-3 text-md pointer-coarse:text-base", className)} />
  );
}
