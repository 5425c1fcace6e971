import { useLive } from "#web/api/live.ts";

/** Listens for news, and says when they are late. */
export function LiveLine() {
  return (
    useLive() === "polling" && (
      <p role="status" className="border-b border-border bg-sunken px-6 py-1 text-sm text-muted">
        Live updates are interrupted. Changes may take a few seconds to show.
      </p>
    )
  );
}
