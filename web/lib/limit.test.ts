import { expect, it } from "vitest";
import { creditsOf, limitWords, readLimit, usedWords } from "./limit.ts";

it.each([
  ["", null],
  ["  ", null],
  ["0", 0],
  [" 25 ", 25],
  ["1,000", 1_000],
  ["1000000", 1_000_000],
  ["1000001", undefined],
  ["-1", undefined],
  ["2.5", undefined],
  ["1e3", undefined],
  ["many", undefined],
])("a limit that is typed as %j is %j", (typed, limit) => {
  expect(readLimit(typed)).toBe(limit);
});

it("says what is used of a limit, and nothing without one", () => {
  expect(limitWords(12, 1_500, "credit")).toBe("12 of 1,500 credits");
  expect(limitWords(0, 1, "source")).toBe("0 of 1 source");
  expect(limitWords(2, 0, "source")).toBe("2 of 0 sources");
  expect(limitWords(2, null, "source")).toBeNull();
});

it("tells a key's credits from a member's", () => {
  const spending = {
    resetsAt: "2026-12-01T00:00:00.000Z",
    spenders: [
      { kind: "member", id: "a", credits: 7 },
      { kind: "key", id: "a", credits: 1_200 },
    ],
  } as const;
  expect(creditsOf(spending, { kind: "key", id: "a" })).toBe(1_200);
  expect(creditsOf(spending, { kind: "key", id: "b" })).toBe(0);
  expect(usedWords(spending, { kind: "member", id: "a" })).toBe("7 used this month. Resets Dec 1, 2026.");
  expect(usedWords(undefined, { kind: "member", id: "a" })).toBe("");
});
