import { describe, expect, it } from "vitest";
import { workersAiEmbedder } from "./workers-ai-embedder.ts";

const passage = (body: string) => ({ title: "Cookies", heading: "SameSite", body });

describe("workersAiEmbedder", () => {
  it("embeds in batches of 100, in order, cut to its dimensions and made unit vectors", async () => {
    const calls: string[][] = [];
    const embedder = workersAiEmbedder({
      async run(_model, { text }) {
        calls.push(text);
        return { data: text.map((item) => vectorFor(Number(/(\d+)$/.exec(item)![1]))) };
      },
    });
    const vectors = await embedder.embedPassages(Array.from({ length: 250 }, (_, i) => passage(`body ${i}`)));
    expect(calls.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(calls[0]![1]).toBe("Cookies\nSameSite\nbody 1");
    expect(vectors).toHaveLength(250);
    expect(vectors[249]).toHaveLength(embedder.dims);
    expect(vectors[249]![249]).toBe(127);
    expect(await embedder.embedPassages([])).toEqual([]);
  });

  it("puts the task before a question, and keeps to what the model takes", async () => {
    let asked = "";
    const embedder = workersAiEmbedder({
      async run(_model, { text }) {
        asked = text[0]!;
        return { data: [Array(1024).fill(2)] };
      },
    });
    const vector = await embedder.embedQuery("how? ".repeat(10_000));
    expect(asked).toMatch(/^Instruct: .*\nQuery:how\?/);
    expect(asked).toHaveLength(16_000);
    expect(Math.hypot(...vector)).toBeCloseTo(1);
  });

  it.each([
    ["3036: You have used up your daily free allocation", "resource-exhausted", false],
    ["3040: Capacity temporarily exceeded, please try again.", "unavailable", true],
    ["3021: rate limiting: inference request per min rate reached", "unavailable", true],
    ["Network connection lost.", "unavailable", true],
  ])(
    "says whether to try again, without the upstream's words: %s (fault 45)",
    async (message, code, retry) => {
      const embedder = workersAiEmbedder({ run: () => Promise.reject(new Error(message)) });
      const error = { code, data: { retry }, message: expect.not.stringContaining(message) };
      await expect(embedder.embedQuery("q")).rejects.toMatchObject(error);
      await expect(embedder.embedPassages([passage("b")])).rejects.toMatchObject(error);
    },
  );

  it.each([
    ["nothing", {}],
    ["too few", { data: [] }],
    ["too short", { data: [[1, 2, 3]] }],
    ["not numbers", { data: [Array(1024).fill(Number.NaN)] }],
  ])("takes no broken vectors: %s (fault 45)", async (_name, answer) => {
    const embedder = workersAiEmbedder({ run: () => Promise.resolve(answer) });
    await expect(embedder.embedQuery("q")).rejects.toMatchObject({ code: "unavailable" });
  });
});

/** 1,024 components as the model gives, longer than 1, with their weight at one place. */
function vectorFor(place: number): number[] {
  return Array.from({ length: 1024 }, (_, i) => (i === place ? 8 : 0));
}
