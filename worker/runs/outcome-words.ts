import type { Reading } from "#worker/content/document.ts";
import type { PageOutcome } from "#schema/values.ts";

/** The reason why a URL is not searchable, and its owner's remedy. Both null for pages that are searchable. */
export type OutcomeWords = { reason: string | null; fix: string | null };

export type OutcomeDetail = {
  /** A sentence that is more precise than the table's. */
  reason?: string;
  /** HTTP status. */
  status?: number;
  /** Another URL that the outcome is about. */
  target?: string;
};

/** The words for an outcome, written for the person whose documentation it is. */
export function outcomeWords(outcome: PageOutcome, detail: OutcomeDetail = {}): OutcomeWords {
  const entry = TABLE[outcome];
  return {
    reason: detail.reason ?? (typeof entry.reason === "function" ? entry.reason(detail) : entry.reason),
    fix: typeof entry.fix === "function" ? entry.fix(detail) : entry.fix,
  };
}

/** The words for a page that the owner of its source left out. */
export const LEFT_OUT_WORDS: OutcomeWords = {
  reason: "You left this page out.",
  fix: "To bring it back, include it again under “Text that speaks to models”.",
};

type Text = string | null | ((detail: OutcomeDetail) => string | null);

const AGAIN = "Index again later; a copy that was indexed before stays searchable.";

const TABLE: Record<PageOutcome, { reason: Text; fix: Text }> = {
  indexed: { reason: null, fix: null },
  unchanged: { reason: null, fix: null },
  redirected: {
    reason: ({ target }) => `It redirects to ${target ?? "another page"}.`,
    fix: null,
  },
  duplicate: {
    reason: ({ target }) => `It has the same content as ${target ?? "another page"}.`,
    fix: null,
  },
  empty: {
    reason: "It has no text to index.",
    fix: "Write something on it, or leave it out with an exclude pattern.",
  },
  excluded: {
    reason: "It is left out by the rules of this crawl.",
    fix: "Change the include and exclude patterns, or start a crawl nearer to the page.",
  },
  robots: {
    reason: "The site's robots.txt does not allow it.",
    fix: "If the site is yours, allow DocendaBot in robots.txt.",
  },
  noindex: {
    reason: "The page asks not to be indexed (noindex).",
    fix: "If the site is yours, take the noindex away or limit it to other robots.",
  },
  "not-found": {
    reason: ({ status }) => `The site has no such page (${status ?? 404}).`,
    fix: "If the page should be there, fix the link that leads to it.",
  },
  "http-error": {
    reason: ({ status }) => `The site answered with the error ${status ?? "unknown"}.`,
    fix: ({ status }) =>
      status === 403
        ? "The site turns robots away, or the page needs a sign-in: allow DocendaBot, or add the source again with the request headers that open it."
        : AGAIN,
  },
  challenged: {
    reason: "The site's bot protection asked us to prove that we are a browser.",
    fix: "If the site is yours, let the user agent DocendaBot through its bot protection, such as Cloudflare's or Vercel's firewall.",
  },
  "sign-in": {
    reason: ({ status, target }) =>
      target
        ? `It leads to a page for signing in: ${target}.`
        : `The page needs a sign-in (${status ?? 401}).`,
    fix: "Add the source again with the request headers that open it, such as authorization; they are sent only to its own host.",
  },
  "needs-browser": {
    reason: "It is drawn by a script in the browser and has no text without it.",
    fix: "Serve its text as HTML or markdown, or list a markdown version in llms.txt.",
  },
  unreachable: { reason: "The site could not be reached.", fix: `Check the address. ${AGAIN}` },
  timeout: { reason: "The site took too long to answer.", fix: AGAIN },
  "too-large": {
    reason: "The page is too large.",
    fix: "Split it into several pages.",
  },
  "not-a-document": {
    reason: "It isn't a document: we read HTML, Markdown, and plain text.",
    fix: null,
  },
  "refused-address": {
    reason: "The address is not on the public internet.",
    fix: "Only public http and https addresses on the usual ports are read.",
  },
  "over-limit": {
    reason: "The page limit was reached before it.",
    fix: "Choose a larger plan, remove a source, or narrow this one with include and exclude patterns.",
  },
  failed: { reason: "It could not be read because of an error on our side.", fix: AGAIN },
};

/** The way a page was read, where the usual way found next to nothing; null for most. */
export function readingWords(reading: Reading | undefined): string | null {
  switch (reading) {
    case "without-frame-names":
      return "Most of its text is in boxes that are named like navigation, so we read those too.";
    case "by-density":
      return "Its HTML doesn't say where the text is, so we took the part with the most words.";
    default:
      return null;
  }
}
