import { quantile } from "../statistics.ts";
import { sample } from "../random.ts";
import type { Corpus } from "../data.ts";
import { readCorpora, toPage } from "./documents.ts";
import { startIndexProcess } from "./index-process.ts";
import type { SizeState } from "./state.ts";

const PAGES = 100;
const WARM_UP_PAGES = 10;

export type UpdateFigures = {
  calls: number;
  chunksMean: number;
  p50Ms: number;
  p95Ms: number;
  /** Time of a call of the same object that only counts its pages (p50). */
  nothingMs: number;
};

/** Replaces drawn pages of the large source by changed ones, each with one more sentence. */
export async function measureUpdates(
  stateDir: string,
  state: SizeState,
  corpora: readonly Corpus[],
): Promise<UpdateFigures> {
  const index = await startIndexProcess(stateDir);
  const name = state.bigIndex;
  try {
    const timesMs: number[] = [];
    const nothingMs: number[] = [];
    let chunks = 0;
    // Pages are drawn before the empty ones are left out.
    const drawn = sample(readCorpora(corpora), PAGES + WARM_UP_PAGES, 1);
    const stamp = new Date().toISOString();
    for (const [i, document] of drawn.entries()) {
      const page = await toPage({ ...document, markdown: `${document.markdown}\n\nUpdated ${stamp}.\n` });
      const vectors = (page.vectors ?? []).map((vector) => Array.from(vector));
      const start = performance.now();
      const answer = await index.call({ kind: "put", name, page: { ...page, vectors } });
      const took = performance.now() - start;
      const between = performance.now();
      await index.call({ kind: "nothing", name });
      if (i < WARM_UP_PAGES) continue;
      timesMs.push(took);
      nothingMs.push(performance.now() - between);
      chunks += page.chunks.length;
      if (!JSON.stringify(answer).includes('"changed"') && page.chunks.length > 1)
        throw new Error(`${page.url}: ${JSON.stringify(answer)}`);
    }
    return {
      calls: timesMs.length,
      chunksMean: chunks / timesMs.length,
      p50Ms: quantile(timesMs, 0.5),
      p95Ms: quantile(timesMs, 0.95),
      nothingMs: quantile(nothingMs, 0.5),
    };
  } finally {
    await index.close();
  }
}
