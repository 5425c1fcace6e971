import type { PageOutcome } from "#schema/values.ts";
import type { Crawl, RunDetail, RunPage } from "./queries.ts";

/** Outcomes whose own word says too little. */
const NAMES: Partial<Record<PageOutcome, string>> = {
  empty: "no text",
  excluded: "left out by the rules",
  robots: "forbidden by robots.txt",
  "http-error": "HTTP error",
  "sign-in": "behind a sign-in",
  "needs-browser": "drawn by a script",
  timeout: "too slow",
  "not-a-document": "no document",
  "refused-address": "private address",
  "over-limit": "over the page limit",
  failed: "error of ours",
};

export function outcomeName(outcome: string): string {
  return NAMES[outcome as PageOutcome] ?? outcome.replaceAll("-", " ");
}

export function isSearchable(outcome: string): boolean {
  return outcome === "indexed" || outcome === "unchanged";
}

export type OutcomeCount = { outcome: PageOutcome; count: number };

/** What became of the URLs, the most frequent first. */
export function countsOf(outcomes: Crawl["outcomes"]): OutcomeCount[] {
  return Object.entries(outcomes)
    .map(([outcome, count]) => ({ outcome: outcome as PageOutcome, count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** What can be said of a run that has no list of URLs, as those of PDF files have none. */
export function wordsWithoutCrawl({ status, docsCount }: Pick<RunDetail, "status" | "docsCount">): string {
  if (status === "COMPLETE")
    return `${docsCount.toLocaleString("en-US")} ${docsCount === 1 ? "document is" : "documents are"} searchable. This kind of source has no URLs to list.`;
  return status === "FAILED" ? "The run ended before it read a URL." : "The run is reading its files.";
}

export type LineFilter = { outcome: PageOutcome | "all"; text: string };

/** Lines with that outcome that have all the words in their URL, reason or fix. */
export function filterLines(lines: readonly RunPage[], { outcome, text }: LineFilter): RunPage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter((line) => {
    if (outcome !== "all" && line.outcome !== outcome) return false;
    if (words.length === 0) return true;
    const all = `${line.url} ${line.reason ?? ""} ${line.fix ?? ""}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** One of the pages that a long list is turned in. A page that is not there any more is the last one. */
export function turnTo<T>(
  items: readonly T[],
  page: number,
  size: number,
): { items: readonly T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = Math.min(Math.max(0, page), pages - 1);
  return { items: items.slice(at * size, (at + 1) * size), page: at, pages };
}
