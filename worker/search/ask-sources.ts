import { absentLibraries } from "#worker/catalog/absent-libraries.ts";
import type { RoutedSource } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import type { IndexQuery } from "#worker/docs-index/candidates.ts";
import { askIndex } from "#worker/docs-index/packed-candidates.ts";
import { judgeAnswer } from "./confidence.ts";
import type { Confidence } from "./confidence.ts";
import { loadTexts } from "./load-texts.ts";
import { mentionsLibrary } from "./mentions-library.ts";
import { rankCandidates } from "./rank.ts";
import type { CandidateGroup, RankedCandidate } from "./rank.ts";
import { rerankBest } from "./rerank.ts";

/** Number of candidates asked of each source: enough that the global order is decided by the global statistics. */
const CANDIDATES_PER_SOURCE = 64;
/** Number of candidates of a single source that come with their text, which in most cases saves a call for the texts. */
const TEXTS_AT_ONCE = 24;

export type Found = {
  /** Candidates of the sources that were asked, best first. */
  ranked: RankedCandidate<RoutedSource>[];
  /** How sure it is that the best candidates answer the question. */
  confidence: Confidence;
  asked: RoutedSource[];
  /** Libraries that the question names and that none of the sources is; none where the caller chose sources whose best pages mention one. */
  absent: string[];
  /** Whether some source was searched by words only, since the vector store does not answer. */
  isByWords: boolean;
};

/**
 * Ranked candidates of the sources that a question names; of all sources when the named ones have no sure answer, or when none is
 * named. So a question about one library gets the same answer however many others there are, and most questions ask one source.
 * `isNarrowed` says that the caller chose the sources.
 */
export async function askSources(
  ctx: Pick<Ctx, "services" | "log">,
  question: string,
  { terms, vector }: Pick<IndexQuery, "terms" | "vector">,
  sources: RoutedSource[],
  isNarrowed: boolean,
): Promise<Found> {
  const otherLibraries = absentLibraries(question, sources);
  const groups: CandidateGroup<RoutedSource>[] = [];
  const ask = async (asked: RoutedSource[]): Promise<Found> => {
    const query = {
      terms,
      vector,
      embedderId: ctx.services.embedder.id,
      limit: CANDIDATES_PER_SOURCE,
      texts: asked.length === 1 ? TEXTS_AT_ONCE : 0,
    };
    const found = await Promise.all(
      asked.map((source) => askIndex(ctx.services.docsIndex(source.address), query)),
    );
    groups.push(...asked.map((source, i) => ({ source, isNamed: source.isNamed, found: found[i]! })));
    const byFeatures = rankCandidates(groups, terms);
    const ranked = await rerankBest(ctx, question, byFeatures, (best) => loadTexts(ctx, best));
    const playsAPart = isNarrowed && otherLibraries.some((name) => mentionsLibrary(ranked, terms, name));
    const absent = playsAPart ? [] : otherLibraries;
    // A question about a missing library names no source, only a part of its own name: `React` of `React Router`.
    const judged = absent.length > 0 ? sources.map((source) => ({ ...source, isNamed: false })) : sources;
    const confidence = judgeAnswer(ranked, judged, { isOtherNamed: absent.length > 0, isNarrowed });
    const isByWords = groups.some((group) => group.found.isByWords);
    return { ranked, confidence, asked: groups.map(({ source }) => source), absent, isByWords };
  };
  const first = sourcesMeant(sources);
  const found = await ask(first);
  const others = sources.filter((source) => !first.includes(source));
  return found.confidence === "sure" || others.length === 0 ? found : ask(others);
}

/** Sources that the question names, and the caller's own unless it names one of the caller's own; all when it names none. */
function sourcesMeant(sources: RoutedSource[]): RoutedSource[] {
  const named = sources.filter(({ isNamed }) => isNamed);
  if (named.length === 0) return sources;
  return named.some(isOwn) ? named : sources.filter((source) => source.isNamed || isOwn(source));
}

function isOwn({ address }: RoutedSource): boolean {
  return address.owner.kind !== "public";
}
