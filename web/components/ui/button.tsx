import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "../class-names.ts";

type Look = {
  variant?: "primary" | "outline" | "ghost" | "danger";
  size?: "md" | "sm" | "icon";
};

/** The classes of a button, for links and other elements that look like one. */
export function buttonClass({ variant = "outline", size = "md" }: Look = {}): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-sm border font-medium whitespace-nowrap no-underline transition-colors touch select-none",
    "disabled:cursor-not-allowed disabled:not-aria-busy:opacity-55 aria-busy:cursor-progress aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    variant === "primary" &&
      "border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover forced-colors:border-current",
    variant === "outline" && "border-strong bg-surface text-text hover:not-disabled:bg-hover",
    variant === "ghost" &&
      "border-transparent bg-transparent text-muted hover:not-disabled:bg-hover hover:not-disabled:text-text",
    variant === "danger" && "border-danger bg-surface text-danger hover:not-disabled:bg-danger-soft",
    size === "md" && "min-h-10 px-4 text-md",
    size === "sm" && "min-h-8 px-3 text-sm",
    size === "icon" && "size-8 pointer-coarse:size-11",
  );
}

type ButtonProps = ComponentProps<"button"> & Look & { isBusy?: boolean; icon?: ReactNode };

/** A button that acts here and now. A busy button says so, and takes no second click. */
export function Button({ variant, size, isBusy, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size }), className)}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || rest["aria-busy"] || undefined}
    >
      {isBusy ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={cx(buttonClass({ variant, size }), className)} />;
}
