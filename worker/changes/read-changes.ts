import { DEFAULT_READ_BUDGET_TOKENS } from "#schema/values.ts";
import { listVisibleSources, routeQuestion } from "#worker/catalog/route.ts";
import type { RoutedSource } from "#worker/catalog/route.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import type { PageThen } from "#worker/docs-index/former-pages.ts";
import { AppError } from "#worker/errors.ts";
import { sourcesOfSite, spellings } from "#worker/reader/find-page.ts";
import { fitWithin } from "#worker/reader/fit-within.ts";
import { wantedPart } from "#worker/reader/read-url.ts";
import type { ReadInput, ReadPage } from "#worker/reader/read-url.ts";
import { changesOfPart } from "./changes-of-part.ts";
import { describeChanges } from "./describe-changes.ts";
import type { ShownChange } from "./describe-changes.ts";
import { diffPage } from "./diff-pages.ts";
import type { ChangesSession } from "./search-changes.ts";
import { dayOf, parseSince } from "./since.ts";
import type { Since } from "./since.ts";
import { urlIn } from "./url-in.ts";
import { versionsToCompare } from "./versions-to-compare.ts";

type ChangesCtx = Pick<Ctx, "actor" | "db" | "firstReads" | "log" | "now" | "scope" | "services">;

/** A page then and now; one of the two may be missing. `notices` are sentences about the comparison. */
type TwoTexts = { before: PageThen | null; after: PageThen | null; notices: string[] };

/** The answer about a page's changes, with the facts of the page. */
export type ChangedPage = ReadPage & {
  changes: ShownChange[];
  /** o200k tokens of the answer as its client gets it. */
  tokensSent: number;
};

type ChangesReadSession = ChangesSession & { wireForm?: (read: ReadPage) => string };

/**
 * The sections of an indexed page that were added, changed or removed since an earlier day or version, with both texts. `section` or the
 * fragment of the URL leaves those of that part, and a question as `section` those that share its words. The budget is of the answer as its
 * client gets it.
 * @throws AppError not-found for a page that no source held, invalid-argument for a URL or a day that is none.
 */
export async function readChanges(
  ctx: ChangesCtx,
  input: ReadInput & { since: string },
  session: ChangesReadSession,
): Promise<ChangedPage> {
  const url = URL.parse(input.url);
  if (!url)
    throw new AppError("invalid-argument", "`url` is not a URL. Pass it as the search result shows it.");
  const since = parseSince(input.since, ctx.now());
  for (const source of sourcesOfSite(url, await listVisibleSources(ctx, "all"))) {
    for (const spelling of spellings(url)) {
      const found = await readBoth(ctx, source, spelling, since);
      if (!found) continue;
      const all = diffPage(found.before, found.after);
      const part = await changesOfPart(ctx, all, found, wantedPart(url, input));
      const changes = part.changes.map((change) => ({ ...change, source, page: found.after }));
      const facts = {
        since: "at" in since ? dayOf(since.at) : since.version,
        sources: [source.name],
        notices: [
          ...(session.notice === undefined ? [] : [session.notice]),
          ...found.notices,
          ...part.notices,
        ],
        session: session.handle,
      };
      const page = factsOf(ctx, found, source);
      const { answer, sent } = await fitWithin(input.budget ?? DEFAULT_READ_BUDGET_TOKENS, (budget) => {
        const described = describeChanges(changes, { ...facts, budget });
        const inForm = session.wireForm?.({ text: described.text, page });
        const plain = described.tokens;
        return { answer: described, plain, sent: inForm === undefined ? plain : countTokens(inForm) };
      });
      return { text: answer.text, changes: answer.changes, page, tokensSent: sent };
    }
  }
  throw new AppError(
    "not-found",
    "No indexed source holds this page, so its earlier text isn't known. Read it without `since`.",
  );
}

function factsOf(ctx: Pick<Ctx, "now">, { before, after }: TwoTexts, source: RoutedSource): ReadPage["page"] {
  const { title, url } = (after ?? before)!;
  return {
    title,
    url,
    source: source.name,
    fetchedAt: new Date(after?.since ?? ctx.now()).toISOString(),
    contentHash: after?.contentHash ?? "",
    tokens: after ? countTokens(after.markdown) : 0,
    isWhole: false,
  };
}

async function readBoth(
  ctx: ChangesCtx,
  source: RoutedSource,
  url: string,
  since: Since,
): Promise<TwoTexts | null> {
  const now = ctx.now().getTime();
  const index = ctx.services.docsIndex(source.address);
  const [after = null] = await index.readAsOf([url], now);
  if ("version" in since) {
    if (!after) return null;
    const routing = { question: "", terms: [], wanted: [source.name], scope: "all" as const };
    const earlier = await routeQuestion(ctx, { ...routing, version: since.version });
    const [pair] = versionsToCompare(earlier, { ...earlier, sources: [source] });
    const [before = null] = await ctx.services
      .docsIndex(pair!.before.address)
      .readAsOf([urlIn(url, source, pair!.before)], now);
    return { before, after, notices: [] };
  }
  const start = await index.historyStart(now);
  if (start === null)
    return after && { before: after, after, notices: ["No earlier text of this page is kept yet."] };
  const [before = null] = await index.readAsOf([url], Math.max(since.at, start));
  if (!before && !after) return null;
  const notices =
    start > since.at ? [`Earlier texts are kept since ${dayOf(start)}; older changes aren't known.`] : [];
  return { before, after, notices };
}
