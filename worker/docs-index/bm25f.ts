import type { Candidate, FieldStats, QueryTerm } from "./candidates.ts";

/** How much a term of a field counts, and how much the field's length takes from it (0 nothing, 1 in full proportion). */
type FieldWeights = { weight: number; lengthShare: number };

/** BM25's own defaults; titles and headings count more and vary little in length. */
const SATURATION = 1.2;
const TITLE: FieldWeights = { weight: 2, lengthShare: 0.3 };
const HEADING: FieldWeights = { weight: 2, lengthShare: 0.3 };
const BODY: FieldWeights = { weight: 1, lengthShare: 0.75 };

/** BM25F: counts of the fields are weighed and added before they are saturated (Robertson, Zaragoza and Taylor, CIKM 2004). */
export function bm25f(
  fields: Candidate["chunk"],
  terms: QueryTerm[],
  idfs: number[],
  means: FieldStats,
): number {
  const title = factorOf(TITLE, fields.title.length, means.titleLength);
  const heading = factorOf(HEADING, fields.heading.length, means.headingLength);
  const body = factorOf(BODY, fields.body.length, means.bodyLength);
  let score = 0;
  for (let t = 0; t < terms.length; t++) {
    const frequency =
      title * fields.title.counts[t]! + heading * fields.heading.counts[t]! + body * fields.body.counts[t]!;
    if (frequency > 0)
      score += terms[t]!.weight * idfs[t]! * ((frequency * (SATURATION + 1)) / (frequency + SATURATION));
  }
  return score;
}

/** Never below zero, also for a term that most documents have. */
export function idf(documents: number, withTerm: number): number {
  return Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));
}

function factorOf({ weight, lengthShare }: FieldWeights, length: number, mean: number): number {
  return weight / (1 - lengthShare + lengthShare * (mean > 0 ? length / mean : 1));
}
