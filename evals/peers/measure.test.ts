import { expect, it } from "vitest";
import type { Question } from "../data.ts";
import { judgeAnswer, summarizePeer, timeAnswer } from "./measure.ts";
import type { Way } from "./peer.ts";
import { differencesFrom, whereNotBetter } from "./report.ts";
import type { WayResult } from "./report.ts";

const QUESTION: Question = {
  id: "q1",
  corpus: "made",
  query: "how long does a pool wait",
  gold: ["pool.md"],
  must: ["idleTimeout"],
  kind: "howto",
  difficulty: "lexical",
};
const FILLER = "word ".repeat(1500);

async function askPeer(way: Way, question: Question) {
  return judgeAnswer(question, await timeAnswer(way, question));
}

function wayThat(ask: Way["ask"]): Way {
  return { name: "made", how: "as a test needs it", ask };
}

it("looks for the strings in what was returned, and within a budget in that with what comes next", async () => {
  const way = wayThat(async () => ({
    pages: ["other.md", "pool.md"],
    text: "nothing of use",
    more: async () => `nothing of use\n\n${FILLER} idle\\Timeout`,
  }));
  const outcome = await askPeer(way, QUESTION);
  expect(outcome).toMatchObject({ rank: 2, named: 2, tokens: 3, error: null });
  expect(outcome.must).toEqual({ returned: false, 1000: false, 2000: true, 5000: true });
});

it("cuts an answer that returns more than a budget", async () => {
  const way = wayThat(async () => ({ pages: [], text: `${FILLER} idleTimeout` }));
  const { must, rank } = await askPeer(way, QUESTION);
  expect(must).toEqual({ returned: true, 1000: false, 2000: true, 5000: true });
  expect(rank).toBe(0);
});

it("counts an answer that fails as one that holds nothing", async () => {
  const outcome = await askPeer(
    wayThat(() => Promise.reject(new Error("gone"))),
    QUESTION,
  );
  expect(outcome).toMatchObject({ rank: 0, tokens: 0, error: "Error: gone" });
  expect(outcome.must.returned).toBe(false);
  expect(summarizePeer([outcome])).toMatchObject({ errors: 1, nothing: 1, recall5: 0 });
});

it("compares at a budget what the product was asked for with what the other fits in", async () => {
  const holding = wayThat(async () => ({ pages: ["pool.md"], text: "idleTimeout" }));
  const missing = wayThat(async () => ({ pages: ["a.md", "pool.md"], text: `${FILLER} idleTimeout` }));
  const questions = ["q1", "q2", "q3"].map((id) => ({ ...QUESTION, id }));
  const result = async (peer: string, way: Way, name: string): Promise<WayResult> => {
    const outcomes = await Promise.all(questions.map((question) => askPeer(way, question)));
    return { peer, version: "1", way: name, how: "", indexSeconds: 0, peakMb: null, outcomes };
  };
  const results = [
    await result("Docenda", holding, "Docenda, budget 2000 (default)"),
    await result("Docenda", missing, "Docenda, budget 1000"),
    await result("Docenda", holding, "Docenda, budget 5000"),
  ];
  const rival = await result("other", missing, "other");
  const differences = new Map(
    differencesFrom(results, rival).map(({ measure, mean, low, high }) => [measure, [low, mean, high]]),
  );
  expect(differences.get("R@1")).toEqual([100, 100, 100]);
  expect(differences.get("R@5")).toEqual([0, 0, 0]);
  expect(differences.get("MRR@10")).toEqual([50, 50, 50]);
  expect(differences.get("must as returned")).toEqual([0, 0, 0]);
  // The product's answer to a budget of 1,000 counts whole, however long it is: the other's is cut at the budget.
  expect(differences.get("≤ 1000")).toEqual([100, 100, 100]);
  expect(differences.get("≤ 2000")).toEqual([0, 0, 0]);
  expect(differences.get("tokens")?.[1]).toBeLessThan(-1000);

  const slow = rival.outcomes.map((outcome) => ({ ...outcome, seconds: 60 }));
  expect(whereNotBetter([...results, { ...rival, outcomes: slow }], "Docenda")).toEqual([
    "- **other**: R@5, must as returned, ≤ 2000, ≤ 5000.",
    expect.stringMatching(/^- \*\*Faster at p95\*\* than the default's \d+ ms: nobody\.$/u),
  ]);
});
