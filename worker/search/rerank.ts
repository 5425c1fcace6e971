import type { Log } from "#worker/platform/log.ts";
import type { Reranker } from "#worker/platform/reranker/reranker.ts";
import type { RankedCandidate } from "./rank.ts";

/** The model reads each passage with the question, so cost and wait grow with every one. */
const MAX_RERANKED = 20;

/**
 * Puts the best candidates in the order that the re-ranker gives them; the scores stay where they are, so that what counts as good
 * enough does not change. As they were without a re-ranker, or when the model does not answer.
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
