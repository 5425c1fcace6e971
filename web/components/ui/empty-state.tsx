import type { ReactNode } from "react";

type EmptyStateProps = {
  /** The one sentence that says what is missing. */
  children: ReactNode;
  /** The one thing to do about the empty list. */
  action?: ReactNode;
  example?: ReactNode;
};

/** A note that nothing is here yet, with something to do about that. */
export function EmptyState({ children, action, example }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-strong px-5 py-10 text-center">
      <p className="text-md text-muted">{children}</p>
      {action}
      {example && <div className="max-w-full text-sm text-subtle">{example}</div>}
    </div>
  );
}
