import type { Gap } from "#worker/docs-index/gaps.ts";

/** Questions about the same thing, as far as their terms tell. */
export type GapGroup = {
  /** The latest question of the group; null where questions are not shown. */
  question: string | null;
  /** Terms that most of the group's questions share; of public sources the terms of at least five askers. */
  terms: string[];
  times: number;
  askers: number;
  /** Number of questions in the group that had nothing near. */
  absent: number;
  nearest: { url: string; title: string } | null;
  lastAskedAt: string;
};

/** Near is half of the terms: "set timeout of client" and "client timeout setting" are, "timeout" and "retries" of it are not. */
const NEAR = 0.5;
const MAX_GROUPS = 50;

/** Groups of questions by nearness, the most often asked first. Groups of fewer than `minAskers` are left out, and with them their words. */
export function groupGaps(gaps: readonly Gap[], { minAskers }: { minAskers: number }): GapGroup[] {
  const groups: Gap[][] = [];
  for (const gap of gaps) {
    const near = groups
      .map((group) => ({ group, nearness: nearness(group[0]!.terms, gap.terms) }))
      .filter(({ nearness: share }) => share >= NEAR)
      .toSorted((a, b) => b.nearness - a.nearness)[0];
    if (near) near.group.push(gap);
    else groups.push([gap]);
  }
  return groups
    .map((group) => describe(group, minAskers))
    .filter(({ askers }) => askers >= minAskers)
    .toSorted((a, b) => b.askers - a.askers || b.times - a.times || (a.lastAskedAt < b.lastAskedAt ? 1 : -1))
    .slice(0, MAX_GROUPS);
}

/** The share of terms that both have (Jaccard). */
function nearness(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const both = [...new Set(a)].filter((term) => other.has(term)).length;
  return both === 0 ? 0 : both / new Set([...a, ...b]).size;
}

function describe(group: readonly Gap[], minAskers: number): GapGroup {
  const [latest] = group;
  return {
    question: latest!.question,
    terms: sharedTerms(group, minAskers),
    times: group.length,
    askers: new Set(group.map(({ asker }) => asker)).size,
    absent: group.filter(({ confidence }) => confidence === "absent").length,
    nearest: mostOften(group),
    lastAskedAt: new Date(latest!.askedAt).toISOString(),
  };
}

/** Terms of more than half of the questions, and of at least `minAskers` askers: one person's words stay that person's. */
function sharedTerms(group: readonly Gap[], minAskers: number): string[] {
  const askers = new Map<string, Set<string>>();
  const times = new Map<string, number>();
  for (const { terms, asker } of group)
    for (const term of new Set(terms)) {
      askers.set(term, (askers.get(term) ?? new Set()).add(asker));
      times.set(term, (times.get(term) ?? 0) + 1);
    }
  return [...times]
    .filter(([term, count]) => count * 2 > group.length && askers.get(term)!.size >= minAskers)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([term]) => term);
}

function mostOften(group: readonly Gap[]): GapGroup["nearest"] {
  const pages = group.flatMap(({ nearestUrl, nearestTitle }) =>
    nearestUrl === null ? [] : [{ url: nearestUrl, title: nearestTitle ?? nearestUrl }],
  );
  const byUrl = [...Map.groupBy(pages, ({ url }) => url).values()];
  return byUrl.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null;
}
