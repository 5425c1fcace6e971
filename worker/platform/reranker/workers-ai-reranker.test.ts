import { describe, expect, it } from "vitest";
import { workersAiReranker } from "./workers-ai-reranker.ts";

describe("workersAiReranker", () => {
  it("gives scores in the order of the passages, whatever order the model has", async () => {
    const asked: unknown[] = [];
    const reranker = workersAiReranker({
      run: async (_model, input) => {
        asked.push(input);
        return { response: [1, 2, 0].map((id) => ({ id, score: id / 10 })) };
      },
    });
    expect(await reranker.rerank("how?", ["a", "b", "c".repeat(9_000)])).toEqual([0, 0.1, 0.2]);
    expect(asked).toEqual([
      { query: "how?", contexts: [{ text: "a" }, { text: "b" }, { text: "c".repeat(2_000) }], top_k: 3 },
    ]);
    expect(await reranker.rerank("how?", [])).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["nothing", {}],
    ["one too few", { response: [{ id: 0, score: 1 }] }],
    [
      "no number",
      {
        response: [
          { id: 0, score: 1 },
          { id: 1, score: Number.NaN },
        ],
      },
    ],
  ])("takes no broken scores: %s", async (_name, answer) => {
    const reranker = workersAiReranker({ run: () => Promise.resolve(answer) });
    await expect(reranker.rerank("q", ["a", "b"])).rejects.toMatchObject({ code: "unavailable" });
  });
});
