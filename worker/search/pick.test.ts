import { expect, it } from "vitest";
import { pickChunks } from "./pick.ts";
import type { RankedCandidate } from "./rank.ts";

function ranked(
  entries: { url: string; score: number; tokens?: number; hash?: string }[],
): RankedCandidate<string>[] {
  return entries.map(({ url, score, tokens = 200, hash }, i) => ({
    source: "s",
    score,
    chunkCoverage: 1,
    pageCoverage: 1,
    candidate: { url, tokens, chunkHash: hash ?? `h${i}` } as RankedCandidate<string>["candidate"],
  }));
}

const urls = (entries: RankedCandidate<string>[]) => entries.map((entry) => entry.candidate.url);

it("takes the best until the budget is full and lists the rest by page", () => {
  const picked = pickChunks(
    ranked(["a", "b", "c", "d", "e", "f"].map((url, i) => ({ url, score: 1 - i / 100 }))),
    1000,
    new Set(),
  );
  expect(urls(picked.chosen)).toEqual(["a", "b", "c"]);
  expect(urls(picked.leftOut)).toEqual(["d", "e", "f"]);
});

it("passes over one that is too large for what is left and takes a smaller one behind it", () => {
  const picked = pickChunks(
    ranked([
      { url: "a", score: 1 },
      { url: "big", score: 0.9, tokens: 5000 },
      { url: "b", score: 0.8 },
    ]),
    1000,
    new Set(),
  );
  expect(urls(picked.chosen)).toEqual(["a", "b"]);
  expect(urls(picked.leftOut)).toEqual(["big"]);
});

it("takes the best even when it alone is larger than the budget", () => {
  expect(urls(pickChunks(ranked([{ url: "big", score: 1, tokens: 5000 }]), 500, new Set()).chosen)).toEqual([
    "big",
  ]);
});

it("withholds what the session has, and copies of what was chosen", () => {
  const picked = pickChunks(
    ranked([
      { url: "a", score: 1, hash: "sent" },
      { url: "b", score: 0.9, hash: "x" },
      { url: "copy", score: 0.9, hash: "x" },
    ]),
    2000,
    new Set(["sent"]),
  );
  expect(urls(picked.chosen)).toEqual(["b"]);
  expect(urls(picked.withheld)).toEqual(["a"]);
  expect(picked.leftOut).toEqual([]);
});

it("does not fill the budget with what is far worse than the best", () => {
  const entries = ranked([
    { url: "a", score: 1 },
    { url: "named", score: 0.6 },
    { url: "neither", score: 0.1 },
  ]);
  const picked = pickChunks(entries, 5000, new Set());
  expect(urls(picked.chosen)).toEqual(["a"]);
  expect(urls(picked.leftOut)).toEqual(["named"]);
});
