import { fenced } from "../samples.ts";
import type { Exchange } from "./agent.ts";
import type { TaskOutcome } from "./ask-task.ts";
import type { LongRead } from "./long-pages.ts";

/**
 * `docs/figures/tasks-samples.md`: every call of the tasks with its whole answer, then the parts of the long pages that a
 * reader needs to see.
 */
export function samplesOf(outcomes: readonly TaskOutcome[], reads: readonly LongRead[]): string {
  const tasks = outcomes.map(({ task, exchanges, missing }, index) =>
    [
      `## ${index + 1}. ${task.id}: ${task.kind}`,
      ...exchanges.map(exchangeText),
      missing.length === 0 ? "Done." : `Not done: ${missing.join(", ")}.`,
    ].join("\n\n"),
  );
  const pages = reads.flatMap(({ page, ways }) =>
    Object.entries(ways).map(([way, { exchanges, beginning, part }]) =>
      [
        `## ${page.corpus}: ${page.path}, by ${way}`,
        ...exchanges.map((exchange) => exchangeText({ ...exchange, text: shortened(exchange.text) })),
        `${beginning} of the first 5,000 tokens; the part that was asked for is in: ${part}.`,
      ].join("\n\n"),
    ),
  );
  const head = [
    "# Fourteen tasks of a coding agent, word by word",
    "",
    "Made by `npm run bench -- tasks`, do not edit. Quoted passages belong to their projects, under their licences. Reads of long pages",
    "are shortened here: their first and last 40 lines.",
  ].join("\n");
  return `${[head, ...tasks, "# Ten long pages", ...pages].join("\n\n")}\n`;
}

const SHOWN_LINES = 40;

function exchangeText({ tool, arguments: args, text, tokens }: Exchange): string {
  return [`\`${tool}\` ${JSON.stringify(args)}: ${tokens} tokens`, "", fenced(text)].join("\n");
}

function shortened(text: string): string {
  const lines = text.split("\n");
  const left = lines.length - 2 * SHOWN_LINES;
  if (left <= 0) return text;
  return [
    ...lines.slice(0, SHOWN_LINES),
    `[${left} lines are not shown here]`,
    ...lines.slice(-SHOWN_LINES),
  ].join("\n");
}
