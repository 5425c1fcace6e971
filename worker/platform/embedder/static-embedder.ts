import { DOCS_STATIC } from "./docs-static/model.ts";
import vocabulary from "./docs-static/vocab.txt";
import weights from "./docs-static/weights.bin";
import type { Embedder } from "./embedder.ts";
import { StaticEncoder } from "./static-encoder.ts";
import { toInt8 } from "./unit-vector.ts";

let encoder: StaticEncoder | undefined;

/**
 * The embedder that needs no network: `docs-static`, word vectors of 7 MB that come with the Worker (see its NOTICE). English
 * and code; a bag of words, so word order and negation are lost. Reading the vocabulary takes some 20 ms, once an isolate,
 * at the first text.
 */
export function staticEmbedder(): Embedder {
  return {
    id: DOCS_STATIC.id,
    dims: DOCS_STATIC.dims,
    embedQuery: (text) => Promise.resolve(staticEncoder().encode(text)),
    embedPassages: (passages) =>
      Promise.resolve(
        passages.map(({ title, heading, body }) =>
          toInt8(staticEncoder().encodePassage(title, heading, body)),
        ),
      ),
  };
}

/** The encoder behind it, for texts that are no pages and no questions to an index. */
export function staticEncoder(): StaticEncoder {
  encoder ??= new StaticEncoder(DOCS_STATIC, vocabulary, weights);
  return encoder;
}
