import { AppError } from "#worker/errors.ts";
import { runModel } from "#worker/platform/workers-ai.ts";
import type { Embedder } from "./embedder.ts";
import { toInt8, toUnit } from "./unit-vector.ts";

/** Used part of the binding; Workers AI has no local simulator, so tests give a stub. */
export type EmbeddingModels = {
  run(model: string, input: { text: string[] }): Promise<{ data?: number[][] }>;
};

const MODEL = "@cf/qwen/qwen3-embedding-0.6b";
/** Number of first components kept: the model is trained so that these are an embedding too, and half of the 1,024 cost half. */
const DIMS = 512;
const MAX_TEXTS = 100;
/** Limit on a text; the model takes 8,192 tokens, and a chunk has a few hundred. */
const MAX_TEXT_LENGTH = 16_000;
/** Sentence before a question, as the model's card asks; a passage has none. */
const TASK = "Given a question about software, retrieve the passages of its documentation that answer it";

/** Limit for a question, since somebody waits: a search by words alone is better than a late one. */
const QUESTION_LIMIT_MS = 2_000;
const PASSAGES_LIMIT_MS = 30_000;

/**
 * The embedder for an account with Workers AI, where every text costs money. Fails with `unavailable` when a later try can succeed,
 * with `resource-exhausted` when the account's allocation of the day is used up.
 */
export function workersAiEmbedder(ai: EmbeddingModels): Embedder {
  return {
    id: `qwen3-embedding-0.6b/${DIMS}`,
    dims: DIMS,
    async embedQuery(text) {
      const [vector] = await embed(ai, [`Instruct: ${TASK}\nQuery:${text}`], QUESTION_LIMIT_MS);
      return vector!;
    },
    async embedPassages(passages) {
      const texts = passages.map(({ title, heading, body }) => `${title}\n${heading}\n${body}`);
      const vectors: Int8Array[] = [];
      for (let at = 0; at < texts.length; at += MAX_TEXTS) {
        const batch = await embed(ai, texts.slice(at, at + MAX_TEXTS), PASSAGES_LIMIT_MS);
        vectors.push(...batch.map(toInt8));
      }
      return vectors;
    },
  };
}

async function embed(ai: EmbeddingModels, texts: string[], limitMs: number): Promise<Float32Array[]> {
  const cut = texts.map((text) => text.slice(0, MAX_TEXT_LENGTH));
  const { data = [] } = await runModel(
    { binding: ai, name: MODEL },
    () => ai.run(MODEL, { text: cut }),
    limitMs,
  );
  if (data.length !== texts.length || !data.every(isVector))
    throw new AppError("unavailable", "The embedding model gave an answer that cannot be used. Try again.", {
      data: { retry: true, vectors: data.length, texts: texts.length },
    });
  return data.map((values) => toUnit(Float32Array.from(values.slice(0, DIMS))));
}

function isVector(values: number[]): boolean {
  return values.length >= DIMS && values.every(Number.isFinite);
}
