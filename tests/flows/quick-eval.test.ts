import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tokensOf } from "#evals/ask.ts";
import { loadDataSet } from "#evals/data.ts";
import { connectDocenda } from "#evals/docenda.ts";
import { indexCorpora } from "#evals/indexed-corpora.ts";
import type { IndexedCorpora } from "#evals/indexed-corpora.ts";
import { DEFAULT_BUDGET, isWithin, rankOf, reciprocalRank } from "#evals/metrics.ts";
import type { EvalFile } from "#evals/report.ts";
import { missingFrom } from "#evals/squeeze.ts";
import { bootstrapInterval } from "#evals/statistics.ts";
import { ROOT } from "#local/root.ts";

/** Written by `npm run eval -- --figures --data evals/own`; a drop that is wanted is written down there. */
const FIGURES = join(ROOT, "docs/figures/own.json");
/** The list of pages is that of the answer with this budget, as in the figures. */
const RANKING_BUDGET = 5000;
const LANES = 3;

type Row = { id: string; rank: number; isAnswered: boolean; tokens: number };

const stateDir = mkdtempSync(join(tmpdir(), "docenda-quick-eval-"));
const data = loadDataSet(join(ROOT, "evals/own"), stateDir);
const figures: { scopes: { all: EvalFile } } = JSON.parse(readFileSync(FIGURES, "utf8"));
const before: Row[] = figures.scopes.all.perQuestion.map(({ id, rank, must, tokens }) => ({
  id,
  rank,
  isAnswered: must[DEFAULT_BUDGET] ?? false,
  tokens,
}));
let indexed: IndexedCorpora | null = null;
const now: Row[] = [];

// The scope in which the product finds the documentation by itself needs all that the other one needs, and routing.
beforeAll(async () => {
  indexed = await indexCorpora(data.corpora, { stateDir, isReused: false });
  await askAll(indexed);
}, 180_000);

afterAll(async () => {
  await indexed?.close();
  rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

it("the figures are of the questions that are asked", () => {
  expect(before.map(({ id }) => id)).toEqual(now.map(({ id }) => id));
});

it.each<[string, (row: Row) => number]>([
  ["recall at 5", ({ rank }) => Number(isWithin(rank, 5))],
  ["MRR@10", ({ rank }) => reciprocalRank(rank)],
  ["must at 2,000", ({ isAnswered }) => Number(isAnswered)],
])("%s has not dropped beyond noise", (name, of) => {
  const changes = now.map((row, i) => ({ id: row.id, change: of(row) - of(before[i]!) }));
  // The paired bootstrap: the drop is beyond noise when its whole interval is below 0.
  const { high } = bootstrapInterval(changes.map(({ change }) => change));
  const lost = changes.filter(({ change }) => change < 0).map(({ id }) => id);
  expect(high, `${name} is lower for ${lost.join(", ")}`).toBeGreaterThanOrEqual(0);
});

it("no answer is above its budget", () => {
  expect(now.filter(({ tokens }) => tokens > DEFAULT_BUDGET)).toEqual([]);
});

/** In a few lanes, since most of a call is waiting; rows in the order of the questions. */
async function askAll({ product, sites }: IndexedCorpora): Promise<void> {
  const system = await connectDocenda(product.mcpUrl, product.apiKey);
  const todo = data.questions.entries();
  const work = async () => {
    for (const [i, { id, corpus, query, gold, must }] of todo) {
      const answer = await system.search({ query, budget: DEFAULT_BUDGET, corpus: null });
      const { pages } = await system.search({ query, budget: RANKING_BUDGET, corpus: null });
      now[i] = {
        id,
        rank: rankOf(
          pages.map((url) => sites.get(corpus)?.pathOf(url) ?? url),
          gold,
        ),
        isAnswered: !answer.isError && missingFrom(answer.text, must).length === 0,
        tokens: tokensOf(answer.text),
      };
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  await system.close();
}
