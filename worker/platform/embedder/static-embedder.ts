import type { Embedder } from "./embedder.ts";

export function staticEmbedder(): Embedder {
  throw new Error("not there yet");
}
