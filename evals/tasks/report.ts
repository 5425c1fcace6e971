import { markdownTable } from "../bench/figures.ts";
import { mean } from "../statistics.ts";
import { neededTokens } from "./ask-task.ts";
import type { TaskOutcome } from "./ask-task.ts";
import type { LongRead } from "./long-pages.ts";

/** Limits on the cost of a task, on average. */
const MOST_CALLS = 1.3;
const MOST_TOKENS = 900;

const tokensOfTask = ({ exchanges }: TaskOutcome) => exchanges.reduce((sum, { tokens }) => sum + tokens, 0);

/** The page of docs/figures: one row for each task, one for each long page. */
export function tablesOf(outcomes: readonly TaskOutcome[], reads: readonly LongRead[]): string {
  const calls = mean(outcomes.map(({ exchanges }) => exchanges.length));
  const tokens = mean(outcomes.map(tokensOfTask));
  const done = outcomes.filter(({ missing }) => missing.length === 0).length;
  return [
    `${done} of ${outcomes.length} tasks are done, with ${calls.toFixed(2)} calls (at most ${MOST_CALLS}) and ${Math.round(tokens)} tokens (at most ${MOST_TOKENS}) each on average.`,
    "Tokens are o200k, of all tool results of a task. Every call and its answer are in [tasks-samples.md](tasks-samples.md).",
    "Needed: after how many of them all that the task asks for had been sent. The questions are recorded. When the answers lack",
    "something, the agent makes one further call: the question in other words where these are recorded, else a read of the address",
    "whose title has most words of the question, with the question as `section`.",
    "",
    markdownTable([
      ["task", "what it is", "calls", "tokens", "needed", "done"],
      ...outcomes.map((outcome) => [
        outcome.task.id,
        outcome.task.kind,
        outcome.exchanges.length,
        tokensOfTask(outcome),
        neededTokens(outcome) ?? "–",
        outcome.missing.length === 0 ? "yes" : `no: ${outcome.missing.join(", ")}`,
      ]),
    ]),
    "",
    "## Ten long pages",
    "",
    "A search, then the page, with the default budget in one session (`Mcp-Session-Id`). What was asked stands behind the page's first",
    "5,000 tokens. Beginning: how many of those are in the answer without a gap. Part: which answer has what was asked for. A read",
    "in a session leaves out what its search has sent.",
    "",
    markdownTable([
      ["page", "tokens", ...Object.keys(reads[0]?.ways ?? {}).flatMap((way) => [way, "beginning", "part"])],
      ...reads.map(({ page, pageTokens, ways }) => [
        `${page.corpus}: ${page.path.split("/").slice(-2).join("/")}`,
        pageTokens,
        ...Object.values(ways).flatMap((way) => [way.tokens, way.beginning, way.part]),
      ]),
    ]),
  ].join("\n");
}

/** The same results as numbers, without the texts. */
export function figuresOf(
  outcomes: readonly TaskOutcome[],
  reads: readonly LongRead[],
): Record<string, unknown> {
  return {
    callsMean: mean(outcomes.map(({ exchanges }) => exchanges.length)),
    tokensMean: mean(outcomes.map(tokensOfTask)),
    tasks: outcomes.map((outcome) => ({
      id: outcome.task.id,
      kind: outcome.task.kind,
      calls: outcome.exchanges.map(({ tool, tokens, passages, creditsUsed }) => ({
        tool,
        tokens,
        passages,
        creditsUsed,
      })),
      tokens: tokensOfTask(outcome),
      needed: neededTokens(outcome),
      missing: outcome.missing,
    })),
    longPages: reads.map(({ page, pageTokens, ways }) => ({
      corpus: page.corpus,
      path: page.path,
      pageTokens,
      ways: Object.fromEntries(
        Object.entries(ways).map(([name, { exchanges: _exchanges, ...figures }]) => [name, figures]),
      ),
    })),
  };
}
