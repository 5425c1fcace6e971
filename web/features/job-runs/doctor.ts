import type { PageOutcome } from "#schema/values.ts";
import { hasWords } from "#web/lib/has-words.ts";
import type { Crawl, RunDetail, RunPage } from "./queries.ts";

/** Names of outcomes whose own word says too little. */
const NAMES: Partial<Record<PageOutcome, string>> = {
  empty: "no text",
  excluded: "left out by the rules",
  robots: "forbidden by robots.txt",
  "http-error": "HTTP error",
  challenged: "bot protection",
  "sign-in": "behind a sign-in",
  "needs-browser": "drawn by a script",
  timeout: "too slow",
  "not-a-document": "no document",
  "refused-address": "private address",
  "over-limit": "over the page limit",
  failed: "error on our side",
};

export function outcomeName(outcome: string): string {
  return NAMES[outcome as PageOutcome] ?? outcome.replaceAll("-", " ");
}

export function isSearchable(outcome: string): boolean {
  return outcome === "indexed" || outcome === "unchanged";
}

export type OutcomeCount = { outcome: PageOutcome; count: number };

/** The number of URLs by outcome, the most frequent first. */
export function countsOf(outcomes: Crawl["outcomes"]): OutcomeCount[] {
  return Object.entries(outcomes)
    .map(([outcome, count]) => ({ outcome: outcome as PageOutcome, count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** The words for a run that has no list of URLs, such as a run of PDF files. */
export function wordsWithoutCrawl({ status, docsCount }: Pick<RunDetail, "status" | "docsCount">): string {
  if (status === "COMPLETE")
    return `${docsCount.toLocaleString("en-US")} ${docsCount === 1 ? "document is" : "documents are"} searchable. This kind of source has no URLs to list.`;
  return status === "FAILED" ? "The run ended before it read a URL." : "The run is reading its files.";
}

export type LineFilter = { outcome: PageOutcome | "all"; text: string };

/** Lines of an outcome that have all the words in their URL, reason or fix. */
export function filterLines(lines: readonly RunPage[], { outcome, text }: LineFilter): RunPage[] {
  return lines.filter(
    (line) =>
      (outcome === "all" || line.outcome === outcome) &&
      hasWords(`${line.url} ${line.reason ?? ""} ${line.fix ?? ""}`, text),
  );
}
