import { STATUS_SUMMARY } from "#schema/api/status.ts";
import type { StatusState } from "#schema/api/status.ts";

export const NO_CHECKS = "No checks yet. One is made every five minutes.";

/**
 * The first line of the page. An unknown state names its last check, or says that there were no checks yet; `isLost` when the
 * server does not answer.
 */
export function summaryWords(state: StatusState, checkedAt: string | null, isLost: boolean): string {
  if (state !== "unknown") return STATUS_SUMMARY[state];
  if (checkedAt !== null) return `${STATUS_SUMMARY.unknown}, last check ${checkedAt}`;
  return isLost ? STATUS_SUMMARY.unknown : NO_CHECKS;
}

/** The state of one component, in a word. */
export const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  operational: "Operational",
  trouble: "Trouble",
  unknown: "Unknown",
};

export const LOADING = "Loading status...";
export const STATUS_FAILED = "The status could not be read.";
