import { setTimeout as sleep } from "node:timers/promises";
import { getRun } from "../product.ts";
import type { Product } from "../product.ts";
import { watchMemory } from "./memory.ts";

/** The work of one server on a run: from the moment that the server answers to its kill, or to the end of the run. */
export type Life = {
  /** URLs done at the end of this life. */
  done: number;
  seconds: number;
  /** Seconds until the first page was finished. */
  firstPageAfterSeconds: number;
  peakMb: number;
  moments: Moment[];
};

export type Moment = { done: number; seconds: number; residentMb: number };

const LOOK_EVERY_MS = 500;
const STALLED_AFTER_MS = 300_000;

/**
 * Watches a run until so many URLs are done or the run is over; without `until`, until the run is over. Throws when there is no
 * progress for five minutes.
 */
export async function watchRun(
  product: Product,
  runId: string,
  { until = Number.POSITIVE_INFINITY, momentEvery }: { until?: number; momentEvery: number },
): Promise<Life> {
  const memory = watchMemory(() => product.server.workerdPids());
  const beganAt = Date.now();
  const moments: Moment[] = [];
  let firstPageAt: number | null = null;
  let doneBefore: number | null = null;
  let progress = { at: 0, seen: beganAt };
  for (;;) {
    // A busy machine may leave a question without an answer; the run goes on all the same.
    const run = await getRun(product, runId).catch((error: unknown) => {
      console.warn(`no answer: ${String(error)}`);
      return null;
    });
    if (run === null && Date.now() - progress.seen < STALLED_AFTER_MS) {
      await sleep(LOOK_EVERY_MS);
      continue;
    }
    const { crawl, endTime } = run ?? { crawl: null, endTime: null };
    const done = Object.values(crawl?.outcomes ?? {}).reduce((sum, count) => sum + count, 0);
    const now = Date.now();
    doneBefore ??= done;
    if (done > doneBefore) firstPageAt ??= now;
    if (done >= (moments.at(-1)?.done ?? doneBefore) + momentEvery) {
      moments.push({ done, seconds: (now - beganAt) / 1000, residentMb: memory.now() });
      console.log(`${done} after ${((now - beganAt) / 1000).toFixed(0)} s, ${memory.now().toFixed(0)} MB`);
    }
    if (endTime !== null || done >= until)
      return {
        done,
        seconds: (now - beganAt) / 1000,
        firstPageAfterSeconds: ((firstPageAt ?? now) - beganAt) / 1000,
        peakMb: memory.stop(),
        moments,
      };
    if (crawl && crawl.progressAt !== progress.at) progress = { at: crawl.progressAt, seen: now };
    if (now - progress.seen > STALLED_AFTER_MS) throw new Error(`the run hangs with ${done} URLs done`);
    await sleep(LOOK_EVERY_MS);
  }
}
