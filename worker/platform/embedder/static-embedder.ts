import { readText } from "../data-files.ts";
import type { DataFiles } from "../data-files.ts";
import { DOCS_STATIC } from "./docs-static/model.ts";
import vocabularyFile from "./docs-static/vocab.txt?url";
import weightsFile from "./docs-static/weights.bin?url";
import type { Embedder } from "./embedder.ts";
import { StaticEncoder } from "./static-encoder.ts";
import { toInt8 } from "./unit-vector.ts";

/** Addresses of the embedder's files, for code that carries the files along. */
export const STATIC_EMBEDDER_FILES = { vocabulary: vocabularyFile, weights: weightsFile };

let encoder: StaticEncoder | undefined;

/**
 * The embedder that needs no network: `docs-static`, word vectors of 7 MB that come with a deployment (see its NOTICE). English
 * and code; a bag of words, so word order and negation are lost. The files are read once an isolate, at the first text.
 */
export function staticEmbedder(files: DataFiles): Embedder {
  return {
    id: DOCS_STATIC.id,
    dims: DOCS_STATIC.dims,
    async embedQuery(text) {
      return (await staticEncoder(files)).encode(text);
    },
    async embedPassages(passages) {
      const known = await staticEncoder(files);
      return passages.map(({ title, heading, body }) => toInt8(known.encodePassage(title, heading, body)));
    },
  };
}

/**
 * The encoder behind the static embedder, for texts that are neither pages nor questions to an index. Calls during the first reading read
 * the files too: the request whose promise they would wait for may be cancelled.
 */
export async function staticEncoder(files: DataFiles): Promise<StaticEncoder> {
  if (encoder) return encoder;
  const [vocabulary, weights] = await Promise.all([
    readText(files, vocabularyFile),
    files.bytes(weightsFile),
  ]);
  return (encoder ??= new StaticEncoder(DOCS_STATIC, vocabulary, weights));
}
