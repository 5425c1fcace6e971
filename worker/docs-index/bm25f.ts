import type { Candidate, FieldCounts, FieldStats, QueryTerm } from "./candidates.ts";

/** Weight of a term in a field, and the part that the field's length takes from it (BM25's b: 0 nothing, 1 in full proportion). */
type FieldWeight = { weight: number; b: number };

export type Bm25fWeights = {
  /** Saturation of repeated terms. */
  k1: number;
  title: FieldWeight;
  heading: FieldWeight;
  body: FieldWeight;
};

/** BM25 of one field: saturation, and how much the length takes. */
export type Bm25Weights = { k1: number; b: number };

/** Default weights: BM25's own, with more for titles and headings, which vary little in length. */
export const LOCAL_WEIGHTS: Bm25fWeights = {
  k1: 1.2,
  title: { weight: 2, b: 0.3 },
  heading: { weight: 2, b: 0.3 },
  body: { weight: 1, b: 0.75 },
};

/** BM25F: counts of the fields are weighed and added before they are saturated (Robertson, Zaragoza and Taylor, CIKM 2004). */
export function bm25f(
  fields: Candidate["chunk"],
  terms: QueryTerm[],
  idfs: number[],
  means: FieldStats,
  weights: Bm25fWeights = LOCAL_WEIGHTS,
): number {
  const title = factorOf(weights.title, fields.title.length, means.titleLength);
  const heading = factorOf(weights.heading, fields.heading.length, means.headingLength);
  const body = factorOf(weights.body, fields.body.length, means.bodyLength);
  const { k1 } = weights;
  let score = 0;
  for (let t = 0; t < terms.length; t++) {
    const frequency =
      title * fields.title.counts[t]! + heading * fields.heading.counts[t]! + body * fields.body.counts[t]!;
    if (frequency > 0) score += terms[t]!.weight * idfs[t]! * saturate(frequency, k1);
  }
  return score;
}

export function bm25(
  { counts, length }: FieldCounts,
  terms: QueryTerm[],
  idfs: number[],
  meanLength: number,
  { k1, b }: Bm25Weights,
): number {
  const factor = factorOf({ weight: 1, b }, length, meanLength);
  let score = 0;
  for (let t = 0; t < terms.length; t++) {
    if (counts[t]! > 0) score += terms[t]!.weight * idfs[t]! * saturate(factor * counts[t]!, k1);
  }
  return score;
}

/** Score that a term adds by its frequency, in units of the term's rarity: from 0 to k1 + 1. */
export function saturate(frequency: number, k1: number): number {
  return (frequency * (k1 + 1)) / (frequency + k1);
}

/** Rarity of a term, never below zero, also for a term that most documents have. */
export function idf(documents: number, withTerm: number): number {
  return Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));
}

/** Weight of one occurrence in a field of the given length. */
export function factorOf({ weight, b }: FieldWeight, length: number, mean: number): number {
  return weight / (1 - b + b * (mean > 0 ? length / mean : 1));
}
