import { useEffect, useRef } from "react";
import { showToast } from "#web/components/ui/toasts.ts";
import type { JobRun } from "./queries.ts";
import { endedSince } from "./run-state.ts";

const SHOWN_MS = 5_000;

/** Says when a run has ended while the page is open. */
export function useRunNews(runs: readonly JobRun[] | undefined): void {
  const before = useRef<readonly JobRun[] | null>(null);
  useEffect(() => {
    if (!runs) return;
    for (const run of endedSince(before.current, runs)) {
      const isComplete = run.status === "COMPLETE";
      showToast({
        text: isComplete
          ? `${run.displayName} is indexed: ${run.docsCount.toLocaleString("en-US")} ${run.docsCount === 1 ? "document" : "documents"}.`
          : `${run.displayName} could not be indexed. Jobs says why.`,
        kind: isComplete ? "ok" : "danger",
        durationMs: SHOWN_MS,
      });
    }
    before.current = runs;
  }, [runs]);
}
