import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { openStorage } from "./sql-storage.ts";

const { VectorCache } = await import("#worker/docs-index/vector-cache.ts");

type Sql = ReturnType<typeof openStorage>["sql"];

const listing = z.object({ id: z.string().max(100), dims: z.int(), questions: z.array(z.string()) });

/** Vectors made elsewhere, of the passages of the lab's indexes and of the questions. */
export type GivenVectors = {
  id: string;
  questionVector(question: string): Float32Array;
  /** Vectors of a source; null when none are given for it. */
  load(name: string, sql: Sql): InstanceType<typeof VectorCache> | null;
};

/**
 * Reads a folder made by `scripts/embedder/encode_sites.py`: `vectors.json` names the encoder and the questions,
 * `questions.bin` has their float32 vectors, and `<source>.bin` int8 rows in the order of the source's chunks.
 */
export function readGivenVectors(folder: string): GivenVectors {
  const { id, dims, questions } = listing.parse(
    JSON.parse(readFileSync(join(folder, "vectors.json"), "utf8")),
  );
  const values = new Float32Array(new Uint8Array(readFileSync(join(folder, "questions.bin"))).buffer);
  const places = new Map(questions.map((question, place) => [question, place]));
  return {
    id,
    questionVector(question) {
      const place = places.get(question);
      if (place === undefined) throw new Error(`${folder} has no vector for: ${question}`);
      return values.slice(place * dims, (place + 1) * dims);
    },
    load(name, sql) {
      const file = join(folder, `${name}.bin`);
      return existsSync(file) ? cacheOf(sql, id, dims, new Uint8Array(readFileSync(file))) : null;
    },
  };
}

function cacheOf(sql: Sql, id: string, dims: number, bytes: Uint8Array): InstanceType<typeof VectorCache> {
  const pages = sql
    .exec<{ id: number; first: number; count: number }>(
      "SELECT id, first_chunk_id AS first, chunk_count AS count FROM page ORDER BY first_chunk_id",
    )
    .toArray();
  const rowCount = pages.reduce((sum: number, page: { count: number }) => sum + page.count, 0);
  if (bytes.length !== rowCount * dims)
    throw new Error(`${bytes.length / dims} vectors for ${rowCount} chunks`);
  const cache = new VectorCache(id, dims);
  cache.reserve(rowCount);
  let at = 0;
  for (const { id: pageId, first, count } of pages) {
    cache.add(pageId, first, count, bytes.slice(at * dims, (at + count) * dims));
    at += count;
  }
  return cache;
}
