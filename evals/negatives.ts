import type { Question } from "./data.ts";
import { DEFAULT_BUDGET } from "./metrics.ts";
import { seededRandom } from "./random.ts";
import { missingFrom } from "./squeeze.ts";
import { mean } from "./statistics.ts";
import type { SearchSystem } from "./system.ts";

const SEED = 1;
const OTHER_CORPORA = 2;

/** The corpora that are asked. `other`: one that the question is not about. `rest`: all of those together. */
export type UnanswerableWay = "other" | "rest";

export type Unanswerable = {
  question: Question;
  way: UnanswerableWay;
  asked: string[];
};

export type UnanswerableOutcome = Unanswerable & {
  /** Whether the answer says that its passages may not answer, or has none. */
  isNegative: boolean;
  /** Whether other documentation holds every string that an answer must hold: no negative is due then. */
  isAnswered: boolean;
  tokens: number;
};

/** Each question put to two drawn corpora that are not its own, and to all that are not; every call draws the same. */
export function drawUnanswerable(questions: readonly Question[], corpora: readonly string[]): Unanswerable[] {
  const random = seededRandom(SEED);
  return questions.flatMap((question) => {
    const others = corpora.filter((name) => name !== question.corpus);
    const drawn = others
      .map((name) => ({ name, draw: random() }))
      .sort((a, b) => a.draw - b.draw)
      .slice(0, OTHER_CORPORA);
    return [
      ...drawn.map(({ name }) => ({ question, way: "other" as const, asked: [name] })),
      { question, way: "rest" as const, asked: others },
    ];
  });
}

export async function askUnanswerable(
  system: SearchSystem,
  cases: readonly Unanswerable[],
): Promise<UnanswerableOutcome[]> {
  const outcomes: UnanswerableOutcome[] = [];
  for (const one of cases) {
    const { query, keywords, must } = one.question;
    const reply = await system.search({ query, keywords, budget: DEFAULT_BUDGET, corpus: one.asked });
    if (reply.isError) throw new Error(`${one.question.id} of ${one.asked.join(", ")}: ${reply.text}`);
    outcomes.push({
      ...one,
      isNegative: (reply.confidence ?? "sure") !== "sure",
      isAnswered: missingFrom(reply.text, must).length === 0,
      tokens: reply.receipt?.tokensSent ?? 0,
    });
  }
  return outcomes;
}

/** Share of answers that are not sure (0 to 1) among the questions that the asked corpora do not answer. */
export function shareOfNegatives(outcomes: readonly UnanswerableOutcome[]): number {
  const due = outcomes.filter(({ isAnswered }) => !isAnswered);
  return mean(due.map(({ isNegative }) => Number(isNegative)));
}
