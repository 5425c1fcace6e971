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
const SEEDS: Record<string, string> = {
  "llms.txt": "llms.txt found",
  sitemap: "Sitemap found",
  "start-page": "Links followed from the start page",
  repository: "Files of the repository",
};
/** Named in the verdict; the rest is summed up. */
const NAMED = 3;

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

/** The run in one sentence: "llms.txt found: 412 URLs, 409 searchable, 3 not found." */
export function verdict(run: Pick<RunDetail, "crawl" | "status" | "docsCount">): string {
  const { crawl } = run;
  if (crawl === null) return withoutCrawl(run);
  const best = crawl.seededFrom.toSorted((a, b) => b.pages - a.pages)[0];
  const where = best ? (SEEDS[best.from] ?? best.from) : "Looking for the first pages";
  const counts = countsOf(crawl.outcomes);
  const searchable = sum(counts.filter(({ outcome }) => isSearchable(outcome)));
  const others = counts.filter(({ outcome }) => !isSearchable(outcome));
  const named = others
    .slice(0, NAMED)
    .map(({ outcome, count }) => `${number(count)} ${outcomeName(outcome)}`);
  const rest = sum(others.slice(NAMED));
  const waiting = crawl.pending + crawl.leased;
  const parts = [
    `${number(crawl.discovered)} ${crawl.discovered === 1 ? "URL" : "URLs"}`,
    `${number(searchable)} searchable`,
    ...named,
    ...(rest > 0 ? [`${number(rest)} left out for other reasons`] : []),
    ...(waiting > 0 ? [`${number(waiting)} not read${run.status === "FAILED" ? "" : " yet"}`] : []),
    ...(crawl.dropped > 0 ? [`${number(crawl.dropped)} links beyond the limit`] : []),
  ];
  return `${where}: ${parts.join(", ")}.`;
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

/** Of PDF files and packages there are no URLs to tell of. */
function withoutCrawl({ status, docsCount }: Pick<RunDetail, "status" | "docsCount">): string {
  if (status === "COMPLETE")
    return `${number(docsCount)} ${docsCount === 1 ? "document is" : "documents are"} searchable. This kind of source has no URLs to list.`;
  return status === "FAILED" ? "The run ended before it read a URL." : "The run is reading its files.";
}

function sum(counts: readonly OutcomeCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
