import { DEFAULT_READ_BUDGET_TOKENS } from "#schema/values.ts";
import { listVisibleSources, routeQuestion } from "#worker/catalog/route.ts";
import type { RoutedSource } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import type { PageThen } from "#worker/docs-index/former-pages.ts";
import { AppError } from "#worker/errors.ts";
import { sourcesOfSite, spellings } from "#worker/reader/find-page.ts";
import type { ReadInput } from "#worker/reader/read-url.ts";
import { describeChanges } from "./describe-changes.ts";
import type { FoundChanges } from "./describe-changes.ts";
import { diffPage } from "./diff-pages.ts";
import type { ChangesSession } from "./search-changes.ts";
import { dayOf, parseSince } from "./since.ts";
import type { Since } from "./since.ts";
import { urlIn } from "./url-in.ts";
import { versionsToCompare } from "./versions-to-compare.ts";

type ChangesCtx = Pick<Ctx, "actor" | "db" | "firstReads" | "now" | "scope" | "services">;

/** A page then and now; one of the two may be missing. `notices` are sentences about the comparison. */
type TwoTexts = { before: PageThen | null; after: PageThen | null; notices: string[] };

export type ChangedPage = FoundChanges & {
  title: string;
  url: string;
  source: RoutedSource;
  /** The page as it is now; null when it is gone. */
  page: PageThen | null;
};

/**
 * The sections of an indexed page that were added, changed or removed since an earlier day or version, with both texts. `section` or the
 * fragment of the URL leaves those whose heading or anchor is named so.
 * @throws AppError not-found for a page that no source held, invalid-argument for a URL or a day that is none.
 */
export async function readChanges(
  ctx: ChangesCtx,
  input: ReadInput & { since: string },
  session: ChangesSession,
): Promise<ChangedPage> {
  const url = URL.parse(input.url);
  if (!url)
    throw new AppError("invalid-argument", "`url` is not a URL. Pass it as the search result shows it.");
  const since = parseSince(input.since, ctx.now());
  const part = input.section?.trim() || decodeURIComponentSafely(url.hash.slice(1));
  for (const source of sourcesOfSite(url, await listVisibleSources(ctx, "all"))) {
    for (const spelling of spellings(url)) {
      const found = await readBoth(ctx, source, spelling, since);
      if (!found) continue;
      const page = (found.after ?? found.before)!;
      const changes = diffPage(found.before, found.after)
        .filter(({ headingPath, url: at }) => part === "" || isOf(part, headingPath, at))
        .map((change) => ({ ...change, source, page: found.after }));
      const described = describeChanges(changes, {
        budget: input.budget ?? DEFAULT_READ_BUDGET_TOKENS,
        since: "at" in since ? dayOf(since.at) : since.version,
        sources: [source.name],
        notices: [...(session.notice === undefined ? [] : [session.notice]), ...found.notices],
        session: session.handle,
      });
      return { ...described, title: page.title, url: page.url, source, page: found.after };
    }
  }
  throw new AppError(
    "not-found",
    "No indexed source holds this page, so its earlier text isn't known. Read it without `since`.",
  );
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

/** Whether a section is meant: by its anchor, or by words of one of its headings. */
function isOf(part: string, headingPath: string[], url: string): boolean {
  const wanted = part.replace(/^#/, "").toLowerCase();
  return (
    url.split("#", 2)[1]?.toLowerCase() === wanted ||
    headingPath.some((heading) => heading.toLowerCase().includes(wanted))
  );
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
