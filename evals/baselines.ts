import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Scope } from "./args.ts";
import type { Outcome } from "./metrics.ts";
import { isWithin, reciprocalRank } from "./metrics.ts";
import { bootstrapInterval, mean } from "./statistics.ts";
import type { Interval } from "./statistics.ts";

const SCOPES: Record<Scope, string> = { source: "corpus", all: "all" };

const baselineRow = z.object({
  scope: z.string(),
  method: z.string(),
  id: z.string(),
  /** Rank of the gold page; 0, null or absent where none was found. */
  rank: z.number().nullish(),
  must2000: z.boolean(),
});
export type BaselineRow = z.infer<typeof baselineRow>;

export type Gain = { measure: string; baseline: number; mean: number } & Interval;
export type Comparison = { method: string; questions: number; gains: Gain[] };

/** Results of other systems on the same questions, where the data folder has them; else none. */
export function readBaselines(dataDir: string): BaselineRow[] {
  const file = join(dataDir, "baselines.jsonl");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => baselineRow.parse(JSON.parse(line)));
}

/** Our figures minus those of each baseline, question by question, in points, with the paired bootstrap's interval. */
export function compareWithBaselines(
  rows: readonly BaselineRow[],
  scope: Scope,
  outcomes: readonly Outcome[],
): Comparison[] {
  const ofScope = rows.filter((row) => row.scope === SCOPES[scope]);
  const own = new Map(outcomes.map((outcome) => [outcome.question.id, outcome]));
  return [...Map.groupBy(ofScope, ({ method }) => method)].map(([method, theirs]) => {
    const pairs = theirs.flatMap((row) => {
      const outcome = own.get(row.id);
      return outcome ? [{ row, outcome }] : [];
    });
    const gain = (
      measure: string,
      us: (outcome: Outcome) => number,
      them: (row: BaselineRow) => number,
    ): Gain => {
      const differences = pairs.map(({ row, outcome }) => 100 * (us(outcome) - them(row)));
      return {
        measure,
        baseline: 100 * mean(pairs.map(({ row }) => them(row))),
        mean: mean(differences),
        ...bootstrapInterval(differences),
      };
    };
    return {
      method,
      questions: pairs.length,
      gains: [
        gain(
          "R@5",
          ({ rank }) => Number(isWithin(rank, 5)),
          ({ rank }) => Number(isWithin(rank ?? 0, 5)),
        ),
        gain(
          "MRR@10",
          ({ rank }) => reciprocalRank(rank),
          ({ rank }) => reciprocalRank(rank ?? 0),
        ),
        gain(
          "must 2000",
          ({ answers }) => Number(answers[2000].missing.length === 0),
          ({ must2000 }) => Number(must2000),
        ),
      ],
    };
  });
}
