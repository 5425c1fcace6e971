import { AppError } from "#worker/errors.ts";
import type { Embedder } from "./embedder.ts";
import { toInt8, toUnit } from "./unit-vector.ts";

/** What we use of the binding; Workers AI has no local simulator, so tests give one made by hand. */
export type AiBinding = {
  run(model: string, input: { text: string[] }): Promise<{ data?: number[][] }>;
};

const MODEL = "@cf/qwen/qwen3-embedding-0.6b";
/** The model is trained so that its first components are an embedding too: half of the 1,024 cost half. */
const DIMS = 512;
const MAX_TEXTS = 100;
/** The model takes 8,192 tokens; a chunk has a few hundred. */
const MAX_TEXT_LENGTH = 16_000;
/** The model's card asks for a sentence on the task before a question, and for none before a passage. */
const TASK = "Given a question about software, retrieve the passages of its documentation that answer it";

/** Workers AI's own code for a used-up day; all others (requests a minute, capacity, time-outs) pass by themselves. */
const DAILY_ALLOCATION_CODE = 3036;

/**
 * The embedder for production, where `AI` is bound and every text costs money. Fails with `unavailable` when a later try can succeed,
 * with `resource-exhausted` when the account's allocation of the day is used up; a search then goes on by words alone.
 */
export function workersAiEmbedder(ai: AiBinding): Embedder {
  return {
    id: `qwen3-embedding-0.6b/${DIMS}`,
    dims: DIMS,
    async embedQuery(text) {
      const [vector] = await embed(ai, [`Instruct: ${TASK}\nQuery:${text}`]);
      return vector!;
    },
    async embedPassages(passages) {
      const texts = passages.map(({ title, heading, body }) => `${title}\n${heading}\n${body}`);
      const vectors: Int8Array[] = [];
      for (let at = 0; at < texts.length; at += MAX_TEXTS) {
        const batch = await embed(ai, texts.slice(at, at + MAX_TEXTS));
        vectors.push(...batch.map(toInt8));
      }
      return vectors;
    },
  };
}

async function embed(ai: AiBinding, texts: string[]): Promise<Float32Array[]> {
  const { data = [] } = await run(ai, { text: texts.map((text) => text.slice(0, MAX_TEXT_LENGTH)) });
  if (data.length !== texts.length || !data.every(isVector))
    throw new AppError("unavailable", "The embedding model gave an answer that cannot be used. Try again.", {
      data: { retry: true, vectors: data.length, texts: texts.length },
    });
  return data.map((values) => toUnit(Float32Array.from(values.slice(0, DIMS))));
}

async function run(ai: AiBinding, input: { text: string[] }): Promise<{ data?: number[][] }> {
  try {
    return await ai.run(MODEL, input);
  } catch (cause) {
    throw mapError(cause);
  }
}

/** Errors of the binding begin with a code: `3040: Capacity temporarily exceeded, please try again.` */
function mapError(cause: unknown): AppError {
  const code = Number(/^\D{0,20}(\d{4}):/.exec(cause instanceof Error ? cause.message : "")?.[1]);
  if (code === DAILY_ALLOCATION_CODE)
    return new AppError("resource-exhausted", "Today's allocation of the embedding model is used up.", {
      data: { retry: false, code },
      cause,
    });
  return new AppError("unavailable", "The embedding model does not answer. Try again in a minute.", {
    data: { retry: true, code: Number.isNaN(code) ? null : code },
    cause,
  });
}

function isVector(values: number[]): boolean {
  return values.length >= DIMS && values.every(Number.isFinite);
}
