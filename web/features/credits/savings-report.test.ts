import { describe, expect, it } from "vitest";
import { centsFor, savingsBy, savingsTable } from "./savings-report.ts";

const GROUPS = [
  {
    month: "2026-11",
    userId: "u1",
    keyName: "laptop",
    source: "Hono",
    calls: 3,
    credits: 3,
    tokensSent: 1_500,
    tokensOfFullPages: 30_000,
  },
  {
    month: "2026-11",
    userId: "u2",
    keyName: "laptop",
    source: "zod",
    calls: 1,
    credits: 1,
    tokensSent: 900,
    tokensOfFullPages: 400,
  },
  {
    month: "2026-10",
    userId: "u1",
    keyName: null,
    source: null,
    calls: 2,
    credits: 2,
    tokensSent: 1_000,
    tokensOfFullPages: 51_000,
  },
];
const nameOf = (id: string | null) => (id === "u1" ? "ada@example.com" : (id ?? "-"));

describe("a savings report", () => {
  it.each([
    [
      "month",
      [
        ["2026-11", 28_000],
        ["2026-10", 50_000],
      ],
    ],
    [
      "member",
      [
        ["ada@example.com", 78_500],
        ["u2", 0],
      ],
    ],
    [
      "key",
      [
        ["Without a key", 50_000],
        ["laptop", 28_000],
      ],
    ],
    [
      "source",
      [
        ["Other pages", 50_000],
        ["Hono", 28_500],
        ["zod", 0],
      ],
    ],
  ] as const)("by %s", (dimension, rows) => {
    expect(savingsBy(GROUPS, dimension, nameOf).map(({ name, tokensSaved }) => [name, tokensSaved])).toEqual(
      rows,
    );
  });

  it("has every group in its file, with what it was worth at the price", () => {
    expect(savingsTable(GROUPS, nameOf, 300).slice(1)).toEqual([
      ["2026-11", "ada@example.com", "laptop", "Hono", "3", "3", "1500", "30000", "28500", "0.09", "3.00"],
      ["2026-11", "u2", "laptop", "zod", "1", "1", "900", "400", "0", "0.00", "3.00"],
      [
        "2026-10",
        "ada@example.com",
        "Without a key",
        "Other pages",
        "2",
        "2",
        "1000",
        "51000",
        "50000",
        "0.15",
        "3.00",
      ],
    ]);
  });

  it("counts a million tokens at the price of a million", () => {
    expect(centsFor(5_447, 1_500)).toBe(8);
    expect(centsFor(1_000_000, 300)).toBe(300);
    expect(centsFor(0, 300)).toBe(0);
  });
});
