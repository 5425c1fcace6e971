import { AppError } from "#worker/errors.ts";
import type { Log } from "#worker/platform/log.ts";
import type { Embedder, EmbedPassage } from "./embedder.ts";

/** Pause before passages are sent a second time, times 0.5 to 1.5 at random, so that not all consumers ask at once. */
const PAUSE_MS = 500;

type EmbedderCtx = { services: { embedder: Embedder }; log: Pick<Log, "error"> };

/** The vector of a question; null when the model does not answer, since a search by words alone is better than none. */
export async function embedQuestion(
  { services, log }: EmbedderCtx,
  question: string,
): Promise<Float32Array | null> {
  try {
    return await services.embedder.embedQuery(question);
  } catch (error) {
    log.error("embedder.question-failed", error);
    return null;
  }
}

/**
 * The vectors of passages with the id that they are stored under; both null when the model does not answer the second time either. A
 * passage stored without vectors is found by its words, and counts as changed when read again.
 */
export async function embedPassages(
  { services: { embedder }, log }: EmbedderCtx,
  passages: EmbedPassage[],
): Promise<{ vectors: Int8Array[] | null; embedderId: string | null }> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
    try {
      return { vectors: await embedder.embedPassages(passages), embedderId: embedder.id };
    } catch (error) {
      log.error("embedder.passages-failed", error, { attempt, passages: passages.length });
      // Asking again today, or while the model is left alone, gains nothing.
      if (error instanceof AppError && error.data.retry === false) break;
    }
  }
  return { vectors: null, embedderId: null };
}
