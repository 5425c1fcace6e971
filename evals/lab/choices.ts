import { LENGTH } from "#worker/search/answer-length.ts";
import { PACK } from "#worker/search/assemble.ts";
import type { PackOptions } from "#worker/search/assemble.ts";
import { PICK } from "#worker/search/pick.ts";
import type { PickOptions } from "#worker/search/pick.ts";
import { RANKING } from "#worker/search/rank.ts";
import type { RankingOptions } from "#worker/search/rank.ts";

/** Numbers that could be chosen otherwise; a number that is left out is the product's. */
export type Choice = {
  name: string;
  ranking?: Partial<RankingOptions>;
  pick?: Partial<PickOptions>;
  pack?: PackOptions;
  length?: typeof LENGTH;
  keywordWeight?: number;
  defaultNames?: number;
};

/** Choices of which the best on all other sites is taken for each site. The first one is the product. */
export const CHOICES: Choice[] = [
  { name: "as in the product" },
  ...[0.6, 0.8, 1.25].map((factor) => ({
    name: `both cosines times ${factor}`,
    ranking: {
      cosineWeight: factor * RANKING.cosineWeight,
      pageCosineWeight: factor * RANKING.pageCosineWeight,
    },
  })),
  ...[0.4, 0.8].map((pageWeight) => ({ name: `page's words ${pageWeight}`, ranking: { pageWeight } })),
  ...[0, 0.3].map((plainWeight) => ({
    name: `chunk's own words as one text ${plainWeight}`,
    ranking: { plainWeight },
  })),
  ...[0.3, 0.8].map((keywordWeight) => ({ name: `keywords ${keywordWeight}`, keywordWeight })),
  ...[0, 0.25, 0.8].map((coverageWeight) => ({
    name: `coverage ${coverageWeight}`,
    pick: { coverageWeight },
  })),
  ...[-0.06, 0.06].map((change) => ({
    name: `score shares ${change > 0 ? "+" : "−"}${Math.abs(change)}`,
    pick: {
      minScoreShare: PICK.minScoreShare + change,
      minShareOfOtherPages: PICK.minShareOfOtherPages + change,
    },
  })),
  {
    name: "room set aside for the whole frame",
    pack: { frameTokens: 60, blockTokens: 50, minPartTokens: 100, usualTokens: 700 },
  },
  { name: "room for two names from 700 tokens on", pack: { ...PACK, usualTokens: 700 } },
  { name: "longer defaults (exponent 1.5)", length: { ...LENGTH, exponent: 1.5 } },
  { name: "shorter defaults (exponent 3)", length: { ...LENGTH, exponent: 3 } },
  ...[0, 1].map((defaultNames) => ({ name: `defaults name ${defaultNames} sections`, defaultNames })),
];
