import type { SavingsGroup } from "./queries.ts";

/** Sides by which the report can be grouped. */
export const DIMENSIONS = ["month", "member", "key", "source"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export type SavingsRow = {
  name: string;
  calls: number;
  credits: number;
  tokensSent: number;
  tokensOfFullPages: number;
  /** Tokens of whole pages that were not read; never below zero. */
  tokensSaved: number;
};

/**
 * Sums groups by one of their sides: months the newest first, every other side by tokens saved. `nameOf` tells what a person is
 * called.
 */
export function savingsBy(
  groups: readonly SavingsGroup[],
  dimension: Dimension,
  nameOf: (userId: string | null) => string,
): SavingsRow[] {
  const named = Map.groupBy(groups, (group) => nameIn(group, dimension, nameOf));
  const rows = [...named].map(([name, some]) => total(name, some));
  return dimension === "month"
    ? rows.toSorted((a, b) => (a.name < b.name ? 1 : -1))
    : rows.toSorted((a, b) => b.tokensSaved - a.tokensSaved || (a.name < b.name ? -1 : 1));
}

/** The sum of groups, as one row. */
export function total(name: string, groups: readonly SavingsGroup[]): SavingsRow {
  const sum = (of: (group: SavingsGroup) => number) => groups.reduce((all, group) => all + of(group), 0);
  const tokensSent = sum((group) => group.tokensSent);
  const tokensOfFullPages = sum((group) => group.tokensOfFullPages);
  return {
    name,
    calls: sum((group) => group.calls),
    credits: sum((group) => group.credits),
    tokensSent,
    tokensOfFullPages,
    tokensSaved: Math.max(0, tokensOfFullPages - tokensSent),
  };
}

/** The cost of tokens in cents, at a price for a million of them. */
export function centsFor(tokens: number, centsPerMillion: number): number {
  return Math.round((tokens * centsPerMillion) / 1_000_000);
}

/** The report as a table for a file: every group with its sides. */
export function savingsTable(
  groups: readonly SavingsGroup[],
  nameOf: (userId: string | null) => string,
  centsPerMillion: number,
): string[][] {
  const head = [
    ...DIMENSIONS,
    "calls",
    "credits",
    "tokens sent",
    "tokens of the full pages",
    "tokens saved",
    "dollars saved",
    "dollars per million tokens",
  ];
  const rows = groups.map((group) => {
    const { calls, credits, tokensSent, tokensOfFullPages, tokensSaved } = total("", [group]);
    return [
      ...DIMENSIONS.map((dimension) => nameIn(group, dimension, nameOf)),
      ...[calls, credits, tokensSent, tokensOfFullPages, tokensSaved].map(String),
      (centsFor(tokensSaved, centsPerMillion) / 100).toFixed(2),
      (centsPerMillion / 100).toFixed(2),
    ];
  });
  return [head, ...rows];
}

function nameIn(
  { month, userId, keyName, source }: SavingsGroup,
  dimension: Dimension,
  nameOf: (userId: string | null) => string,
): string {
  switch (dimension) {
    case "month":
      return month;
    case "member":
      return nameOf(userId);
    case "key":
      return keyName ?? "Without a key";
    case "source":
      return source ?? "Other pages";
    default:
      return dimension satisfies never;
  }
}
