import { DEFAULT_SEARCH_BUDGET_TOKENS } from "#schema/values.ts";
import { versionBesideName } from "#worker/catalog/choose-versions.ts";
import { routeQuestion } from "#worker/catalog/route.ts";
import type { RoutedSource, Routing } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import type { ChangedPages } from "#worker/docs-index/former-pages.ts";
import { questionTerms } from "#worker/docs-index/question-terms.ts";
import type { SearchInput } from "#worker/search/search-docs.ts";
import { describeChanges } from "./describe-changes.ts";
import type { FoundChanges, PageChange } from "./describe-changes.ts";
import { diffPage, withoutMoves } from "./diff-pages.ts";
import { rankChanges } from "./rank-changes.ts";
import { dayOf, parseSince } from "./since.ts";
import { urlIn } from "./url-in.ts";
import { versionsToCompare } from "./versions-to-compare.ts";
import type { VersionPair } from "./versions-to-compare.ts";

type ChangesCtx = Pick<Ctx, "actor" | "db" | "firstReads" | "log" | "now" | "scope" | "services">;

/** The session that asks: its name for the next call, and a notice for the answer. */
export type ChangesSession = { handle: string | null; notice?: string };

/** Most pages of a source that are compared for a question. */
const MAX_PAGES = 20;

/**
 * The sections about a question that were added, changed or removed since an earlier day or version, with both texts, best first.
 * @throws AppError invalid-argument for a day that is none, not-found for a version that is not held.
 */
export async function searchChanges(
  ctx: ChangesCtx,
  input: SearchInput & { since: string },
  session: ChangesSession,
): Promise<FoundChanges> {
  const since = parseSince(input.since, ctx.now());
  const { terms } = await questionTerms(ctx, input.query, input.keywords);
  const words = terms.map(({ term }) => term);
  const routing: Routing & { scope: "all" | "public" | "private" } = {
    question: input.query,
    terms: terms.filter(({ isAdded }) => !isAdded).map(({ term }) => term),
    wanted: input.sources,
    version: input.version,
    scope: input.scope ?? "all",
  };
  const present = await routeQuestion(ctx, routing);
  const compared =
    "at" in since
      ? await Promise.all(present.sources.map((source) => changedSince(ctx, source, since.at, words)))
      : await Promise.all(
          versionsToCompare(await routeQuestion(ctx, { ...routing, version: since.version }), present).map(
            (pair) => changedBetween(ctx, pair, words),
          ),
        );
  const changes = compared.flatMap(({ source, pages }) =>
    withoutMoves(pages.flatMap(({ before, after }) => diffPage(before, after))).map((change): PageChange => ({
      ...change,
      source,
      page: pageOf(pages, change.url),
    })),
  );
  return describeChanges(rankChanges(changes, terms), {
    budget: input.budget ?? DEFAULT_SEARCH_BUDGET_TOKENS,
    since: "at" in since ? dayOf(since.at) : since.version,
    sources: [...new Set(compared.map(({ source }) => source.name))],
    notices: [
      ...(session.notice === undefined ? [] : [session.notice]),
      ...("at" in since ? historyNotices(compared, since.at) : []),
    ],
    session: session.handle,
  });
}

type Compared = { source: RoutedSource; pages: ChangedPages; historyStart: number | null };

/** The changed pages of a source. A day before its history stands for the first day of the history. */
async function changedSince(
  ctx: Pick<Ctx, "services" | "now">,
  source: RoutedSource,
  at: number,
  words: string[],
): Promise<Compared> {
  const index = ctx.services.docsIndex(source.address);
  const historyStart = await index.historyStart(ctx.now().getTime());
  const pages =
    historyStart === null ? [] : await index.changedPages(Math.max(at, historyStart), words, MAX_PAGES);
  return { source: labelled(source), pages, historyStart };
}

async function changedBetween(
  ctx: Pick<Ctx, "services" | "now">,
  { before, after }: VersionPair,
  words: string[],
): Promise<Compared> {
  const [old, now] = [ctx.services.docsIndex(before.address), ctx.services.docsIndex(after.address)];
  const [oldUrls, nowUrls] = await Promise.all([
    old.pagesAbout(words, MAX_PAGES),
    now.pagesAbout(words, MAX_PAGES),
  ]);
  const urls = [...new Set([...nowUrls, ...oldUrls.map((url) => urlIn(url, before, after))])];
  const at = ctx.now().getTime();
  const [oldPages, nowPages] = await Promise.all([
    old.readAsOf(
      urls.map((url) => urlIn(url, after, before)),
      at,
    ),
    now.readAsOf(urls, at),
  ]);
  const pages = urls.map((url, i) => ({ url, before: oldPages[i]!, after: nowPages[i]! }));
  return { source: labelled(after), pages, historyStart: null };
}

function labelled(source: RoutedSource): RoutedSource {
  return { ...source, version: versionBesideName(source) };
}

function pageOf(pages: ChangedPages, url: string): PageChange["page"] {
  const own = url.split("#", 1)[0];
  return pages.find(({ after }) => after?.url === own)?.after ?? null;
}

/** Sentences about sources whose earlier texts do not reach back to the day asked for. */
function historyNotices(compared: Compared[], at: number): string[] {
  const starts = compared.flatMap(({ historyStart }) => (historyStart === null ? [] : [historyStart]));
  if (starts.length === 0) return ["No earlier texts are kept of these sources yet."];
  const latest = Math.max(...starts);
  if (latest <= at) return [];
  return [`Earlier texts are kept since ${dayOf(latest)}; older changes aren't known.`];
}
