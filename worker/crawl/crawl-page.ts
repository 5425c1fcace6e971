import type { PageOutcome } from "#schema/values.ts";
import { readDocument } from "#worker/content/document.ts";
import type { MediaType, SourceDocument } from "#worker/content/document.ts";
import type { KnownPage } from "#worker/docs-index/pages.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { Fetched } from "#worker/platform/guarded-fetch.ts";
import type { Services } from "#worker/services.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import { isInScope } from "#worker/runs/crawl-scope.ts";
import type { CrawlScope } from "#worker/runs/crawl-scope.ts";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { decodeText, mediaTypeOf } from "./decode-page.ts";
import type { LeasedPage, PageResult } from "#worker/runs/frontier.ts";
import { outcomeWords } from "#worker/runs/outcome-words.ts";
import type { OutcomeDetail } from "#worker/runs/outcome-words.ts";
import { isChallenge, readRobotsHeader, retryAfterMs } from "./response-headers.ts";

export const PAGE_ACCEPT = "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1";

/** A page that is new or has changed, ready to be stored. */
export type FreshPage = {
  url: string;
  document: SourceDocument;
  contentHash: string;
  links: string[];
  etag: string | null;
  lastModified: string | null;
  fetchedAt: number;
};

/** Result of reading a page: final, or text that the caller must store under `contentHash`. */
export type ReadPage =
  | { kind: "result"; result: PageResult; penaltyMs?: number }
  | { kind: "unchanged"; contentHash: string; links: string[] }
  | { kind: "fresh"; page: FreshPage };

/** Filter that gives a page's links in scope, canonical and each once. Passed in, since the filter remembers repeated navigation. */
export type LinkFilter = (links: string[], base: string) => string[];

/**
 * Fetches one page, conditionally when a copy is known, and reads the page. Redirects are not followed: their target is a page of its own.
 * Never throws for a site's mistakes.
 */
export async function readCrawledPage(
  ctx: Pick<CrawlCtx, "log" | "now"> & { services: Pick<Services, "guardedFetch" | "pageRenderer"> },
  page: LeasedPage,
  context: { scope: CrawlScope; known: KnownPage | null; linksInScope: LinkFilter },
): Promise<ReadPage> {
  const { known, scope } = context;
  const done = (outcome: PageOutcome, detail: OutcomeDetail = {}, links: string[] = []): ReadPage => ({
    kind: "result",
    result: {
      kind: "done",
      id: page.id,
      outcome,
      words: outcomeWords(outcome, detail),
      links,
      ...(detail.target ? { target: detail.target } : {}),
    },
  });

  const fetched = await ctx.services
    .guardedFetch(page.url, {
      accept: PAGE_ACCEPT,
      headers: validatorsOf(known),
      allowRedirect: () => "a redirect is a page of its own",
      wantsBody: ({ status, url, headers }) =>
        isPage(status) && mediaTypeOf(headers.get("content-type"), url) !== null,
    })
    .catch((error: unknown) => {
      if (error instanceof FetchRefused) return error;
      throw error;
    });
  if (fetched instanceof FetchRefused) return refused(page, fetched, scope, done);
  if (fetched.status === 304 && known)
    return { kind: "unchanged", contentHash: known.contentHash, links: known.links };
  if (fetched.status === 204 || fetched.status === 205) return done("empty");
  if (!isPage(fetched.status)) return answeredBadly(page, fetched, done);

  const contentType = fetched.headers.get("content-type");
  const mediaType = mediaTypeOf(contentType, page.url);
  if (!mediaType) return done("not-a-document");
  const etag = fetched.headers.get("etag");
  const lastModified = fetched.headers.get("last-modified");
  const bodyTag = etag === null && lastModified === null ? await bodyTagOf(fetched.bytes) : null;
  if (known && bodyTag !== null && known.etag === bodyTag)
    return { kind: "unchanged", contentHash: known.contentHash, links: known.links };

  const robots = readRobotsHeader(fetched.headers.get("x-robots-tag"));
  const judged = (html: string) => judge(html, { page, mediaType, robots, ...context }, done);
  const plain = judged(decodeText(fetched.bytes, contentType));
  const html = plain.outcome === "needs-browser" ? await render(ctx, page.url) : null;
  const { document, links, outcome, result } = html === null ? plain : judged(html);
  if (outcome !== null) return result;

  const contentHash = await sha256Hex(`${document.title}\n${document.markdown}`);
  if (known?.contentHash === contentHash) return { kind: "unchanged", contentHash, links };
  // The frame of an application stays the same when its drawn content has changed.
  const validators =
    html === null ? { etag: bodyTag ?? etag, lastModified } : { etag: null, lastModified: null };
  const fetchedAt = ctx.now().getTime();
  return { kind: "fresh", page: { url: page.url, document, contentHash, links, ...validators, fetchedAt } };
}

type Judged = { document: SourceDocument; links: string[] } & (
  | { outcome: PageOutcome; result: ReadPage }
  | { outcome: null; result?: never }
);

/** Judges a page by its text: a document to store, or why there is none. */
function judge(
  text: string,
  about: {
    page: LeasedPage;
    mediaType: MediaType;
    robots: { noIndex: boolean; noFollow: boolean };
    scope: CrawlScope;
    linksInScope: LinkFilter;
  },
  done: Done,
): Judged {
  const { page, mediaType, robots, scope } = about;
  const document = readDocument({ text, mediaType, url: page.url });
  const isText = hasText(document, mediaType);
  // A page without text of its own may only hold a frame.
  const named = isText ? document.links : [...document.links, ...framesOf(text, page.url)];
  const links = document.noFollow || robots.noFollow ? [] : about.linksInScope(named, page.url);
  const not = (outcome: PageOutcome, detail: OutcomeDetail = {}): Judged => ({
    document,
    links,
    outcome,
    result: done(outcome, detail, links),
  });
  if (document.noIndex || robots.noIndex) return not("noindex");
  const canonical = document.canonicalUrl && canonicalUrl(document.canonicalUrl, page.url);
  if (canonical && !page.isLastResort && isBetterName(canonical, page.url, scope))
    return not("duplicate", {
      target: canonical,
      reason: `It names ${canonical} as its own address.`,
    });
  const refresh = mediaType === "text/html" ? readRefresh(text, page.url) : null;
  if (refresh && (!isText || (refresh.isInstant && document.markdown.length <= MAX_STUB_CHARACTERS))) {
    const { target } = refresh;
    return not("redirected", isInScope(target, scope) ? { target } : { reason: outsideWords(target) });
  }
  if (!isText) {
    const isShell = document.links.length < MAX_SHELL_LINKS && isAppShell(text, mediaType);
    return not(document.needsBrowser || isShell ? "needs-browser" : "empty");
  }
  if (document.needsBrowser && NEEDS_SCRIPTS.test(document.markdown)) return not("needs-browser");
  return { document, links, outcome: null };
}

/** The page as a browser draws it; null where no browser exists or answers. */
async function render(
  { services, log }: { services: Pick<Services, "pageRenderer">; log: CrawlCtx["log"] },
  url: string,
): Promise<string | null> {
  if (!services.pageRenderer) return null;
  try {
    return await services.pageRenderer.render(url);
  } catch (error) {
    log.error("crawl.not-rendered", error);
    return null;
  }
}

/** Limit on the text of a moved page: generators write "Redirecting to …", with the new address once or twice. */
const MAX_STUB_CHARACTERS = 1000;

/**
 * Target to which a page sends its reader on, and whether at once; null for none. A page may send readers without scripts elsewhere than
 * everybody else, which says nothing about the page.
 */
function readRefresh(html: string, url: string): { target: string; isInstant: boolean } | null {
  const head = html
    .slice(0, MAX_HEAD_CHARACTERS)
    .replace(/<noscript\b[^<]*(?:<(?!\/?noscript)[^<]*)*<\/noscript/gi, "");
  const tags = head.match(/<meta\b[^<>]*>/gi) ?? [];
  const tag = tags.find((one) => /\bhttp-equiv\s*=\s*["']?refresh\b/i.test(one)) ?? "";
  const target = /\burl\s*=\s*["']?([^"'>\s]+)/i.exec(tag)?.[1];
  const canonical = target ? canonicalUrl(target, url) : null;
  if (canonical === null || canonical === url) return null;
  return { target: canonical, isInstant: /\bcontent\s*=\s*(?:["']\s*)?[01]\s*[;,]/i.test(tag) };
}

/** Length of the head, where a refresh stands; reading more would be for nothing on every page. */
const MAX_HEAD_CHARACTERS = 20_000;

function outsideWords(target: string): string {
  return `It redirects to ${target}, which is outside of this crawl.`;
}

function isPage(status: number): boolean {
  return status === 200 || status === 203;
}

/** Words of an application to readers without scripts. */
const NEEDS_SCRIPTS = /\b(?:enable|requires?|needs?|turn on|without) java ?script\b/i;

/** True when there is a letter or a digit besides the page's own title. */
function hasText({ title, markdown }: SourceDocument, mediaType: MediaType): boolean {
  const body = markdown.trimStart().replace(/^#[^\n]*/, "");
  const isTitleAlone = mediaType === "text/html" && body.trim() === title;
  return !isTitleAlone && /[\p{L}\p{N}]/u.test(body);
}

const BODY_TAG = "body:";

/** Our validator for a site without any: the digest of the body, so that an unchanged page is not read again. */
async function bodyTagOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return BODY_TAG + Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function validatorsOf(known: KnownPage | null): Record<string, string> {
  const headers: Record<string, string> = {};
  if (known?.etag && !known.etag.startsWith(BODY_TAG)) headers["if-none-match"] = known.etag;
  if (known?.lastModified) headers["if-modified-since"] = known.lastModified;
  return headers;
}

/** True for a canonical link to believe: within the crawl, and not the front page, which badly built sites name everywhere. */
function isBetterName(canonical: string, url: string, scope: CrawlScope): boolean {
  if (canonical === url || !isInScope(canonical, scope)) return false;
  const { origin, pathname } = new URL(canonical);
  const isFront = pathname === "/" || pathname === scope.path || pathname === `${scope.path}/`;
  return !isFront || url.startsWith(`${origin}${pathname}?`) || /\/index\.\w+$/.test(new URL(url).pathname);
}

/** True for a page where sites send visitors who are not signed in. */
function isSignInPage(url: string): boolean {
  return /\/(?:log-?in|sign-?in|sso|oauth2?\/authorize|saml2?)(?:[/.]|$)/i.test(new URL(url).pathname);
}

/** Most links of a shell: a page with its navigation is drawn by its site, even with nothing to read on the page. */
const MAX_SHELL_LINKS = 10;

/** Addresses of a page's frames. */
function framesOf(html: string, url: string): string[] {
  return [...html.matchAll(/<iframe\b[^>]{0,500}?\ssrc\s*=\s*["']?([^"'\s>]{1,2000})/gi)].flatMap(
    ([, src = ""]) => {
      const frame = canonicalUrl(src, url);
      return frame === null ? [] : [frame];
    },
  );
}

/** True for a page that loads scripts: without text of its own, a frame that an application fills in the browser. */
function isAppShell(html: string, mediaType: MediaType): boolean {
  return mediaType === "text/html" && /<script\b[^<>]*?\bsrc\s*=/i.test(html);
}

type Done = (outcome: PageOutcome, detail?: OutcomeDetail, links?: string[]) => ReadPage;

function refused(page: LeasedPage, error: FetchRefused, scope: CrawlScope, done: Done): ReadPage {
  switch (error.kind) {
    case "redirect-refused": {
      const target = error.target && canonicalUrl(error.target);
      if (!target || (new URL(target).protocol === "http:" && page.url.startsWith("https:")))
        return done("redirected", { reason: `Its redirect is not followed: ${error.message}.` });
      if (target === page.url) return done("failed", { reason: "It redirects to itself." });
      if (isSignInPage(target) && !isSignInPage(page.url))
        return done("sign-in", { reason: `It leads to a page for signing in: ${target}.` });
      return done("redirected", isInScope(target, scope) ? { target } : { reason: outsideWords(target) });
    }
    case "too-large":
      return done("too-large", { reason: `The page is too large: ${error.message}.` });
    case "timeout":
    case "unreachable":
      return retry(page, error.kind, { reason: `The page could not be read: ${error.message}.` });
    case "refused-address":
    case "bad-scheme":
    case "bad-url":
    case "too-many-redirects":
      return done("refused-address", { reason: `The page is not read: ${error.message}.` });
    default:
      return error.kind satisfies never;
  }
}

function answeredBadly(page: LeasedPage, { status, headers }: Fetched, done: Done): ReadPage {
  // A challenge is not asked again: that would look even more like a bot. A later run may be let through.
  if (isChallenge(headers)) return asTransient(done("challenged", { status }));
  if (status === 404 || status === 410) return done("not-found", { status });
  if (status === 401 || status === 407) return done("sign-in", { status });
  if (status !== 429 && status < 500) return done("http-error", { status });
  const waitMs = retryAfterMs(headers.get("retry-after"));
  const isBusy = status === 429 || status === 503;
  const again = retry(page, "http-error", { status }, waitMs ?? undefined);
  return isBusy && again.kind === "result" ? { ...again, penaltyMs: waitMs ?? BUSY_MS } : again;
}

/** Marks a failure that may pass, so that a copy in the index stays there. */
function asTransient(read: ReadPage): ReadPage {
  if (read.kind !== "result" || read.result.kind !== "done") return read;
  return { ...read, result: { ...read.result, isTransient: true } };
}

/** Pause after an answer that says "busy" without saying how long. */
const BUSY_MS = 5000;
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

function retry(page: LeasedPage, outcome: PageOutcome, detail: OutcomeDetail, waitMs = RETRY_MS): ReadPage {
  return {
    kind: "result",
    result: {
      kind: "retry",
      id: page.id,
      outcome,
      words: outcomeWords(outcome, detail),
      delayMs: Math.min(waitMs, MAX_RETRY_MS),
    },
  };
}
