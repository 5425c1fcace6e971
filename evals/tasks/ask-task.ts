import { tokensOf } from "../ask.ts";
import { missingFrom } from "../squeeze.ts";
import type { Agent, Exchange } from "./agent.ts";
import type { Task, TaskCall } from "./tasks.ts";

export type TaskOutcome = {
  task: Task;
  exchanges: Exchange[];
  /** The strings and facts that the task asks of the answers and did not get, in words; empty for a task that is done. */
  missing: string[];
};

export type UrlOf = (corpus: string, path: string) => string;

const SEARCH = "docenda_search_documentation";
const READ = "docenda_read_url";
/** Addresses of the served corpora; any other address in an answer is a link of a page. */
const URL_IN_TEXT = /http:\/\/127\.0\.0\.1:\d+\/[^\s)>\]"'`·]+/gu;
/** Lines of an answer, before its first passage, that describe the answer. */
const FIRST_LINES = 4;
const WORD = /[a-z0-9_]{3,}/gu;

/**
 * Makes the recorded calls of a task. Where the answers leave something out, the agent makes one further call, as it would: the
 * question in other words where these are recorded, else a read of the most promising address of the last answer. `before` is
 * everything that the connection has been sent already.
 */
export async function askTask(
  agent: Agent,
  task: Task,
  urlOf: UrlOf,
  before: readonly Exchange[],
): Promise<TaskOutcome> {
  const exchanges: Exchange[] = [];
  for (const call of task.calls) exchanges.push(await make(agent, call, urlOf));
  if (task.must && missingOf(task, exchanges, before).length > 0) {
    const further = await makeFurther(agent, task, exchanges.at(-1)?.text ?? "");
    if (further) exchanges.push(further);
  }
  return { task, exchanges, missing: missingOf(task, exchanges, before) };
}

async function makeFurther(agent: Agent, task: Task, lastText: string): Promise<Exchange | null> {
  if (task.again !== undefined) return agent.call(SEARCH, { query: task.again });
  const query = task.calls.findLast((call) => call.tool === "search")?.query;
  const url = query === undefined ? null : mostPromising(lastText, query);
  return url === null ? null : agent.call(READ, { url, section: query });
}

function make(agent: Agent, call: TaskCall, urlOf: UrlOf): Promise<Exchange> {
  return call.tool === "search"
    ? agent.call(SEARCH, { query: call.query })
    : agent.call(READ, { url: urlOf(call.corpus, call.path) });
}

function missingOf(task: Task, exchanges: readonly Exchange[], before: readonly Exchange[]): string[] {
  const text = [...before, ...exchanges].map((exchange) => exchange.text).join("\n");
  const missing = missingFrom(text, task.must ?? []).map((wanted) => JSON.stringify(wanted));
  if (task.isRefused && exchanges.some(({ passages }) => passages !== 0)) missing.push("a refusal");
  if (
    task.isDoubted &&
    exchanges.some(({ passages, text: sent }) => passages !== 0 && !sent.startsWith("Nearest"))
  )
    missing.push("that it may not answer");
  if (task.versions) {
    const head = exchanges[0]?.text.split("\n").slice(0, FIRST_LINES).join("\n") ?? "";
    for (const version of Object.values(task.versions))
      if (!head.includes(version)) missing.push(`${version} in the first lines`);
  }
  return missing;
}

/**
 * The address in an answer whose line has most words of the question; for an address alone on its line, the line before is its
 * title and counts too. Of equals the first, since the best stands first. Null where the answer names no address.
 */
export function mostPromising(text: string, question: string): string | null {
  const asked = new Set(question.toLowerCase().match(WORD) ?? []);
  let best: { url: string; words: number } | null = null;
  let lineBefore = "";
  for (const line of text.split("\n")) {
    const [url] = line.match(URL_IN_TEXT) ?? [];
    // An address that stands alone has its title above it.
    const words = line === url ? `${lineBefore} ${line}` : line;
    const found = new Set((words.toLowerCase().match(WORD) ?? []).filter((word) => asked.has(word)));
    if (url !== undefined && (best === null || found.size > best.words)) best = { url, words: found.size };
    lineBefore = line;
  }
  return best?.url ?? null;
}

/**
 * The tokens of a task's answers up to the point where they hold all its strings; null where they never do, or the task asks
 * for none. Text beyond that point could have been left out.
 */
export function neededTokens({ task, exchanges, missing }: TaskOutcome): number | null {
  if (!task.must || missing.length > 0) return null;
  const text = exchanges.map((exchange) => exchange.text).join("\n");
  const holds = (characters: number) => missingFrom(text.slice(0, characters), task.must ?? []).length === 0;
  if (!holds(text.length)) return null;
  let low = 0;
  let high = text.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return tokensOf(text.slice(0, high));
}
