import type { StatusState } from "#schema/api/status.ts";
import { drawBadge } from "#worker/platform/badge.ts";

const LOOKS = {
  operational: { word: "operational", color: "good" },
  trouble: { word: "trouble", color: "bad" },
  unknown: { word: "unknown", color: "unknown" },
} as const satisfies Record<StatusState, object>;

/** A picture of the state for other people's pages. */
export function statusBadge(state: StatusState): string {
  const { word, color } = LOOKS[state];
  return drawBadge("docenda", word, color);
}
