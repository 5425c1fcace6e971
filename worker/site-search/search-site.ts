import * as z from "zod";
import { findRoute } from "#schema/routes.ts";
import { askIndex } from "#worker/docs-index/packed-candidates.ts";
import { questionTerms } from "#worker/docs-index/question-terms.ts";
import { embedQuestion } from "#worker/platform/embedder/embed-or-words.ts";
import { confidenceOf, minConfidence } from "#worker/search/confidence.ts";
import { rankCandidates } from "#worker/search/rank.ts";
import { indexSite, SITE_ADDRESS } from "./site-pages.ts";
import type { SiteCtx } from "./site-pages.ts";
import { snippetOf } from "./snippet.ts";

export const searchSiteInput = z.object({ q: z.string().trim().min(1).max(200) });
export type SearchSite = z.infer<typeof searchSiteInput>;

export type SiteResult = {
  /** Path of the page, with the anchor of the section. */
  path: string;
  title: string;
  /** Headings from below the title down to the section. */
  sections: string[];
  snippet: string;
};

export type SiteAnswer = {
  /** Results, best first. */
  results: SiteResult[];
  /** Whether the best results are about the question; otherwise they are only the nearest. */
  isAnswered: boolean;
};

const MAX_RESULTS = 8;
const MAX_RESULTS_A_PAGE = 3;
const CANDIDATES = 64;

/** Whether this isolate has indexed the texts, which a deployment never changes; an isolate belongs to one deployment. */
let isIndexed = false;

/** The sections of this site's public pages that answer a question, found like any documentation. Costs nothing. */
export async function searchSite(ctx: SiteCtx, { q }: SearchSite): Promise<SiteAnswer> {
  if (!isIndexed) await indexSite(ctx);
  isIndexed = true;
  const { embedder } = ctx.services;
  const { terms } = await questionTerms(ctx, q);
  const index = ctx.services.docsIndex(SITE_ADDRESS);
  const vector = await embedQuestion(ctx, q);
  const found = await askIndex(index, { terms, vector, embedderId: embedder.id, limit: CANDIDATES });
  const ranked = rankCandidates([{ source: SITE_ADDRESS, isNamed: false, found }], terms);
  const best = docsFirst(onePerSection(ranked.map(({ candidate }) => candidate)));
  const texts = await index.chunkTexts(best.map(({ chunkId }) => chunkId));
  const textOf = new Map(texts.map(({ chunkId, text }) => [chunkId, text]));
  const results = best.map(({ chunkId, url, anchor, title, headingPath }): SiteResult => {
    const { pathname } = new URL(url);
    return {
      path: anchor && headingPath.length > 1 ? `${pathname}#${anchor}` : pathname,
      title: pathname === "/" ? "Home" : (findRoute(pathname)?.title ?? title),
      sections: headingPath.slice(1),
      snippet: snippetOf(textOf.get(chunkId) ?? "", q),
    };
  });
  return {
    results,
    isAnswered: confidenceOf(ranked) >= minConfidence([{ name: "this site", isNamed: false }]),
  };
}

/** Candidates with articles last: articles tell how something came about, and a searcher wants to use it. */
function docsFirst<C extends { url: string }>(candidates: C[]): C[] {
  const isArticle = ({ url }: C) => new URL(url).pathname.startsWith("/blog/");
  return [...candidates.filter((c) => !isArticle(c)), ...candidates.filter(isArticle)];
}

/** The best chunk of each section, and of each page not so many that they hide the others. */
function onePerSection<C extends { url: string; anchor: string | null; title: string }>(
  candidates: C[],
): C[] {
  const sections = new Map<string, C>();
  const ofPage = new Map<string, number>();
  for (const candidate of candidates) {
    const section = `${candidate.url}#${candidate.anchor ?? ""}`;
    const count = ofPage.get(candidate.url) ?? 0;
    if (sections.has(section) || count === MAX_RESULTS_A_PAGE) continue;
    sections.set(section, candidate);
    ofPage.set(candidate.url, count + 1);
    if (sections.size === MAX_RESULTS) break;
  }
  return [...sections.values()];
}
