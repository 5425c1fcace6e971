import type { Bm25fWeights } from "#worker/docs-index/bm25f.ts";
import { PICK } from "#worker/search/pick.ts";
import type { PickOptions } from "#worker/search/pick.ts";
import { RANKING } from "#worker/search/rank.ts";
import type { RankingOptions } from "#worker/search/rank.ts";
import type { Scope } from "../args.ts";
import type { CandidatePools } from "./lab.ts";

type Field = "title" | "heading";

/** A part of the ranking, with its replacement when it is off. */
export type Part = {
  name: string;
  how: string;
  ranking?: Partial<RankingOptions>;
  pick?: Partial<PickOptions>;
  pools?: Partial<CandidatePools>;
  candidates?: number;
  asksAllAtOnce?: boolean;
  /** The scope in which the part does something; both when left out. */
  scope?: Scope;
};

/** All parts; parts that can stand in for each other are off together as well. */
export const PARTS: Part[] = [
  { name: "sources that are named before others", how: "all at once", asksAllAtOnce: true, scope: "all" },
  { name: "cosine of the passage", how: "weight 0", ranking: { cosineWeight: 0 } },
  { name: "cosine of the page", how: "weight 0", ranking: { pageCosineWeight: 0 } },
  {
    name: "all vectors",
    how: "both cosines 0, none in the pools",
    ranking: { cosineWeight: 0, pageCosineWeight: 0 },
    pools: { hasVectors: false },
  },
  { name: "words of the page", how: "weight 0", ranking: { pageWeight: 0 } },
  { name: "words of documentation for those of the question", how: "none", pools: { hasAddedWords: false } },
  { name: "of these, what the phrase book adds", how: "none", pools: { hasPhraseBook: false } },
  ...fieldParts("title"),
  ...fieldParts("heading"),
  {
    name: "title and heading of a passage",
    how: "not counted",
    ranking: { chunk: without(RANKING.chunk, "title", "heading") },
  },
  {
    name: "source that is named",
    how: "factor 1",
    ranking: { namedSourceFactor: 1 },
    scope: "all",
  },
  { name: "pool: passages by words", how: "empty", pools: { byWords: 0 } },
  { name: "pool: passages by vector", how: "empty", pools: { byVector: 0 } },
  { name: "64 candidates a source", how: "32 instead", candidates: 32 },
  {
    name: "score share of a passage",
    how: "every passage may be sent",
    pick: { minScoreShare: 0, minShareOfOtherPages: 0 },
  },
  {
    name: "higher share for other pages",
    how: "as for the best page",
    pick: { minShareOfOtherPages: PICK.minScoreShare },
  },
  { name: "passages a page", how: "any number", pick: { maxChunksPerPage: Number.MAX_SAFE_INTEGER } },
];

function fieldParts(field: Field): Part[] {
  const asBody = { ...RANKING.chunk, [field]: { ...RANKING.chunk[field], weight: 1 } };
  return [
    {
      name: `words of the ${field} of a passage`,
      how: "not counted",
      ranking: { chunk: without(RANKING.chunk, field) },
    },
    { name: `weight of the ${field} of a passage`, how: "counted as body", ranking: { chunk: asBody } },
  ];
}

function without(weights: Bm25fWeights, ...fields: Field[]): Bm25fWeights {
  const off = fields.map((field) => [field, { ...weights[field], weight: 0 }]);
  return { ...weights, ...Object.fromEntries(off) };
}
