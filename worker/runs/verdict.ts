import type { PageOutcome } from "#schema/values.ts";
import type { CrawlStatus, SeededFrom, TypesCheck } from "./crawl-steps.ts";
import { outcomeWords } from "./outcome-words.ts";

/** A whole run in a sentence, and the owner's remedies for missing pages, the most pages first. */
export type Verdict = {
  text: string;
  advice: { outcome: PageOutcome; pages: number; fix: string }[];
};

const MAX_NAMED = 3;

/** The verdict on a run by its counts: "llms.txt found: 412 pages, 409 searchable, 3 not found." */
export function verdictOf(
  status: Pick<
    CrawlStatus,
    "phase" | "seededFrom" | "outcomes" | "pending" | "leased" | "dropped" | "absentExamples"
  >,
): Verdict {
  const counts = Object.entries(status.outcomes)
    .map(([outcome, pages]) => ({ outcome: outcome as PageOutcome, pages }))
    .filter(({ pages }) => pages > 0)
    .toSorted((a, b) => b.pages - a.pages);
  const missing = counts.filter(({ outcome }) => !SEARCHABLE.has(outcome) && !EXPECTED.has(outcome));
  const searchable = sum(counts.filter(({ outcome }) => SEARCHABLE.has(outcome)));
  const waiting = status.pending + status.leased;
  const rest = sum(missing.slice(MAX_NAMED));
  const parts = [
    pagesOf(searchable + sum(missing) + waiting),
    `${searchable} searchable`,
    ...missing.slice(0, MAX_NAMED).map(({ outcome, pages }) => `${pages} ${NAMES[outcome] ?? outcome}`),
    ...(rest > 0 ? [`${rest} left out for other reasons`] : []),
    ...(waiting > 0 ? [`${waiting} not read${isOver(status.phase) ? "" : " yet"}`] : []),
    ...(status.absentExamples ? [absentWords(status.absentExamples)] : []),
    ...(status.dropped > 0 ? [`${status.dropped} links beyond the limit`] : []),
  ];
  return {
    text: `${whereFrom(status.seededFrom)}: ${parts.join(", ")}.${widened(status.seededFrom)}${besideTypes(status.seededFrom)}`,
    advice: missing.flatMap(({ outcome, pages }) => {
      const { fix } = outcomeWords(outcome);
      return fix === null ? [] : [{ outcome, pages, fix }];
    }),
  };
}

const SEARCHABLE: ReadonlySet<PageOutcome> = new Set(["indexed", "unchanged"]);
/** Outcomes of URLs that are searchable under another address, or are no pages. */
const EXPECTED: ReadonlySet<PageOutcome> = new Set(["redirected", "duplicate", "not-a-document"]);

const NAMES: Partial<Record<PageOutcome, string>> = {
  empty: "without text",
  excluded: "left out by the rules",
  robots: "forbidden by robots.txt",
  noindex: "that ask not to be indexed",
  "not-found": "not found",
  "http-error": "answered with an error",
  challenged: "stopped by bot protection",
  "sign-in": "behind a sign-in",
  "needs-browser": "that need a browser",
  unreachable: "not reached",
  timeout: "too slow",
  "too-large": "too large",
  "refused-address": "at private addresses",
  "over-limit": "over the page limit",
  failed: "failed because of an error on our side",
};

const FOUND: Record<SeededFrom["from"], string> = {
  "llms.txt": "llms.txt found",
  sitemap: "Sitemap found",
  menu: "Menu of the site found",
  "start-page": "Links followed from the start page",
  repository: "Files of the repository",
  package: "Files of the package",
};

/** The list that named most pages. */
function whereFrom(seededFrom: SeededFrom[]): string {
  const best = seededFrom.toSorted((a, b) => b.pages - a.pages)[0];
  return best ? FOUND[best.from] : "No page listed";
}

function widened(seededFrom: SeededFrom[]): string {
  const folder = seededFrom.find((seed) => seed.folder !== undefined)?.folder;
  return folder === undefined
    ? ""
    : ` Most links of the start page leave its folder, so we crawled everything under ${folder}.`;
}

/**
 * Sentences about a package whose documentation and types differ. Where most exported names are in no page, the reference is somewhere else,
 * often on a website, and a list of them would say nothing.
 */
function besideTypes(seededFrom: SeededFrom[]): string {
  const types = seededFrom.find((seed) => seed.types !== undefined)?.types;
  if (types === undefined) return "";
  const { unknown, undocumented, exports } = types;
  return [
    ...(unknown.count > 0
      ? [` The documentation imports names that this version doesn't export: ${namesIn(unknown)}.`]
      : []),
    ...(undocumented.count > 0 && undocumented.count <= exports / 2
      ? [
          ` Of ${exports} exported names, ${undocumented.count} appear in no page of documentation: ${namesIn(undocumented)}.`,
        ]
      : []),
  ].join("");
}

function namesIn({ count, examples }: TypesCheck["unknown"]): string {
  const more = count - examples.length;
  return examples.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function absentWords(count: number): string {
  return count === 1 ? "1 example not in this copy" : `${count} examples not in this copy`;
}

function pagesOf(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

function sum(counts: { pages: number }[]): number {
  return counts.reduce((total, { pages }) => total + pages, 0);
}

function isOver(phase: CrawlStatus["phase"]): boolean {
  return phase === "complete" || phase === "failed" || phase === "cancelled";
}
