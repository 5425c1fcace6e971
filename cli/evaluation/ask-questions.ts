import { callTool } from "../server/call-tool.ts";
import type { Settings } from "../settings.ts";
import { judge } from "./judge.ts";
import type { Answer, QuestionResult } from "./judge.ts";
import type { Question } from "./read-questions.ts";

const AT_ONCE = 4;

/** Asks every question once, each in a session of its own, and judges the answers. In the order of the questions. */
export async function askQuestions(
  settings: Settings,
  questions: Question[],
  { budget, signal, onAnswer }: { budget: number | undefined; signal: AbortSignal; onAnswer: () => void },
): Promise<QuestionResult[]> {
  const results: QuestionResult[] = [];
  let next = 0;
  const work = async () => {
    while (next < questions.length) {
      const at = next++;
      const asked = questions[at]!;
      const { question: query, sources, version } = asked;
      const args = { query, sources, version, budget };
      const { typed } = await callTool(settings, "docenda_search_documentation", args, { signal });
      results[at] = judge(asked, typed as Answer);
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, questions.length) }, work));
  return results;
}
