import type { ReactNode } from "react";

type EmptyStateProps = {
  /** One sentence. */
  children: ReactNode;
  /** The one thing to do about it. */
  action?: ReactNode;
  example?: ReactNode;
};

/** Nothing here yet, and what to do about it. */
export function EmptyState({ children, action, example }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-strong px-5 py-10 text-center">
      <p className="text-md text-muted">{children}</p>
      {action}
      {example && <div className="max-w-full text-sm text-subtle">{example}</div>}
    </div>
  );
}
