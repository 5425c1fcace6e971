import { setTimeout as sleep } from "node:timers/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { GRADE_CHECKS } from "#schema/api/site-grades.ts";
import type { SiteGradeAnswer } from "#schema/api/site-grades.ts";
import { serveCorpus } from "../corpus-site.ts";
import { loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import { startProduct } from "../product.ts";
import type { Product } from "../product.ts";
import { rankCorrelation } from "../statistics.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";

const POLL_EVERY_MS = 500;
const BUDGET = "2000";
/** A set of documentation of the project's own questions, which makes the eleven of the shared set twelve. */
const TWELFTH = "undici";

type Graded = {
  name: string;
  questions: number;
  answered: number;
  score: number;
  grade: string;
  checks: Record<string, number | null>;
};
type Done = Extract<SiteGradeAnswer, { status: "done" }>;
type Answered = Record<string, { questions: number; must: Record<string, number> }>;

/** `npm run bench -- grades`: whether documentation that `/grade` puts higher is answered from more often. Writes docs/figures/grades.md. */
export async function benchGrades({ dataDir, cacheDir, stateDir }: BenchOptions): Promise<void> {
  const answered = { ...answeredOf("own"), ...answeredOf("retrieval") };
  const shared = loadDataSet(dataDir, cacheDir).corpora;
  const own = loadDataSet(join(ROOT, "evals/own"), cacheDir).corpora;
  const corpora = [
    ...shared.filter(({ name }) => name in answeredOf("retrieval")),
    ...own.filter(({ name }) => name === TWELFTH),
  ];
  const product = await startProduct(stateDir);
  const rows: Graded[] = [];
  try {
    for (const [n, corpus] of corpora.entries()) {
      const { score, grade, checks } = await gradeOf(product, corpus, n);
      const { questions, must } = answered[corpus.name]!;
      const shares = Object.fromEntries(
        checks.map(({ id, passed, total }) => [id, total === 0 ? null : passed / total]),
      );
      rows.push({ name: corpus.name, questions, answered: must[BUDGET]!, score, grade, checks: shares });
      console.log(corpus.name, score, grade);
    }
  } finally {
    await product.server.close();
  }
  const correlation = rankCorrelation(
    rows.map(({ score }) => score),
    rows.map((row) => row.answered),
  );
  writeFigures({
    name: "grades",
    title: "Grades of documentation beside the questions answered from it",
    command: "npm run bench -- grades",
    body: [
      `${rows.length} sets of documentation, served on this machine (HTML as it is, the others as sites of Markdown), graded by \`/grade\`. "Answered" is the share of questions with everything they need within ${BUDGET} tokens, from retrieval.json and own.json. A set has few questions, so its share is rough.`,
      `Spearman's rank correlation of score and answered share: **${correlation.toFixed(2)}**. The goal is at least 0.60. No weight was chosen on these sets.`,
      markdownTable([
        ["docs", "questions", "answered, %", "score", "grade", ...GRADE_CHECKS.map(({ id }) => id)],
        ...rows.map((row) => [
          row.name,
          row.questions,
          percent(row.answered),
          row.score,
          row.grade,
          ...GRADE_CHECKS.map(({ id }) => percent(row.checks[id] ?? null)),
        ]),
      ]),
    ].join("\n\n"),
    data: { correlation, rows },
  });
}

function answeredOf(figures: "own" | "retrieval"): Answered {
  const file = readFileSync(join(ROOT, `docs/figures/${figures}.json`), "utf8");
  return (JSON.parse(file) as { scopes: { source: { byCorpus: Answered } } }).scopes.source.byCorpus;
}

async function gradeOf({ server }: Product, corpus: Corpus, n: number): Promise<Done> {
  const site = await serveCorpus(corpus);
  // A grade is limited by network; each site is asked for from one of its own, as by its own reader.
  const headers = { "content-type": "application/json", "cf-connecting-ip": `198.51.100.${n + 1}` };
  const query = new URLSearchParams({ site: site.startUrl });
  try {
    const body = JSON.stringify({ site: site.startUrl });
    let response = await fetch(`${server.url}/api/site-grades`, { method: "POST", headers, body });
    for (;;) {
      if (!response.ok) throw new Error(`${corpus.name}: ${response.status} ${await response.text()}`);
      const answer = (await response.json()) as SiteGradeAnswer;
      if (answer.status === "done") return answer;
      if (answer.status === "failed") throw new Error(`${corpus.name} can't be graded: ${answer.reason}`);
      await sleep(POLL_EVERY_MS);
      response = await fetch(`${server.url}/api/site-grades?${query}`, { headers });
    }
  } finally {
    await site.close();
  }
}

function percent(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(0);
}
