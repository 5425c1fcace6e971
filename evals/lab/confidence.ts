/**
 * `node evals/lab/confidence.ts`: the states of answers where there is an answer and where there is none, with thresholds
 * chosen on other sites. Writes docs/figures/confidence.md; docs/evaluation.md explains the figures.
 */
import { parseArgs } from "node:util";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { askedBy } from "../data.ts";
import type { Asker } from "../data.ts";
import { drawUnanswerable } from "../negatives.ts";
import { bootstrapInterval, mean, quantile } from "../statistics.ts";
import { askAll, openLab } from "./lab.ts";
import type { LabSource } from "./lab.ts";

const { rankCandidates } = await import("#worker/search/rank.ts");
const { confidenceOf, judgeAnswer, minConfidence, SURE } = await import("#worker/search/confidence.ts");
const { mentionsLibrary } = await import("#worker/search/mentions-library.ts");
const { namesSource } = await import("#worker/catalog/named-sources.ts");
const { absentLibraries } = await import("#worker/catalog/absent-libraries.ts");

/** Candidates from each source, as many as in the product. */
const CANDIDATES = 64;
/** Share of unanswerable questions that the thresholds tell apart on the sites on which they are chosen. */
const TOLD_APART = 0.85;
const ASKERS: Asker[] = ["person", "agent"];
const WAYS = {
  own: "its own documentation",
  all: "all, its own among them",
  other: "one that is about something else",
  rest: "all others, without its own",
} as const;
type Way = keyof typeof WAYS;
type Case = {
  asker: Asker;
  way: Way;
  corpus: string;
  confidence: number;
  sources: { name: string; isNamed: boolean }[];
  ranked: Parameters<typeof judgeAnswer>[0];
  isOtherNamed: boolean;
};

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true, default: ["../shared/eval/dev", "../shared/eval/second"] },
    cache: { type: "string", default: ".cache/eval" },
  },
});

const cases = (await Promise.all(values.data.map((data) => casesOf(data)))).flat();
const corpora = [...new Set(cases.map(({ corpus }) => corpus))].sort();

/** The thresholds for a site, chosen on the questions of all others. */
const chosenFor = new Map(
  corpora.map((corpus) => [corpus, chooseThresholds(cases.filter((one) => one.corpus !== corpus))]),
);

async function casesOf(data: string): Promise<Case[]> {
  const lab = await openLab(data, values.cache);
  const names = lab.sources.map(({ name }) => name);
  const { questions } = lab;
  const found: Case[] = [];
  for (const asker of ASKERS) {
    lab.questions = askedBy(asker, data, questions);
    const unanswerable = Map.groupBy(drawUnanswerable(lab.questions, names), ({ question }) => question.id);
    for (const { question, query, found: groups } of await askAll(lab, "all", CANDIDATES)) {
      const add = (way: Way, asked: readonly string[]) => {
        const isNarrowed = way === "own" || way === "other";
        const those = groups
          .filter(({ source }) => asked.includes(source.name))
          .map((group) => ({
            ...group,
            isNamed: isNarrowed || namesSource(question.query, group.source.name),
          }));
        const sources = those.map(({ source, isNamed }) => ({ name: source.name, isNamed }));
        const addresses = asked.map((name) => ({ name, url: `http://${name}.test/` }));
        const others = absentLibraries(question.query, addresses);
        // The judgement as in the product: first on the sources that are named, and on all when these are not sure.
        const named = those.filter(({ isNamed }) => isNamed);
        const ofNamed = rankCandidates<LabSource>(named, query.terms);
        const isSure = named.length > 0 && confidenceOf(ofNamed) >= minConfidence(sources, others.length > 0);
        const ranked = isSure ? ofNamed : rankCandidates<LabSource>(those, query.terms);
        const playsAPart = isNarrowed && others.some((name) => mentionsLibrary(ranked, query.terms, name));
        found.push({
          asker,
          way,
          corpus: question.corpus,
          confidence: confidenceOf(ranked),
          ranked,
          sources,
          isOtherNamed: others.length > 0 && !playsAPart,
        });
      };
      add("own", [question.corpus]);
      add("all", names);
      for (const { way, asked } of unanswerable.get(question.id)!) add(way, asked);
    }
  }
  return found;
}

/** Thresholds below which so many of the questions fall to which one source, and then several sources, have no answer. */
function chooseThresholds(of: readonly Case[]): typeof SURE {
  const oneSource = quantile(
    of.filter(({ way }) => way === "other").map(({ confidence }) => confidence),
    TOLD_APART,
  );
  const none = { oneSource: 0, eachDoubling: 0 };
  const doublings = of
    .filter(({ way, sources }) => way === "rest" && !sources.some(({ isNamed }) => isNamed))
    .map(
      ({ confidence, sources, isOtherNamed }) =>
        (confidence - oneSource - minConfidence(sources, isOtherNamed, none)) / Math.log2(sources.length),
    );
  return { oneSource, eachDoubling: quantile(doublings, TOLD_APART) };
}

function stateOf({ ranked, sources, way, isOtherNamed }: Case, sure: typeof SURE) {
  return judgeAnswer(ranked, sources, { isOtherNamed, isNarrowed: way === "own" || way === "other" }, sure);
}

function share(holds: boolean[]): string {
  const percents = holds.map((one) => 100 * Number(one));
  const { low, high } = bootstrapInterval(percents);
  return `${mean(percents).toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]`;
}

const rows = (Object.keys(WAYS) as Way[]).flatMap((way) =>
  ASKERS.map((asker) => {
    const those = cases.filter((one) => one.way === way && one.asker === asker);
    const leftOut = those.map((one) => stateOf(one, chosenFor.get(one.corpus)!));
    const product = those.map((one) => stateOf(one, SURE));
    return { way, asker, count: those.length, leftOut, product };
  }),
);
const [low, high] = (["oneSource", "eachDoubling"] as const)
  .map((name) => [...chosenFor.values()].map((chosen) => chosen[name]))
  .reduce<[string[], string[]]>(
    ([lows, highs], all) => [
      [...lows, Math.min(...all).toFixed(3)],
      [...highs, Math.max(...all).toFixed(3)],
    ],
    [[], []],
  );

writeFigures({
  name: "confidence",
  title: "How sure answers are",
  command: "node evals/lab/confidence.ts",
  body: [
    `${corpora.length} sites, ${rows[0]!.count} questions as people ask them and as agents do, each asked of its own documentation and of documentation that`,
    "has no answer to it. Shares are in %, brackets hold 95% intervals by bootstrap over the questions. `sure` is charged; of `nearest` the",
    "best passages are sent in 800 tokens at most, free; of `absent` nothing is sent.",
    "",
    `For each site the two thresholds are chosen on all other sites, so that ${100 * TOLD_APART}% of their questions without an answer are not sure. They come`,
    `to ${low[0]} to ${high[0]} for one source (the product has ${SURE.oneSource}) and ${low[1]} to ${high[1]} for each doubling of the sources (${SURE.eachDoubling}).`,
    "",
    markdownTable([
      [
        "asked of",
        "as",
        "n",
        "sure, thresholds of other sites",
        "nearest",
        "absent",
        "sure in the product",
        "nearest",
        "absent",
      ],
      ...rows.map(({ way, asker, count, leftOut, product }) => [
        WAYS[way],
        asker,
        count,
        ...[leftOut, product].flatMap((states) =>
          (["sure", "nearest", "absent"] as const).map((state) => share(states.map((one) => one === state))),
        ),
      ]),
    ]),
  ].join("\n"),
  data: {
    product: SURE,
    chosen: Object.fromEntries(chosenFor),
    rows: rows.map(({ leftOut, product, ...row }) => ({
      ...row,
      sure: mean(leftOut.map((state) => Number(state === "sure"))),
      nearest: mean(leftOut.map((state) => Number(state === "nearest"))),
      absent: mean(leftOut.map((state) => Number(state === "absent"))),
      productSure: mean(product.map((state) => Number(state === "sure"))),
    })),
  },
});
