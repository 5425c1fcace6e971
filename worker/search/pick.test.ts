import { expect, it } from "vitest";
import { FILL, PICK, pickChunks } from "./pick.ts";
import type { PickOptions } from "./pick.ts";
import type { RankedCandidate } from "./rank.ts";

function ranked(
  entries: { url: string; score: number; tokens?: number; hash?: string }[],
): RankedCandidate<string>[] {
  return entries.map(({ url, score, tokens = 200, hash }, i) => ({
    source: "s",
    score,
    chunkCoverage: 1,
    pageCoverage: 1,
    heldShares: [],
    candidate: { url, tokens, chunkHash: hash ?? `h${i}` } as RankedCandidate<string>["candidate"],
  }));
}

const urls = (entries: RankedCandidate<string>[]) => entries.map((entry) => entry.candidate.url);

it("loads somewhat more than the budget holds, best first, and lists the rest by page", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
  const picked = pickChunks(ranked(names.map((url, i) => ({ url, score: 1 - i / 100 }))), 1000, new Set());
  expect(urls(picked.chosen)).toEqual(names.slice(0, 10));
  expect(urls(picked.leftOut)).toEqual(names.slice(10));
});

it("asks more of other pages than of the best one, and nothing of any when the budget is to be filled", () => {
  const entries = ranked([
    { url: "best", score: 1 },
    { url: "near", score: 0.85 },
    { url: "best", score: 0.8 },
    { url: "other", score: 0.75 },
    { url: "far", score: 0.62 },
    { url: "best", score: 0.61 },
  ]);
  const chosen = (options: PickOptions) => urls(pickChunks(entries, 2000, new Set(), options).chosen);
  expect(chosen(PICK)).toEqual(["best", "near", "best"]);
  expect(chosen(FILL)).toEqual(["best", "near", "best", "other", "far", "best"]);
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
    { url: "named", score: 0.55 },
    { url: "neither", score: 0.1 },
  ]);
  const picked = pickChunks(entries, 5000, new Set());
  expect(urls(picked.chosen)).toEqual(["a"]);
  expect(urls(picked.leftOut)).toEqual(["named"]);
});

it("puts a page that has what the others lack of the question before more of the same", () => {
  const [first, same, other] = ranked([
    { url: "a", score: 1 },
    { url: "a", score: 0.95 },
    { url: "b", score: 0.8 },
  ]);
  const entries = [
    { ...first!, heldShares: [0.4, 0.3, 0] },
    { ...same!, heldShares: [0.4, 0, 0] },
    { ...other!, heldShares: [0.4, 0, 0.3] },
  ];
  expect(urls(pickChunks(entries, 2000, new Set()).chosen)).toEqual(["a", "b", "a"]);
  // The first passage covers every word, so the other page gains nothing.
  const covered = [{ ...first!, heldShares: [0.4, 0.3, 0.3] }, ...entries.slice(1)];
  expect(urls(pickChunks(covered, 2000, new Set()).chosen)).toEqual(["a", "a"]);
});
