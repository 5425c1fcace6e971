/** `node evals/lab/confidence.ts`: how sure answers are where there is one and where there is none. docs/evaluation.md explains it. */
import { parseArgs } from "node:util";
import { defaultDataDir } from "../args.ts";
import { quantile } from "../statistics.ts";
import { drawUnanswerable } from "../negatives.ts";
import { askAll, openLab } from "./lab.ts";
import type { LabSource } from "./lab.ts";

const { rankCandidates } = await import("#worker/search/rank.ts");
const { confidenceOf, minConfidence } = await import("#worker/search/confidence.ts");

/** The limit where one source is asked; of several the product asks more, or less of one that is named. */
const MIN_CONFIDENCE = minConfidence([{ name: "", isNamed: false }]);
const { namesSource } = await import("#worker/catalog/named-sources.ts");

/** As many as the product asks each source for. */
const CANDIDATES = 64;
/** Most answerable questions that may be told "not found". */
const MAX_WRONG = 0.05;
const QUANTILES = [0, 0.01, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95, 1];

const { values } = parseArgs({
  options: {
    data: { type: "string", default: defaultDataDir(".") },
    cache: { type: "string", default: ".cache/eval" },
  },
});

type Way = "own corpus" | "all" | "one other" | "all others";
type Sure = { id: string; corpus: string; way: Way; confidence: number };

const lab = await openLab(values.data, values.cache);
const names = lab.sources.map(({ name }) => name);
const cases = drawUnanswerable(lab.questions, names);
const sure: Sure[] = [];
for (const { question, query, found } of await askAll(lab, "all", CANDIDATES)) {
  const add = (way: Way, asked: string[]) => {
    const groups = found
      .filter(({ source }) => asked.includes(source.name))
      // Naming matters only where the product chooses: `all`.
      .map((group) => ({
        ...group,
        isNamed: way === "all" && namesSource(question.query, group.source.name),
      }));
    const ranked = rankCandidates<LabSource>(groups, query.terms);
    sure.push({ id: question.id, corpus: question.corpus, way, confidence: confidenceOf(ranked) });
  };
  add("own corpus", [question.corpus]);
  add("all", names);
  for (const one of cases)
    if (one.question.id === question.id) add(one.way === "other" ? "one other" : "all others", one.asked);
}

const WAYS: Way[] = ["own corpus", "all", "one other", "all others"];
const below = (way: Way, threshold: number, of = sure) => {
  const those = of.filter((one) => one.way === way);
  return those.filter(({ confidence }) => confidence < threshold).length / (those.length || 1);
};
const percent = (share: number) => (100 * share).toFixed(1).padStart(6);

console.log(`\nconfidence at these shares of the questions (now ${MIN_CONFIDENCE})`);
console.log(`${"".padEnd(12)}${QUANTILES.map((share) => `${100 * share}%`.padStart(7)).join("")}`);
for (const way of WAYS) {
  const confidences = sure.filter((one) => one.way === way).map(({ confidence }) => confidence);
  const cells = QUANTILES.map((share) => quantile(confidences, share).toFixed(2).padStart(7));
  console.log(`${way.padEnd(12)}${cells.join("")}`);
}

console.log("\nshare below the threshold");
console.log(`${"".padEnd(12)}${WAYS.map((way) => way.padStart(12)).join("")}`);
for (let threshold = 0.7; threshold < 1.3; threshold += 0.025) {
  const cells = WAYS.map((way) => percent(below(way, threshold)).padStart(12));
  console.log(`${threshold.toFixed(3).padEnd(12)}${cells.join("")}`);
}

console.log("\nchosen on some corpora, told on the others");
const corpora = [...new Set(sure.map(({ corpus }) => corpus))].sort();
const halves = [0, 1].map((half) => new Set(corpora.filter((_, i) => i % 2 === half)));
for (const [i, chosenOn] of halves.entries()) {
  const isIn = (one: Sure) => chosenOn.has(one.corpus);
  report(
    `half ${i + 1}`,
    sure.filter(isIn),
    sure.filter((one) => !isIn(one)),
  );
}
const left = corpora.map((corpus) => ({
  rest: sure.filter((one) => one.corpus !== corpus),
  own: sure.filter((one) => one.corpus === corpus),
}));
const thresholds = left.map(({ rest }) => largestThreshold(rest));
console.log(
  `each corpus left out in turn: thresholds ${Math.min(...thresholds).toFixed(3)} to ${Math.max(...thresholds).toFixed(3)}`,
);
for (const way of WAYS) {
  const count = left.flatMap(({ own }, i) =>
    own.filter((one) => one.way === way).map(({ confidence }) => Number(confidence < thresholds[i]!)),
  );
  console.log(`  ${way.padEnd(12)}${percent(count.reduce((sum, one) => sum + one, 0) / count.length)}`);
}

console.log(`\nanswerable and below ${MIN_CONFIDENCE}`);
for (const { id, way, confidence } of sure)
  if ((way === "own corpus" || way === "all") && confidence < MIN_CONFIDENCE)
    console.log(`  ${id} ${way} ${confidence.toFixed(3)}`);

/** The largest threshold that tells at most 5% of the answerable questions, in either scope, that nothing was found. */
function largestThreshold(of: Sure[]): number {
  let best = 0;
  for (let threshold = 0.5; threshold < 1.5; threshold += 0.005) {
    if (below("own corpus", threshold, of) <= MAX_WRONG && below("all", threshold, of) <= MAX_WRONG)
      best = threshold;
  }
  return best;
}

function report(name: string, chosenOn: Sure[], told: Sure[]): void {
  const threshold = largestThreshold(chosenOn);
  const cells = WAYS.map((way) => `${way} ${percent(below(way, threshold, told)).trim()}`).join(", ");
  console.log(`${name}: ${threshold.toFixed(3)}; on the others ${cells}`);
}
