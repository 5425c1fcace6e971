import { Worker } from "node:worker_threads";
import { principalOf } from "#worker/owner.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { alterationOf, rareWordsOf } from "./alter.ts";
import { ALTERED_SHARE, inOtherWords, toPage } from "./documents.ts";
import type { PlainDocument } from "./documents.ts";
import { catalogIn, docsIndexIn } from "./objects-in-node.ts";
import { insertSource } from "./source-rows.ts";

/** Pages whose titles and headings say what a small source is about, and the number of them that are in its index. */
const PAGES_OUTLINED = 20;
export const PAGES_INDEXED = 2;

export type SmallSources = { stateDir: string; documents: readonly PlainDocument[]; count: number };

/** Makes the small sources on a thread of their own, so that another source can be filled at the same time. */
export function fillOnThread(work: SmallSources): Promise<void> {
  const thread = new Worker(new URL("small-sources-thread.ts", import.meta.url), { workerData: work });
  return new Promise((settle, fail) => {
    thread.once("error", fail);
    thread.once("exit", (code) =>
      code === 0 ? settle() : fail(new Error(`the thread ended with code ${code}`)),
    );
  });
}

export async function fillSmallSources({ stateDir, documents, count }: SmallSources): Promise<void> {
  const rare = rareWordsOf(documents.map(({ markdown }) => markdown));
  const catalog = catalogIn(stateDir, principalOf(PUBLIC_OWNER));
  for (let i = 0; i < count; i++) {
    const sourceId = `src_small_${i}`;
    const alter = alterationOf(rare, ALTERED_SHARE, `small ${i}`);
    // A name of two halves of rare words and a number, so that no two are alike and no question names one.
    const name = `${alterationOf(rare, 1, `name ${i}`)(rare.list[(i * 97) % rare.list.length]!)}${i}`;
    const own = Array.from(
      { length: PAGES_OUTLINED },
      (_, page) => documents[(i * PAGES_OUTLINED + page) % documents.length]!,
    );
    const index = docsIndexIn(stateDir, insertSource(stateDir, PUBLIC_OWNER, sourceId, name));
    for (const document of own.slice(0, PAGES_INDEXED)) {
      const page = await toPage(inOtherWords(document, alter, name));
      if (page.chunks.length > 0) await index.putPage(page);
    }
    catalog.putSource({ sourceId, name, description: null, outline: alter(outlineOf(own)) });
    if (i % 200 === 0) console.log(`${i} of ${count} small sources …`);
  }
}

function outlineOf(documents: readonly PlainDocument[]): string {
  const headings = documents.flatMap(({ markdown }) =>
    Array.from(markdown.matchAll(/^#{1,6} (.*?)(?: \{#.*\})?$/gmu), ([, heading]) => heading!),
  );
  return [...new Set([...documents.map(({ title }) => title), ...headings])].join("\n");
}
