import type { ComponentProps, ReactNode } from "react";
import { cx } from "../class-names.ts";

/** A surface that holds together what belongs together. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={cx("min-w-0 rounded-lg border border-border bg-surface p-5 shadow-card", className)}
    />
  );
}

/** The first line of a card: its name, and what can be done with all of it. */
export function CardHeader({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </div>
  );
}
