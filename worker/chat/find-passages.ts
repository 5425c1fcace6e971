import type { ChatPassage, ToolRun } from "#schema/api/chat.ts";
import { httpCall } from "#worker/calls/agent-call.ts";
import { callTool } from "#worker/calls/call-tool.ts";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import type { ReadAnswer } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import type { Passage } from "#worker/search/search-docs.ts";
import type { Asked } from "./run-turn.ts";
import { pagesNamed, searchWords } from "./search-words.ts";

/** Budget of passages for a model, in o200k tokens. */
export const SEARCH_BUDGET_TOKENS = 2000;
const READ_BUDGET_TOKENS = 3000;
/** Mark of the reading tool before and after a page's text. */
const MARK = /^<\/?doc-\w{6}>$/;

/** Calls the agents' tools, and pays, like an agent: pages that the question names are read, and the rest is searched for. */
export async function* paidPassages(ctx: Ctx, asked: Asked): AsyncGenerator<ToolRun> {
  let count = 0;
  for (const url of pagesNamed(asked.question)) {
    const args = { url, section: asked.question.slice(0, 300), budget: READ_BUDGET_TOKENS };
    const run = await readPage(ctx, args, count + 1);
    if (run === null) continue;
    count += run.passages.length;
    yield run;
  }
  const args = searchArguments(asked);
  const answer = await callTool(httpCall(ctx), searchDocumentation, args);
  yield {
    tool: searchDocumentation.name as ToolRun["tool"],
    arguments: args,
    confidence: answer.confidence,
    passages: answer.passages.map((passage, index) => numbered(passage, count + index + 1)),
    notice: answer.passages.length === 0 ? answer.text.trim() : null,
    receipt: answer.receipt,
  };
}

/** Arguments of the search for a question of a conversation. */
export function searchArguments({ question, earlier, searchScope, sources }: Asked) {
  return {
    query: searchWords(question, earlier.at(-1)?.question ?? null),
    scope: searchScope,
    budget: SEARCH_BUDGET_TOKENS,
    ...(sources && { sources }),
  };
}

export function numbered(passage: Passage, number: number): ChatPassage {
  const { title, url, headingPath, source, version, fetchedAt, text } = passage;
  return { number, title, url, headingPath, source, version, fetchedAt, text };
}

/** Reads a page; null for an unreadable one, which the search may find all the same. */
async function readPage(
  ctx: Ctx,
  args: { url: string; section: string; budget: number },
  number: number,
): Promise<ToolRun | null> {
  let answer: ReadAnswer;
  try {
    answer = await callTool(httpCall(ctx), readDocumentation, args);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "resource-exhausted") throw error;
    return null;
  }
  const { title, url, source, fetchedAt } = answer.page;
  const passage = { number, title, url, headingPath: [], source, version: null, fetchedAt };
  return {
    tool: readDocumentation.name as ToolRun["tool"],
    arguments: args,
    confidence: null,
    passages: [{ ...passage, text: textOfPage(answer.text) }],
    notice: null,
    receipt: answer.receipt,
  };
}

/** The page's text in an answer of the reading tool, without the sentences around the text. */
function textOfPage(answer: string): string {
  const lines = answer.split("\n");
  const marks = lines.flatMap((line, index) => (MARK.test(line) ? [index] : []));
  const [first, last] = [marks[0], marks.at(-1)];
  return first === undefined || last === undefined
    ? answer
    : lines
        .slice(first + 1, last)
        .filter((line) => !MARK.test(line))
        .join("\n")
        .trim();
}
