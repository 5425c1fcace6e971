import type { Log } from "#worker/platform/log.ts";
import type { Reranker } from "#worker/platform/reranker/reranker.ts";
import type { RankedCandidate } from "./rank.ts";

/** Limit on passages for the re-ranker: the model reads each passage with the question, so cost and wait grow with every passage. */
const MAX_RERANKED = 20;

/**
 * Puts the best candidates in the re-ranker's order. Scores stay at their places, so that the same number of candidates is good
 * enough. The order does not change without a re-ranker, or when the model does not answer.
 */
export async function rerankBest<S>(
  ctx: { services: { reranker: Reranker | null }; log: Pick<Log, "error"> },
  question: string,
  ranked: RankedCandidate<S>[],
  loadTexts: (best: RankedCandidate<S>[]) => Promise<(RankedCandidate<S> & { text: string })[]>,
): Promise<RankedCandidate<S>[]> {
  const { reranker } = ctx.services;
  if (!reranker || ranked.length < 2) return ranked;
  try {
    const best = await loadTexts(ranked.slice(0, MAX_RERANKED));
    const scores = await reranker.rerank(
      question,
      best.map(({ candidate, text }) => [candidate.title, ...candidate.headingPath, text].join("\n")),
    );
    const order = best.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!);
    const reordered = order.map((from, to) => {
      const { text: _text, ...entry } = best[from]!;
      return { ...entry, score: best[to]!.score };
    });
    return [...reordered, ...ranked.slice(MAX_RERANKED)];
  } catch (error) {
    ctx.log.error("reranker.failed", error);
    return ranked;
  }
}
