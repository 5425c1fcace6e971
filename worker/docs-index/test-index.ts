import { env } from "cloudflare:test";
import scheduling from "../../node_modules/agents/docs/scheduling.md?raw";
import state from "../../node_modules/agents/docs/state.md?raw";
import webhooks from "../../node_modules/agents/docs/webhooks.md?raw";
import { askIndex } from "./packed-candidates.ts";
import { pageOf, questionOf } from "./test-pages.ts";

export type TestIndex = ReturnType<typeof newIndex>;

export const STATE = "https://docs.test/api/state.html";
export const SCHEDULING = "https://docs.test/api/scheduling.html";
export const WEBHOOKS = "https://docs.test/guides/webhooks.html";

/** The text of the page at `STATE`. */
export const STATE_TEXT: string = state;
/** The text of the page at `SCHEDULING`. */
export const SCHEDULING_TEXT: string = scheduling;

/** An index of this test alone, with nothing in it. */
export function newIndex() {
  return env.DOCS_INDEX.getByName(`test/${crypto.randomUUID()}`);
}

/** An index with the three pages. */
export async function indexOfDocs(): Promise<TestIndex> {
  const index = newIndex();
  for (const [url, text] of [
    [STATE, STATE_TEXT],
    [SCHEDULING, SCHEDULING_TEXT],
    [WEBHOOKS, webhooks],
  ] as const)
    await index.putPage(await pageOf(url, text));
  return index;
}

/** Pages with a chunk that holds a term of the question. */
export async function urlsWith(index: TestIndex, question: string): Promise<string[]> {
  const { candidates } = await askIndex(index, await questionOf(question));
  const holding = candidates.filter(({ chunk }) => chunk.body.counts.some((count) => count > 0));
  return [...new Set(holding.map(({ url }) => url))];
}
