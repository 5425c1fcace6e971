import { GRADE_CHECKS, GRADE_LIMITS } from "#schema/api/site-grades.ts";
import type { GradeCheck, GradeCheckId, UnreadPage } from "#schema/api/site-grades.ts";
import type { PageOutcome } from "#schema/values.ts";
import { lineKeys, SharedTextCounter } from "#worker/content/shared-text.ts";
import { readCrawledPage } from "#worker/crawl/crawl-page.ts";
import type { FreshPage } from "#worker/crawl/crawl-page.ts";
import { mediaTypeOf } from "#worker/crawl/decode-page.ts";
import { createLinkFilter } from "#worker/crawl/link-filter.ts";
import type { Log } from "#worker/platform/log.ts";
import { whyGenerated, whyTrap } from "#worker/runs/crawl-scope.ts";
import { admit, fetchPolitely, openSite } from "./open-site.ts";
import type { GradeServices, OpenedSite } from "./open-site.ts";
import { judgePage } from "./judge-page.ts";
import type { Share } from "./judge-page.ts";

export type GradeCtx = { services: GradeServices; log: Log; now: () => Date };

export type SiteVerdict = { pagesRead: number; checks: GradeCheck[]; unread: UnreadPage[] };

/** Most requests for a grade: redirects and copies are requests too. */
const MAX_REQUESTS = 2 * GRADE_LIMITS.pages;
/** Longest reading; a slow site is graded by its answers until then. */
const MAX_READING_MS = 180_000;
/** Number of pages whose markdown twin is asked for. */
const TWINS_ASKED = 5;
/** Most links of one page that go to the frontier. */
const MAX_LINKS = 2000;

/** Outcomes that say nothing about a page of the site: the URL is another page, or none. */
const PASSED_OVER: ReadonlySet<PageOutcome> = new Set([
  "redirected",
  "duplicate",
  "not-a-document",
  "excluded",
]);

/**
 * Reads up to `GRADE_LIMITS.pages` pages of a site, without scripts and within its robots.txt, and grades them from an agent's view.
 * `onPage` is called with the number of read pages. Throws SiteNotRead when the site's start page cannot be had.
 */
export async function gradeSite(
  ctx: GradeCtx,
  site: string,
  onPage: (pagesRead: number) => void,
): Promise<SiteVerdict> {
  const deadline = ctx.now().getTime() + MAX_READING_MS;
  const opened = await openSite(ctx.services, site);
  const tally = new Tally();
  const pages: FreshPage[] = [];
  const frontier = new Frontier(opened);
  for (let requests = 0; requests < MAX_REQUESTS && ctx.now().getTime() < deadline; requests += 1) {
    const url = tally.attempts < GRADE_LIMITS.pages ? frontier.next() : undefined;
    if (url === undefined) break;
    const page = await readPage(ctx, url, opened, frontier, tally);
    if (page) pages.push(page);
    onPage(pages.length);
  }
  tally.note("llms-txt", { passed: opened.hasLlmsTxt ? 1 : 0, total: 1 }, opened.startUrl);
  await askForTwins(ctx.services, pages, tally);
  noteFrames(pages, tally);
  return { pagesRead: pages.length, checks: tally.checks(), unread: tally.unread };
}

async function readPage(
  ctx: GradeCtx,
  url: string,
  { scope }: OpenedSite,
  frontier: Frontier,
  tally: Tally,
): Promise<FreshPage | null> {
  const turn = await admit(ctx.services, url);
  if ("refused" in turn) {
    tally.noteUnread({ url, reason: turn.refused, fix: turn.fix });
    return null;
  }
  const read = await readCrawledPage(
    // Agents run no scripts, so no browser draws these pages.
    { ...ctx, services: { ...ctx.services, pageRenderer: null } },
    { id: 0, url, depth: 0, isLastResort: true },
    { scope, known: null, linksInScope: createLinkFilter(scope).inScope },
  );
  if (read.kind === "unchanged") return null;
  if (read.kind === "result") {
    if (read.result.kind === "release") return null;
    const { outcome, words } = read.result;
    if (read.penaltyMs) await ctx.services.crawlHost(scope.origin).penalise(read.penaltyMs);
    if (read.result.kind === "done") {
      if (read.result.target) frontier.addFirst(read.result.target);
      frontier.add(read.result.links);
    }
    if (outcome === "not-found") tally.note("links", { passed: 0, total: 1 }, url);
    else if (!PASSED_OVER.has(outcome)) tally.noteUnread({ url, reason: words.reason ?? "", fix: words.fix });
    return null;
  }
  const { page } = read;
  frontier.add(page.links);
  tally.note("text", { passed: 1, total: 1 }, url);
  tally.note("links", { passed: 1, total: 1 }, url);
  const { markdown, reading } = page.document;
  for (const [id, share] of Object.entries(judgePage(markdown, reading !== undefined)))
    tally.note(id as GradeCheckId, share, url);
  return page;
}

/** Asks for pages of HTML as markdown: by content negotiation, as those that came as markdown were, or at their address with `.md`. */
async function askForTwins(services: GradeServices, pages: FreshPage[], tally: Tally): Promise<void> {
  for (const { url, document } of pages.slice(0, TWINS_ASKED)) {
    const isMarkdown = document.reading === undefined || (await hasTwin(services, url));
    tally.note("markdown", { passed: isMarkdown ? 1 : 0, total: 1 }, url);
  }
}

async function hasTwin(services: GradeServices, url: string): Promise<boolean> {
  const twin = new URL(url);
  twin.pathname = `${twin.pathname.replace(/(?:\/|\/index\.html?|\.html?)$/, "") || "/index"}.md`;
  twin.search = "";
  const answer = await fetchPolitely(services, twin.href);
  if (answer?.status !== 200) return false;
  const type = mediaTypeOf(answer.headers.get("content-type"), twin.href);
  return type === "text/markdown" || type === "text/plain";
}

/** Notes pages whose text is mostly on other pages too: such a page spends an agent's tokens on the site's frame. */
function noteFrames(pages: FreshPage[], tally: Tally): void {
  const counter = new SharedTextCounter();
  for (const { url, document } of pages) counter.add({ url, ...document });
  const { keepers } = counter.result();
  for (const { url, document } of pages) {
    const keys = [...lineKeys(document.markdown)];
    const shared = keys.filter((key) => keepers.has(key)).length;
    tally.note("repeated-frame", { passed: shared * 4 <= keys.length ? 1 : 0, total: 1 }, url);
  }
}

/** Pages to read: the start page, then some from everywhere in the site's lists, then linked pages. */
class Frontier {
  readonly #waiting: string[];
  readonly #known: Set<string>;
  readonly #scope: OpenedSite["scope"];

  constructor({ startUrl, listed, scope }: OpenedSite) {
    this.#scope = scope;
    const usual = listed.filter((url) => this.#isUsual(url));
    const step = Math.max(1, usual.length / GRADE_LIMITS.pages);
    const some = Array.from(
      { length: Math.min(usual.length, GRADE_LIMITS.pages) },
      (_, n) => usual[Math.floor(n * step)]!,
    );
    this.#known = new Set([startUrl, ...some]);
    this.#waiting = [...this.#known];
  }

  next(): string | undefined {
    return this.#waiting.shift();
  }

  add(urls: string[]): void {
    for (const url of urls.slice(0, MAX_LINKS)) {
      if (this.#known.has(url) || this.#known.size >= MAX_LINKS || !this.#isUsual(url)) continue;
      this.#known.add(url);
      this.#waiting.push(url);
    }
  }

  addFirst(url: string): void {
    if (this.#known.has(url)) return;
    this.#known.add(url);
    this.#waiting.unshift(url);
  }

  #isUsual(url: string): boolean {
    return whyTrap(url, this.#scope) === null && whyGenerated(url, this.#scope) === null;
  }
}

/** Adds up the verdicts on the pages. */
class Tally {
  readonly unread: UnreadPage[] = [];
  /** Number of pages that were read or should have been. */
  attempts = 0;
  readonly #checks = new Map<GradeCheckId, GradeCheck>(
    GRADE_CHECKS.map(({ id }) => [id, { id, passed: 0, total: 0, pages: [] }]),
  );

  note(id: GradeCheckId, { passed, total }: Share, url: string): void {
    const check = this.#checks.get(id)!;
    check.passed += passed;
    check.total += total;
    if (id === "text") this.attempts += 1;
    if (passed < total && check.pages.length < GRADE_LIMITS.pagesNamed) check.pages.push(url);
  }

  noteUnread(page: UnreadPage): void {
    this.note("text", { passed: 0, total: 1 }, page.url);
    this.unread.push(page);
  }

  checks(): GradeCheck[] {
    return [...this.#checks.values()];
  }
}
