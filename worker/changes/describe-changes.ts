import type { RoutedSource } from "#worker/catalog/route.ts";
import { oneLine } from "#worker/content/one-line.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { PageThen } from "#worker/docs-index/former-pages.ts";
import { mintBoundary } from "#worker/search/quotation-marks.ts";
import type { Change } from "./diff-pages.ts";
import { renderChanges } from "./render-changes.ts";

/** A change with its source, and its page as it is now; null for a page that is gone. */
export type PageChange = Change & { source: RoutedSource; page: PageThen | null };

/** A change as programs get it. */
export type ShownChange = Change & {
  source: string;
  /** ISO time from which the page has its present text; null for a page that is gone. */
  since: string | null;
  contentHash: string | null;
};

export type FoundChanges = {
  text: string;
  changes: ShownChange[];
  /** The number of changes found, of which `changes` has those that the budget held. */
  total: number;
  sources: string[];
  /** o200k tokens of `text`. */
  tokens: number;
};

type Facts = {
  budget: number;
  /** The earlier state in words. */
  since: string;
  sources: string[];
  notices: string[];
  session: string | null;
};

const MAX_SOURCES_NAMED = 4;
const MAX_SINCE_CHARACTERS = 30;

/** The answer about changes, best first, within the budget to the token. */
export function describeChanges(found: PageChange[], facts: Facts): FoundChanges {
  const named = facts.sources.slice(0, MAX_SOURCES_NAMED).map((name) => oneLine(name));
  const since = oneLine(facts.since, MAX_SINCE_CHARACTERS);
  const head = (shown: number) => [
    [
      ...named,
      found.length === 0 ? `Nothing about this has changed since ${since}` : `Changes since ${since}`,
      ...(found.length === 0 ? [] : [`${shown} of ${found.length}`]),
      ...(facts.session === null ? [] : [`session: ${facts.session}`]),
    ].join(" · "),
    ...(shown < found.length ? ["A larger `budget` shows more."] : []),
    ...facts.notices,
  ];
  const { text, shown } = renderChanges(
    found,
    { head, boundary: mintBoundary([JSON.stringify(found)]) },
    facts.budget,
  );
  return {
    text,
    changes: shown.map(({ source, page, ...change }) => ({
      ...change,
      source: source.name,
      since: page && new Date(page.since).toISOString(),
      contentHash: page?.contentHash ?? null,
    })),
    total: found.length,
    sources: facts.sources,
    tokens: countTokens(text),
  };
}
