import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../class-names.ts";

/** Content that a phone has no room for, folded until somebody opens it. */
export function Fold({
  title,
  className,
  children,
}: {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <details className={cx("group rounded-sm border border-border bg-surface px-4", className)}>
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
