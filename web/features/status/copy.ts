import { STATUS_SUMMARY } from "#schema/api/status.ts";
import type { StatusState } from "#schema/api/status.ts";

/** The first line of the page. Where nothing is known it says since when. */
export function summaryWords(state: StatusState, checkedAt: string | null): string {
  if (state !== "unknown") return STATUS_SUMMARY[state];
  return `${STATUS_SUMMARY.unknown}, last check ${checkedAt ?? "not known"}`;
}

/** The state of one component, in a word. */
export const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  operational: "Operational",
  trouble: "Trouble",
  unknown: "Unknown",
};

export const LOADING = "Loading status...";
export const STATUS_FAILED = "The status could not be read.";
