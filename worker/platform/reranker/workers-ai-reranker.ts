import { AppError } from "#worker/errors.ts";
import { runModel } from "#worker/platform/workers-ai.ts";
import type { Reranker } from "./reranker.ts";

/** Used part of the binding; Workers AI has no local simulator, so tests give a stub. */
export type RerankingModels = {
  run(
    model: string,
    input: { query: string; contexts: { text: string }[]; top_k: number },
  ): Promise<{ response?: { id?: number; score?: number }[] }>;
};

/** The only re-ranker that Workers AI lists. */
const MODEL = "@cf/baai/bge-reranker-base";
/** Limit on a text; the model takes 512 tokens of question and passage together, and ignores the rest. */
const MAX_TEXT_LENGTH = 2_000;
const LIMIT_MS = 2_000;

/** The re-ranker for an account with Workers AI, where every passage costs money. */
export function workersAiReranker(ai: RerankingModels): Reranker {
  return {
    async rerank(question, passages) {
      if (passages.length === 0) return [];
      const input = {
        query: question.slice(0, MAX_TEXT_LENGTH),
        contexts: passages.map((text) => ({ text: text.slice(0, MAX_TEXT_LENGTH) })),
        top_k: passages.length,
      };
      const { response = [] } = await runModel(
        { binding: ai, name: MODEL },
        () => ai.run(MODEL, input),
        LIMIT_MS,
      );
      const scores = new Map(response.map(({ id, score }) => [id, score]));
      return passages.map((_, i) => {
        const score = scores.get(i);
        if (score === undefined || !Number.isFinite(score))
          throw new AppError("unavailable", "The re-ranking model gave an answer that cannot be used.", {
            data: { retry: true, passages: passages.length, scores: response.length },
          });
        return score;
      });
    },
  };
}
