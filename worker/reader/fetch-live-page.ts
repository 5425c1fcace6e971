import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import { decodeText, mediaTypeOf } from "#worker/crawl/decode-page.ts";
import { takeTurn } from "#worker/crawl/take-turn.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { Fetched, RefusalKind } from "#worker/platform/guarded-fetch.ts";
import type { PageText } from "./fit-page.ts";

/** Limit on a fetch: agents' clients give up on a tool between 5 and 60 seconds. */
const TIMEOUT_MS = 8000;
/** Longest wait for a turn at a host that others read as well. */
const MAX_WAIT_MS = 4000;
const MAX_REDIRECTS = 5;
const OWN_REQUEST = "a redirect is a request of its own";

/**
 * A page that no index holds, fetched now through the guard, without credentials, as politely as a crawl: under the robots.txt of its host
 * and at its pace.
 * @throws AppError in our own words, which never hold text of the page.
 */
export async function fetchLivePage(
  ctx: Pick<Ctx, "services" | "now" | "signal">,
  url: URL,
): Promise<PageText & { contentHash: string; fetchedAt: number }> {
  const fetched = await followPage(ctx, url);
  const contentType = fetched.headers.get("content-type");
  const mediaType = mediaTypeOf(contentType, fetched.url);
  if (!mediaType) {
    throw new AppError(
      "invalid-argument",
      "That URL is not a document that can be read: only HTML, markdown, plain text, reStructuredText, AsciiDoc, notebooks and API descriptions are.",
    );
  }
  const document = readDocument({
    text: decodeText(fetched.bytes, contentType),
    mediaType,
    url: fetched.url,
  });
  if (document.markdown.trim() === "") {
    throw new AppError(
      "not-found",
      document.needsBrowser
        ? "That page has no text of its own: a browser draws it by script. Try a markdown version of it."
        : "That page has no text.",
    );
  }
  return {
    title: document.title || fetched.url,
    url: fetched.url,
    markdown: document.markdown,
    sections: listSections(document.markdown),
    tokens: countTokens(document.markdown),
    contentHash: await sha256Hex(`${document.title}\n${document.markdown}`),
    fetchedAt: ctx.now().getTime(),
  };
}

/** Each redirect is a request of its own: the robots.txt and the pace of its host hold for it. */
async function followPage(ctx: Pick<Ctx, "services" | "signal">, start: URL): Promise<Fetched> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    await takeTurn(ctx, url, MAX_WAIT_MS);
    const fetched = await fetchPage(ctx, url);
    if (!(fetched instanceof URL)) return fetched;
    if (redirects === MAX_REDIRECTS) throw new AppError(...REFUSALS["too-many-redirects"]);
    url = fetched;
  }
}

/** The page, or the address that it redirects to. */
async function fetchPage(ctx: Pick<Ctx, "services" | "signal">, url: URL): Promise<Fetched | URL> {
  let fetched: Fetched;
  try {
    fetched = await ctx.services.guardedFetch(url.href, {
      accept: "text/markdown, text/html;q=0.9, text/plain;q=0.8",
      totalTimeoutMs: TIMEOUT_MS,
      signal: ctx.signal,
      allowRedirect: () => OWN_REQUEST,
    });
  } catch (cause) {
    if (cause instanceof FetchRefused && cause.message === OWN_REQUEST && cause.target !== null)
      return new URL(cause.target);
    if (cause instanceof FetchRefused) throw new AppError(...REFUSALS[cause.kind], { cause });
    throw cause;
  }
  if (fetched.status === 404 || fetched.status === 410) {
    throw new AppError(
      "not-found",
      "No page exists at that URL (it answers 404). Use a URL from a search result.",
    );
  }
  if (fetched.status === 401 || fetched.status === 403) {
    throw new AppError(
      "permission-denied",
      `That page wants a sign-in (it answers ${fetched.status}), so it cannot be read.`,
    );
  }
  if (fetched.status >= 400) {
    throw new AppError(
      "unavailable",
      `That page cannot be read: its server answers ${fetched.status}. Try again later.`,
    );
  }
  return fetched;
}

const REFUSALS: Record<RefusalKind, ["invalid-argument" | "unavailable" | "deadline-exceeded", string]> = {
  "refused-address": ["invalid-argument", "That address is not on the public internet, so it is not read."],
  "bad-scheme": [
    "invalid-argument",
    "Only http and https URLs can be read. Pass the web address of the page.",
  ],
  "bad-url": [
    "invalid-argument",
    "`url` is not a URL that can be read. Pass it as the search result shows it.",
  ],
  "too-many-redirects": ["unavailable", "That page redirects too often, so it cannot be read."],
  "redirect-refused": ["invalid-argument", "That page redirects to an address that is not read."],
  "too-large": [
    "invalid-argument",
    "That document is larger than 5 MB, so it is not read. Try a page of it.",
  ],
  timeout: ["deadline-exceeded", "That page's server did not answer in time. Try again later."],
  unreachable: ["unavailable", "That page's server cannot be reached. Check the URL, or try again later."],
};
