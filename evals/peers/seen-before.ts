import { markdownTable } from "../bench/figures.ts";
import { GROUNDED_DOCS } from "./grounded-docs.ts";
import type { NotRun } from "./report.ts";

/** The row of Grounded Docs in a run for which no server was named. */
export const NO_GROUNDED_DOCS: NotRun = { name: GROUNDED_DOCS, reason: "not in the registry" };

/**
 * Grounded Docs 2.4.4 in an earlier run over the 150 questions of the shared set, from `rivals.md` beside that set, for readers
 * of a run without such a server. Full text alone, offline. Shares in percent, tokens o200k.
 */
const SEEN = [
  ["default, 5 results", "56.7", "79.3", ".657@5", "61.3", "50.7", "58.7", "4720 / 4286"],
  ["the same, changelog pages kept", "58.7", "80.7", ".673@5", "63.3", "52.0", "60.7", "4743 / 4285"],
  ["the same, 10 results", "56.7", "82.7", ".671@10", "71.3", "50.7", "63.3", "9425 / 8298"],
];

export function seenBefore(): string {
  return [
    "## Not of this run: Grounded Docs as it was seen before",
    "",
    "Grounded Docs did not run here: its package is not in the registry, and no running server was named with",
    "`--grounded-docs URL`. These are figures of version 2.4.4 in an earlier run, on another day and another machine load, over",
    "the 150 questions and corpora of the shared evaluation set (its `rivals.md`). They are no part of the comparison above.",
    "",
    markdownTable([
      ["way", "R@1", "R@5", "MRR", "must as returned", "first 2,000", "first 5,000", "tokens mean / median"],
      ...SEEN,
    ]),
  ].join("\n");
}
